import fc from "fast-check";
import { expect, test } from "vitest";
import { AgreementTerms, agreementEnergy } from "./agreement-energy.ts";
import { expandAll, expandFast } from "./expand.ts";
import { ExpansionMove } from "./expansion-move.ts";
import { Labelling } from "./labelling.ts";
import { pageLikeProblems } from "./testing/page-like-problem.ts";
import { plainEnergy } from "./testing/plain-energy.ts";
import { agreementProblems, endsOf, type Given, leavesOf } from "./testing/random-problem.ts";

test("a label's move is the smallest of the best moves", () => {
  fc.assert(
    fc.property(agreementProblems(1, 11, 3), ({ problem, start }) => {
      for (let alpha = 0; alpha < problem.labels; alpha++) {
        const free = leavesOf(problem).filter((leaf) => start[leaf] !== alpha);
        const move = new ExpansionMove(new Labelling(new AgreementTerms(problem), start));
        const gain = move.find(alpha, Int32Array.from(free), free.length);
        const { least, smallest } = bestMove({ problem, start }, alpha, free);
        expect(gain / 2 ** 20).toBe(plainEnergy(problem, start) - least);
        expect([...move.takers.subarray(0, move.count)]).toEqual(smallest);
      }
    }),
    { numRuns: 3000 },
  );
});

test("a move within a region is the best that changes no other leaf", () => {
  fc.assert(
    fc.property(agreementProblems(2, 14, 3), fc.nat(), ({ problem, start }, set) => {
      const free = leavesOf(problem).filter((leaf, i) => start[leaf] !== 0 && (set >> (i % 30)) & 1);
      const move = new ExpansionMove(new Labelling(new AgreementTerms(problem), start));
      move.find(0, Int32Array.from(free), free.length);
      const { smallest } = bestMove({ problem, start }, 0, free);
      expect([...move.takers.subarray(0, move.count)]).toEqual(smallest);
    }),
    { numRuns: 2000 },
  );
});

test("the energy matches its definition", () => {
  fc.assert(
    fc.property(agreementProblems(1, 40, 4), ({ problem, start }) => {
      expect(agreementEnergy(problem, start)).toBe(plainEnergy(problem, start));
    }),
    { numRuns: 500 },
  );
});

test("the fast algorithm makes the same moves as the plain one", () => {
  const seen = { cuts: 0, fewer: 0, moves: 0 };
  fc.assert(
    fc.property(
      fc.oneof(agreementProblems(1, 30, 5), agreementProblems(30, 120, 12), agreementProblems(10, 60, 40)),
      fc.integer({ min: 1, max: 9 }),
      ({ problem, start }, sweeps) => {
        const options = sweeps < 5 ? { start, sweeps } : { start };
        const plain = expandAll(problem, options);
        const fast = expandFast(problem, options);
        expect(fast.energy).toBe(plain.energy);
        expect(fast.label).toEqual(plain.label);
        expect([fast.moves, fast.sweeps]).toEqual([plain.moves, plain.sweeps]);
        seen.cuts += plain.cuts;
        seen.fewer += plain.cuts - fast.cuts;
        seen.moves += plain.moves;
      },
    ),
    { numRuns: 4000 },
  );
  expect(seen.moves).toBeGreaterThan(4000);
  expect(seen.fewer / (seen.cuts - seen.moves)).toBeGreaterThan(0.8);
});

test("on page-like problems the fast algorithm makes the same moves as the plain one, with few extra cuts", () => {
  const seen = { cuts: 0, fewer: 0, moves: 0 };
  fc.assert(
    fc.property(pageLikeProblems(), (problem) => {
      const plain = expandAll(problem);
      const fast = expandFast(problem);
      expect(fast.energy).toBeLessThanOrEqual(plain.energy);
      expect(fast.label).toEqual(plain.label);
      seen.cuts += plain.cuts;
      seen.fewer += plain.cuts - fast.cuts;
      seen.moves += fast.moves;
    }),
    { numRuns: 60 },
  );
  expect(seen.moves).toBeGreaterThan(300);
  expect(seen.fewer / (seen.cuts - seen.moves)).toBeGreaterThan(0.8);
});

