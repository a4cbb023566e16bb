import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MedianProblem, medianPartition } from "./median-partition.ts";

/** A tree as nested lists; an empty list is a leaf. */
type Tree = readonly Tree[];

type Shape = Pick<MedianProblem, "end" | "leavesBefore">;

function shapeOf(tree: Tree): Shape {
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
  return { end: Int32Array.from(end), leavesBefore: Int32Array.from(leavesBefore) };
}

type Ranges = readonly (readonly [number, number])[];

/** All partitions of a tree's leaves into subtrees and runs of siblings, as lists of ranges. */
function* partitions({ end, leavesBefore }: Shape, node: number): Generator<Ranges> {
  yield [[leavesBefore[node], leavesBefore[end[node]]]];
  const children: number[] = [];
  for (let child = node + 1; child < end[node]; child = end[child]) children.push(child);
  if (children.length > 0) yield* runs({ end, leavesBefore }, children);
}

function* runs(shape: Shape, children: readonly number[]): Generator<Ranges> {
  const { end, leavesBefore } = shape;
  if (children.length === 0) {
    yield [];
    return;
  }
  for (let count = 1; count <= children.length; count++) {
    for (const rest of runs(shape, children.slice(count))) {
      if (count > 1) yield [[leavesBefore[children[0]], leavesBefore[end[children[count - 1]]]], ...rest];
      else for (const own of partitions(shape, children[0])) yield [...own, ...rest];
    }
  }
}

/** The adjusted Rand index to expect, pair by pair. */
function agreementOf({ size, given }: MedianProblem, ranges: Ranges): number {
  const things: { leaf: number; range: number }[] = [];
  for (const [range, [from, to]] of ranges.entries()) {
    for (let leaf = from; leaf < to; leaf++) for (let k = 0; k < size[leaf]; k++) things.push({ leaf, range });
  }
  let [all, expected, within, joined] = [0, 0, 0, 0];
  for (const [k, a] of things.entries()) {
    for (const b of things.slice(k + 1)) {
      const p = given.reduce((sum, { group, weight }) => sum + (group[a.leaf] === group[b.leaf] ? weight : 0), 0);
      all++;
      expected += p;
      if (a.range !== b.range) continue;
      within++;
      joined += p;
    }
  }
  const byChance = all === 0 ? 0 : (within * expected) / all;
  const most = (within + expected) / 2 - byChance;
  return most < 1e-9 ? 0 : (joined - byChance) / most;
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, fc.constant([]), fc.array(tie("tree"), { minLength: 1, maxLength: 4 })),
}));

const evenly = (groups: readonly (readonly number[])[]) =>
  groups.map((group) => ({ group: Int32Array.from(group), weight: 1 / groups.length }));

describe("medianPartition", () => {
  test("no other partition into subtrees and runs of siblings agrees better", () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: 1, max: 3 }), fc.infiniteStream(fc.nat(3)), (own, count, numbers) => {
        const shape = shapeOf(own);
        const leaves = shape.leavesBefore.at(-1) as number;
        fc.pre(leaves <= 8);
        const some = () => Array.from({ length: leaves }, () => numbers.next().value as number);
        const size = Int32Array.from(some(), (each) => 1 + (each >> 1));
        const problem = { ...shape, size, given: evenly(Array.from({ length: count }, some)) };
        const { group, agreement } = medianPartition(problem);
        const best = Math.max(0, ...[...partitions(shape, 0)].map((ranges) => agreementOf(problem, ranges)));
        expect(agreement).toBeCloseTo(best, 9);
        // The groups have that agreement, and are contiguous.
        const ranges: [number, number][] = [];
        for (const [leaf, number] of group.entries()) {
          if (number === ranges.length) ranges.push([leaf, leaf]);
          expect(number).toBe(ranges.length - 1);
          (ranges.at(-1) as [number, number])[1] = leaf + 1;
        }
        if (best > 0) expect(agreementOf(problem, ranges)).toBeCloseTo(best, 9);
      }),
      { numRuns: 1000 },
    );
  });

  const menuAndArticle: Tree = [
    [[], [], []],
    [[], [[], []]],
  ];

  test("what all agree on, and the majority", () => {
    const shape = shapeOf(menuAndArticle);
    const size = new Int32Array(6).fill(1);
    const [two, torn] = [
      [0, 0, 0, 1, 1, 1],
      [0, 0, 2, 1, 1, 3],
    ];
    expect([...medianPartition({ ...shape, size, given: evenly([two]) }).group]).toEqual(two);
    expect(medianPartition({ ...shape, size, given: evenly([two]) }).agreement).toBeCloseTo(1);
    expect([...medianPartition({ ...shape, size, given: evenly([two, torn, two]) }).group]).toEqual(two);
  });

  test("a group that is no run of siblings is cut where the tree is", () => {
    const shape = shapeOf(menuAndArticle);
    const given = evenly([[0, 0, 0, 1, 1, 0]]);
    const { group } = medianPartition({ ...shape, size: new Int32Array(6).fill(1), given });
    expect([...group]).toEqual([0, 0, 0, 1, 2, 3]);
  });

  test("nothing to join: every leaf alone or all together", () => {
    expect([...medianPartition({ ...shapeOf([]), size: Int32Array.of(3), given: evenly([[0]]) }).group]).toEqual([0]);
    const none = { end: new Int32Array(0), leavesBefore: new Int32Array(1), size: new Int32Array(0), given: [] };
    expect(medianPartition(none)).toEqual({ group: new Int32Array(0), agreement: 0 });
  });

  test("long lists and deep trees take no recursion and no quadratic time", () => {
    const count = 100_000;
    const end = Int32Array.from({ length: count + 1 }, (_, i) => (i === 0 ? count + 1 : i + 1));
    const leavesBefore = Int32Array.from({ length: count + 2 }, (_, i) => Math.max(0, i - 1));
    const given = evenly([Array.from({ length: count }, (_, i) => Math.floor(i / 50))]);
    const { agreement } = medianPartition({ end, leavesBefore, size: new Int32Array(count).fill(1), given });
    expect(agreement).toBeCloseTo(1);
    const deep = Int32Array.from({ length: count }, () => count);
    const before = Int32Array.from({ length: count + 1 }, (_, i) => (i === count ? 1 : 0));
    const one = medianPartition({ end: deep, leavesBefore: before, size: Int32Array.of(1), given: evenly([[0]]) });
    expect([...one.group]).toEqual([0]);
  });
});
