import { describe, expect, test } from "vitest";
import { logit, probabilityOf, seededRandom, trainLogistic } from "../../learn/index.ts";
import { learnBorders } from "./area-borders.ts";
import { TrainingRows } from "./training-rows.ts";

const l2 = 0.015;

/** Rows of one feature, whose sign depends on the area by `signOf`. */
function rowsWith(areas: readonly number[], signOf: (area: number) => number, seed: number): TrainingRows {
  const random = seededRandom(seed);
  const rows = new TrainingRows(1);
  for (const area of areas) {
    const value = random();
    rows.addPage(0, {
      rows: Float32Array.of(value),
      labels: Int8Array.of(random() < probabilityOf(signOf(area) * (12 * value - 6)) ? 1 : 0),
      areas: Float32Array.of(area),
      words: Float32Array.of(10),
    });
  }
  return rows;
}

const areas = Array.from({ length: 800 }, (_, i) => 2000 + 10 * ((i * 7) % 800));
const heldOutOf = (rows: TrainingRows) => Uint8Array.from({ length: rows.count }, (_, r) => (r % 4 === 0 ? 1 : 0));

/** Held-out loss of one model per range between borders, by definition. */
function lossWith(rows: TrainingRows, heldOut: Uint8Array, borders: readonly number[]): number {
  const rangeOf = (area: number) => borders.filter((border) => area >= border).length;
  let loss = 0;
  for (let range = 0; range <= borders.length; range++) {
    const members = Array.from({ length: rows.count }, (_, r) => r).filter((r) => rangeOf(rows.areas[r]) === range);
    const { labels, weights } = rows;
    const chosen = Uint32Array.from(members.filter((r) => heldOut[r] === 0));
    const model = trainLogistic({ rows: rows.rows, features: 1, chosen, labels, weights, l2 });
    for (const r of members) {
      if (heldOut[r] === 0) continue;
      const p = probabilityOf(logit(model, rows.rows, r));
      loss -= weights[r] * Math.log(labels[r] === 1 ? p : 1 - p);
    }
  }
  return loss;
}

/** Areas that split the rows into eight equal shares. */
function cutsOf(rows: TrainingRows): number[] {
  const sorted = [...rows.areas.subarray(0, rows.count)].sort((a, b) => a - b);
  return [1, 2, 3, 4, 5, 6, 7].map((k) => sorted[(k * rows.count) / 8]);
}

/** All combinations of `count` list entries, in order. */
function choices(list: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return list.flatMap((first, i) => choices(list.slice(i + 1), count - 1).map((rest) => [first, ...rest]));
}

describe("learnBorders", () => {
  test("finds a planted border", () => {
    const rows = rowsWith(areas, (area) => (area < 5000 ? 1 : -1), 5);
    expect(learnBorders(rows, heldOutOf(rows), 2, l2)).toEqual([5000]);
  });

  test.each([
    [2, 11],
    [3, 12],
    [4, 13],
  ])("%s models have the least held-out loss of all border placements", (models, seed) => {
    const rows = rowsWith(areas, (area) => Math.sin(area / 900), seed);
    const heldOut = heldOutOf(rows);
    const all = choices(cutsOf(rows), models - 1);
    const losses = all.map((borders) => lossWith(rows, heldOut, borders));
    expect(learnBorders(rows, heldOut, models, l2)).toEqual(all[losses.indexOf(Math.min(...losses))]);
  });

  test("one model needs no border", () => {
    const rows = rowsWith(areas, () => 1, 1);
    expect(learnBorders(rows, heldOutOf(rows), 1, l2)).toEqual([]);
  });

  test.each([
    ["one area", [5000]],
    ["two areas", [5000, 9000]],
    ["areas that round to the same", [5000.1, 5000.2, 5000.3, 9000]],
    ["mostly one area", [...new Array<number>(20).fill(5000), 2000, 9000]],
  ])("borders ascend also if rows have %s", (_, few) => {
    const rows = rowsWith(
      Array.from({ length: 200 }, (_, i) => few[i % few.length]),
      () => 1,
      3,
    );
    const borders = learnBorders(rows, heldOutOf(rows), 4, l2);
    expect(borders.length).toBeLessThan(4);
    for (let b = 1; b < borders.length; b++) expect(borders[b]).toBeGreaterThan(borders[b - 1]);
    for (const border of borders) expect(few.some((area) => Math.round(area) === border)).toBe(true);
  });

  test("a handful of rows is enough", () => {
    const rows = rowsWith([3000, 2000, 4000], () => 1, 3);
    const borders = learnBorders(rows, heldOutOf(rows), 4, l2);
    for (let b = 1; b < borders.length; b++) expect(borders[b]).toBeGreaterThan(borders[b - 1]);
    expect(borders.every(Number.isFinite)).toBe(true);
  });
});