test("no expansion improves the result; its energy is as reported and at most twice the optimum without savings", () => {
  fc.assert(
    fc.property(agreementProblems(1, 9, 3), ({ problem, start }) => {
      const { label, energy } = expandFast(problem, { start });
      expect(plainEnergy(problem, label)).toBe(energy);
      for (let alpha = 0; alpha < problem.labels; alpha++) {
        const free = leavesOf(problem).filter((leaf) => label[leaf] !== alpha);
        expect(bestMove({ problem, start: label }, alpha, free).least).toBe(energy);
      }
      // Potts: factor 2 (Boykov, Veksler and Zabih, theorem 6.1); here for leaves and pairs only.
      const flat = { ...problem, apart: new Float64Array(problem.parent.length) };
      expect(expandFast(flat, { start }).energy).toBeLessThanOrEqual(2 * leastEnergy(flat) + 1e-9);
    }),
    { numRuns: 1000 },
  );
});

test("internal nodes have the common label of their leaves or the invisible one; the start is not modified", () => {
  const parent = Int32Array.of(-1, 0, 1, 1, 0, 4, 4);
  const start = new Int32Array(7);
  const { label } = expandFast(
    {
      parent,
      end: endsOf(parent),
      labels: 2,
      cost: (node, own) => (own === (node < 4 ? 0 : 1) ? 0 : 5),
      apart: new Float64Array(7).fill(1),
      pairs: { first: Int32Array.of(3), second: Int32Array.of(5), weight: Float64Array.of(2) },
    },
    { start },
  );
  expect([...label]).toEqual([-1, 0, 0, 0, 1, 1, 1]);
  expect(start).toEqual(new Int32Array(7));
});

test("an infinite cost is avoided, an infinite weight never broken", () => {
  const parent = Int32Array.of(-1, 0, 0, 0);
  const { label } = expandFast({
    parent,
    end: endsOf(parent),
    labels: 2,
    cost: (node, own) => (node === 1 && own === 0 ? Number.POSITIVE_INFINITY : own),
    apart: new Float64Array(4),
    pairs: { first: Int32Array.of(1), second: Int32Array.of(2), weight: Float64Array.of(Number.POSITIVE_INFINITY) },
  });
  expect([...label]).toEqual([-1, 1, 1, 0]);
});

test("a chain of 100,000 nodes that ends in a fan does not overflow the stack", () => {
  const parent = Int32Array.from({ length: 100_100 }, (_, i) => Math.min(i, 100_000) - 1);
  const { label } = expandFast({
    parent,
    end: endsOf(parent),
    labels: 3,
    cost: (_, own) => 3 - own,
    apart: new Float64Array(parent.length).fill(2),
    pairs: { first: new Int32Array(), second: new Int32Array(), weight: new Float64Array() },
  });
  expect(new Set(label)).toEqual(new Set([2]));
});

/** The lowest energy of all moves, and the leaves that move in all of the best, which is the smallest best move. */
function bestMove({ problem, start }: Given, alpha: number, free: readonly number[]) {
  let least = Number.POSITIVE_INFINITY;
  let common = 0;
  for (let set = 0; set < 1 << free.length; set++) {
    const label = start.slice();
    for (const [i, leaf] of free.entries()) if ((set >> i) & 1) label[leaf] = alpha;
    const energy = plainEnergy(problem, label);
    if (energy < least) common = set;
    else if (energy === least) common &= set;
    least = Math.min(least, energy);
  }
  return { least, smallest: free.filter((_, i) => (common >> i) & 1) };
}

function leastEnergy(problem: Given["problem"]): number {
  const leaves = leavesOf(problem);
  let least = Number.POSITIVE_INFINITY;
  for (let code = 0; code < problem.labels ** leaves.length; code++) {
    const label = new Int32Array(problem.parent.length);
    for (const [i, leaf] of leaves.entries()) label[leaf] = Math.floor(code / problem.labels ** i) % problem.labels;
    least = Math.min(least, plainEnergy(problem, label));
  }
  return least;
}
