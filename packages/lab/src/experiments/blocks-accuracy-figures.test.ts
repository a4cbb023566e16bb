import type { BlockTrial } from "dehusk/internal/train";
import { describe, expect, test } from "vitest";
import { measuresOf, plottedCurve, spreadOf } from "./blocks-accuracy-figures.ts";

/** Block 0 is a template that repeats as 1 and 2; 3 and 4 are not templates, and 3 looks like one. */
const trials: BlockTrial[] = [trialOf([0, 1, 2], [1, 1, 1], [0.9, 0.8, 0.7]), trialOf([3, 4], [0, 0], [0.85, 0.1])];
const firsts = new Set([0, 3, 4]);

function trialOf(blocks: number[], labels: number[], rf: number[]): BlockTrial {
  const score = Float32Array.from(rf);
  return {
    blocks: Uint32Array.from(blocks),
    labels: Uint8Array.from(labels),
    scores: { text: score.map((value) => value - 0.5), maxent: new Float32Array(blocks.length), rf: score },
    learned: { distinct: 5, distinctBinary: 5, binaryFeatures: 3, outOfBagError: 0 },
  };
}

describe("measuresOf", () => {
  const { all, texts } = measuresOf(trials, "rf", firsts);

  test("counts all blocks, or each text once", () => {
    expect(all).toMatchObject({ blocks: 5, templateShare: 0.6 });
    expect(texts).toMatchObject({ blocks: 3, templateShare: 1 / 3 });
  });

  test("gives the highest recall at each precision, over all trials together", () => {
    // By descending score: template, other, template, template, other.
    expect(all.recallAt).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(all.averagePrecision).toBeCloseTo((1 + 2 / 3 + 3 / 4) / 3, 12);
    expect(texts.recallAt).toEqual([1, 1, 1]);
  });

  test("uses a threshold of one half for probabilities, 0 for log-odds", () => {
    expect(all.error).toBe(0.2);
    expect(texts.error).toBe(1 / 3);
    expect(measuresOf(trials, "text", firsts).all.error).toBe(0.2);
    // All scores are 0: no template is found.
    expect(measuresOf(trials, "maxent", firsts).all.error).toBe(0.6);
  });
});

test("a curve goes from the highest score to all templates", () => {
  expect(plottedCurve(trials, "rf", undefined)).toEqual([
    [0.3333, 1],
    [0.3333, 0.5],
    [0.6667, 0.6667],
    [1, 0.75],
    [1, 0.6],
  ]);
  expect(plottedCurve(trials, "rf", firsts)[0]).toEqual([1, 1]);
});

test("a spread skips unknown values", () => {
  expect(spreadOf([3, Number.NaN, 1, 2])).toEqual([1, 2, 3]);
  expect(spreadOf([])).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});
