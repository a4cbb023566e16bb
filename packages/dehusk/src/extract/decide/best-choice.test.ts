import { expect, test } from "vitest";
import { seededRandom } from "../../learn/index.ts";
import { bestChoice, type ChoiceRule, State } from "./best-choice.ts";
import { type UnitTree, unitKind, unitKinds } from "./unit-tree.ts";

const SECTION = unitKind("section");

/** Random nested units around some blocks. */
function randomUnits(random: () => number, blocks: number): UnitTree {
  const runs: { from: number; to: number; kind: number; heading: number }[] = [
    { from: 0, to: blocks, kind: 0, heading: -1 },
  ];
  const split = (from: number, to: number, depth: number): void => {
    for (let at = from; at < to && depth < 4; ) {
      const end = Math.min(to, at + 1 + Math.floor(random() * 4));
      if (random() < 0.6) {
        const kind = 1 + Math.floor(random() * (unitKinds.length - 1));
        const isSection = kind === SECTION;
        if (!isSection || end > at + 1) {
          runs.push({ from: at, to: end, kind, heading: isSection ? at : -1 });
          split(isSection ? at + 1 : at, end, depth + 1);
        }
      }
      at = end;
    }
  };
  split(0, blocks, 0);
  const parent = runs.map((run, u) =>
    runs.findLastIndex(({ from, to }, other) => other < u && from <= run.from && run.to <= to),
  );
  const unit = Array.from({ length: blocks }, (_, b) => runs.findLastIndex(({ from, to }) => from <= b && b < to));
  return {
    kind: Uint8Array.from(runs, ({ kind }) => kind),
    parent: Int32Array.from(parent),
    heading: Int32Array.from(runs, ({ heading }) => heading),
    unit: Int32Array.from(unit),
  };
}

/** The value of a choice of blocks other than headings. */
function worthOf(
  { units, words, chance }: { units: UnitTree; words: readonly number[]; chance: readonly number[] },
  rule: ChoiceRule,
  kept: readonly boolean[],
): number {
  const square = rule.beta ** 2;
  const counted = [...words.keys()].filter((b) => !units.heading.includes(b));
  const sumOver = (blocks: readonly number[], of: (b: number) => number) => blocks.reduce((sum, b) => sum + of(b), 0);
  const chosen = counted.filter((b) => kept[b]);
  let cost = 0;
  for (const [u, kind] of units.kind.entries()) {
    const blocks = counted.filter((b) => isIn(units, b, u));
    const some = blocks.filter((b) => kept[b]).length;
    if (some > 0 && some < blocks.length) cost += rule.splitCost[kind] * sumOver(blocks, (b) => words[b]);
  }
  const right = sumOver(chosen, (b) => words[b] * chance[b]);
  const expected = sumOver(counted, (b) => words[b] * chance[b]);
  const worth = ((1 + square) * right - cost) / (sumOver(chosen, (b) => words[b]) + square * expected);
  return Number.isNaN(worth) ? 0 : worth;
}

function isIn(units: UnitTree, block: number, unit: number): boolean {
  for (let up = units.unit[block]; up >= 0; up = units.parent[up]) if (up === unit) return true;
  return false;
}

test("equals the best of all choices on 6,000 small trees with random units, words, probabilities and costs", () => {
  const random = seededRandom(7);
  for (let trial = 0; trial < 6000; trial++) {
    const blocks = 1 + Math.floor(random() * 9);
    const candidates = {
      units: randomUnits(random, blocks),
      words: Array.from({ length: blocks }, () => 1 + Math.floor(random() * 12)),
      chance: Array.from({ length: blocks }, () => random()),
    };
    const rule = {
      beta: [0.5, 1, 2][trial % 3],
      splitCost: unitKinds.map((_, kind) => (kind === 0 ? 0 : random() * 0.6)),
      headingShare: random(),
    };
    let best = 0;
    for (let bits = 1; bits < 2 ** blocks; bits++) {
      const kept = Array.from({ length: blocks }, (_, b) => ((bits >> b) & 1) === 1);
      best = Math.max(best, worthOf(candidates, rule, kept));
    }
    const choice = bestChoice(candidates, rule);
    const kept = Array.from(choice.kept, (own) => own === 1);
    expect(choice.value).toBeCloseTo(best, 9);
    expect(worthOf(candidates, rule, kept)).toBeCloseTo(best, 9);
    for (const [u, heading] of candidates.units.heading.entries()) {
      if (heading < 0 || !kept[heading]) continue;
      expect(kept.some((own, b) => own && b !== heading && isIn(candidates.units, b, u))).toBe(true);
    }
  }
});

