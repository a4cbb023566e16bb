import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestPartition, type PartitionProblem } from "./tree-partition.ts";

/** A tree as nested lists; an empty list is a leaf. */
type Tree = readonly Tree[];

function problemOf(tree: Tree, reach: number, weightOf: (i: number, j: number) => number): PartitionProblem {
  const end: number[] = [];
  const leavesBefore: number[] = [];
  let leaves = 0;
  const visit = (node: Tree): void => {
    const number = end.push(0) - 1;
    leavesBefore.push(leaves);
    if (node.length === 0) leaves++;
    for (const child of node) visit(child);
    end[number] = end.length;
  };
  visit(tree);
  leavesBefore.push(leaves);
  const weight = new Float64Array(leaves * reach);
  for (let i = 0; i < leaves; i++) {
    for (let k = 0; k < reach && i + 1 + k < leaves; k++) weight[i * reach + k] = weightOf(i, i + 1 + k);
  }
  return { end: Int32Array.from(end), leavesBefore: Int32Array.from(leavesBefore), reach, weight };
}

/** All partitions of a tree's leaves, as lists of ranges, by trying everything. */
function* partitions(
  { end, leavesBefore }: PartitionProblem,
  node: number,
): Generator<readonly (readonly [number, number])[]> {
  yield [[leavesBefore[node], leavesBefore[end[node]]]];
  const children: number[] = [];
  for (let child = node + 1; child < end[node]; child = end[child]) children.push(child);
  if (children.length > 0) yield* runs({ end, leavesBefore } as PartitionProblem, children);
}

function* runs(
  problem: PartitionProblem,
  children: readonly number[],
): Generator<readonly (readonly [number, number])[]> {
  const { end, leavesBefore } = problem;
  if (children.length === 0) {
    yield [];
    return;
  }
  for (let count = 1; count <= children.length; count++) {
    for (const rest of runs(problem, children.slice(count))) {
      if (count > 1) yield [[leavesBefore[children[0]], leavesBefore[end[children[count - 1]]]], ...rest];
      else for (const own of partitions(problem, children[0])) yield [...own, ...rest];
    }
  }
}

function worthOf({ reach, weight }: PartitionProblem, ranges: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (const [from, to] of ranges) {
    for (let i = from; i < to; i++)
      for (let j = i + 1; j < Math.min(to, i + 1 + reach); j++) sum += weight[i * reach + j - i - 1];
  }
  return sum;
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie("tree"), { minLength: 1, maxLength: 4 })),
}));

describe("bestPartition", () => {
  test("finds the best of all partitions into subtrees and runs of siblings", () => {
    fc.assert(
      fc.property(
        tree,
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(fc.integer({ min: -9, max: 9 })),
        (own, reach, weights) => {
          const problem = problemOf(own, reach, () => weights.next().value as number);
          fc.pre((problem.leavesBefore.at(-1) ?? 0) <= 8);
          const { group, value } = bestPartition(problem);
          const best = Math.max(...[...partitions(problem, 0)].map((ranges) => worthOf(problem, ranges)));
          expect(value).toBe(best);
          // The groups have that value, and are contiguous.
          const ranges: [number, number][] = [];
          for (const [leaf, number] of group.entries()) {
            if (number === ranges.length) ranges.push([leaf, leaf]);
            expect(number).toBe(ranges.length - 1);
            (ranges.at(-1) as [number, number])[1] = leaf + 1;
          }
          expect(worthOf(problem, ranges)).toBe(best);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a menu and an article under one body", () => {
    const own: Tree = [
      [[], [], []],
      [[], [[], []]],
    ];
    const { group } = bestPartition(problemOf(own, 8, (i, j) => (i < 3 === j < 3 ? 1 : -1)));
    expect([...group]).toEqual([0, 0, 0, 1, 1, 1]);
  });

  test("long lists and deep trees take no recursion and no quadratic time", () => {
    const count = 100_000;
    const end = Int32Array.from({ length: count + 1 }, (_, i) => (i === 0 ? count + 1 : i + 1));
    const leavesBefore = Int32Array.from({ length: count + 2 }, (_, i) => Math.max(0, i - 1));
    const weight = new Float64Array(count * 2).fill(1);
    const { group, value } = bestPartition({ end, leavesBefore, reach: 2, weight });
    expect(group.every((own) => own === 0)).toBe(true);
    expect(value).toBe(2 * count - 3);
    const deep = Int32Array.from({ length: count }, () => count);
    const one = bestPartition({
      end: deep,
      leavesBefore: Int32Array.from({ length: count + 1 }, (_, i) => (i === count ? 1 : 0)),
      reach: 1,
      weight: Float64Array.of(0),
    });
    expect([...one.group]).toEqual([0]);
  });
});