test("a heading is kept with something below it, unless it is much less likely", () => {
  const units = {
    kind: Uint8Array.of(0, SECTION),
    parent: Int32Array.of(-1, 0),
    heading: Int32Array.of(-1, 0),
    unit: Int32Array.of(1, 1, 1),
  };
  const rule = { beta: 1, splitCost: unitKinds.map(() => 0), headingShare: 0.5 };
  const kept = (...chance: number[]) => [...bestChoice({ units, words: [5, 20, 20], chance }, rule).kept];
  expect(kept(0.9, 0.9, 0.1)).toEqual([1, 1, 0]);
  expect(kept(0.3, 0.9, 0.1)).toEqual([1, 1, 0]);
  expect(kept(0.1, 0.9, 0.1)).toEqual([0, 1, 0]);
  expect(kept(0.9, 0, 0)).toEqual([0, 0, 0]);
});

test("the states of units describe what is kept of them", () => {
  const random = seededRandom(3);
  for (let trial = 0; trial < 500; trial++) {
    const blocks = 8;
    const units = randomUnits(random, blocks);
    const words = Array.from({ length: blocks }, () => 1 + Math.floor(random() * 5));
    const chance = Array.from({ length: blocks }, () => random());
    const splitCost = unitKinds.map((_, kind) => (kind === 0 ? 0 : 0.1));
    const { kept, state } = bestChoice({ units, words, chance }, { beta: 1, splitCost, headingShare: 0.5 });
    for (const u of units.kind.keys()) {
      const inside = words.flatMap((_, b) => (isIn(units, b, u) && !units.heading.includes(b) ? [kept[b]] : []));
      if (inside.length === 0 || units.heading[u] >= 0) continue;
      const expected = inside.every((own) => own === 1) ? State.All : inside.includes(1) ? State.Some : State.None;
      expect(state[u]).toBe(expected);
    }
  }
});

test("nothing is kept of a page without words, or of one that is certainly not content", () => {
  const units = {
    kind: Uint8Array.of(0),
    parent: Int32Array.of(-1),
    heading: Int32Array.of(-1),
    unit: new Int32Array(2),
  };
  const rule = { beta: 1, splitCost: unitKinds.map(() => 0), headingShare: 0.5 };
  expect(bestChoice({ units, words: [0, 0], chance: [1, 1] }, rule).kept).toEqual(Uint8Array.of(0, 0));
  expect(bestChoice({ units, words: [5, 5], chance: [0, 0] }, rule).kept).toEqual(Uint8Array.of(0, 0));
});

test("takes time in proportion to the page, up to 200,000 nested units", () => {
  const timeOf = (count: number): number => {
    const units = {
      kind: new Uint8Array(count).map((_, u) => (u === 0 ? 0 : 1 + (u % 10))),
      parent: new Int32Array(count).map((_, u) => u - 1),
      heading: new Int32Array(count).fill(-1),
      unit: new Int32Array(count).map((_, b) => b),
    };
    const words = new Float64Array(count).fill(3);
    const chance = new Float64Array(count).map((_, b) => (b % 7) / 7);
    const rule = { beta: 1, splitCost: unitKinds.map(() => 0.01), headingShare: 0.5 };
    // Processor time, which other programs hardly affect. One run may be shorter than a tick.
    const start = process.cpuUsage();
    for (let run = 0; run < 15; run++) bestChoice({ units, words, chance }, rule);
    return process.cpuUsage(start).user;
  };
  // Ten times as much; a quadratic pass would take a hundred times as long.
  expect(timeOf(200_000) / timeOf(20_000)).toBeLessThan(60);
});
