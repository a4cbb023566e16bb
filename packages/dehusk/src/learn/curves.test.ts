import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  averagePrecision,
  bestThreshold,
  calibrationBins,
  calibrationError,
  curveOf,
  precisionRecallCurve,
  recallAtPrecision,
  rocAuc,
  thresholdForPrecision,
  thresholdForRecall,
} from "./curves.ts";
import { seededRandom } from "./seeded-random.ts";

const cases = fc
  .array(fc.record({ score: fc.integer({ min: 0, max: 8 }), label: fc.integer({ min: 0, max: 1 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((list) => ({ score: list.map(({ score }) => score / 8), label: list.map(({ label }) => label) }));

describe("rocAuc", () => {
  test("is 1 for perfect scores, 0 for reversed ones, a half if all are equal", () => {
    expect(rocAuc({ score: [0.1, 0.2, 0.8, 0.9], label: [0, 0, 1, 1] })).toBe(1);
    expect(rocAuc({ score: [0.9, 0.8, 0.2, 0.1], label: [0, 0, 1, 1] })).toBe(0);
    expect(rocAuc({ score: [3, 3, 3], label: [0, 1, 1] })).toBe(0.5);
    expect(rocAuc({ score: [0.3], label: [1] })).toBeNaN();
  });

  test("is how often a positive scores above a negative", () => {
    fc.assert(
      fc.property(cases, ({ score, label }) => {
        let pairs = 0;
        let won = 0;
        for (const [i, a] of score.entries()) {
          for (const [j, b] of score.entries()) {
            if (label[i] !== 1 || label[j] !== 0) continue;
            pairs++;
            won += a > b ? 1 : a === b ? 0.5 : 0;
          }
        }
        if (pairs === 0) expect(rocAuc({ score, label })).toBeNaN();
        else expect(rocAuc({ score, label })).toBeCloseTo(won / pairs, 10);
      }),
    );
  });

  test("treats weights as repetitions", () => {
    const weighted = { score: [0.2, 0.6, 0.6, 0.9], label: [0, 1, 0, 1], weight: [3, 1, 2, 2] };
    const repeated = { score: [0.2, 0.2, 0.2, 0.6, 0.6, 0.6, 0.9, 0.9], label: [0, 0, 0, 1, 0, 0, 1, 1] };
    expect(rocAuc(weighted)).toBeCloseTo(rocAuc(repeated), 12);
    expect(averagePrecision(weighted)).toBeCloseTo(averagePrecision(repeated), 12);
  });
});

describe("averagePrecision", () => {
  test("matches the textbook's example", () => {
    // Relevant at ranks 1, 3 and 6: (1/1 + 2/3 + 3/6) / 3.
    const score = [6, 5, 4, 3, 2, 1];
    expect(averagePrecision({ score, label: [1, 0, 1, 0, 0, 1] })).toBeCloseTo((1 + 2 / 3 + 1 / 2) / 3, 12);
  });

  test("does not depend on the order of the cases", () => {
    fc.assert(
      fc.property(cases, ({ score, label }) => {
        const turned = { score: [...score].reverse(), label: [...label].reverse() };
        expect(averagePrecision(turned)).toEqual(averagePrecision({ score, label }));
      }),
    );
  });
});

test("the best threshold has the best F of all thresholds", () => {
  fc.assert(
    fc.property(cases, ({ score, label }) => {
      const best = bestThreshold({ score, label });
      for (const threshold of score) {
        const called = score.map((each) => each >= threshold);
        const hits = called.filter((yes, i) => yes && label[i] === 1).length;
        const sum = called.filter(Boolean).length + label.filter((each) => each === 1).length;
        expect(best?.f).toBeGreaterThanOrEqual(sum === 0 ? 1 : (2 * hits) / sum - 1e-12);
      }
    }),
  );
});

test("a curve ends with everything called positive", () => {
  const points = curveOf({ score: [0.2, 0.4, 0.4], label: [0, 1, 0] });
  expect(points).toHaveLength(2);
  expect(points.at(-1)).toMatchObject({ threshold: 0.2, recall: 1, falsePositiveRate: 1, precision: 1 / 3 });
});

describe("calibration", () => {
  test("compares scores with outcomes", () => {
    const cases = { score: [0.1, 0.1, 0.9, 0.9, 1], label: [0, 1, 1, 1, 1] };
    const bins = calibrationBins(cases, 2);
    expect(bins.map(({ weight, share }) => [weight, share])).toEqual([
      [2, 0.5],
      [3, 1],
    ]);
    expect(bins[0]?.meanScore).toBeCloseTo(0.1);
    expect(calibrationError(cases, 2)).toBeCloseTo((2 * 0.4 + 3 * (1 - 2.8 / 3)) / 5, 12);
  });

  test("has no error for calibrated scores", () => {
    expect(calibrationError({ score: [0.5, 0.5, 1, 0], label: [1, 0, 1, 0] })).toBe(0);
  });
});

describe("precisionRecallCurve", () => {
  /** Precision and recall at a threshold, counted. */
  const counted = ({ score, label }: { score: number[]; label: number[] }, threshold: number) => {
    const called = label.filter((_, i) => score[i] >= threshold);
    const hits = called.filter((each) => each === 1).length;
    const positives = label.filter((each) => each === 1).length;
    return { precision: hits / called.length, recall: positives === 0 ? 1 : hits / positives };
  };

  const goals = fc.constantFrom(0, 0.25, 0.5, 2 / 3, 0.8, 1);

  test("chooses the same thresholds as brute force", () => {
    fc.assert(
      fc.property(cases, goals, (given, goal) => {
        const curve = precisionRecallCurve(given);
        const tried = given.score.map((threshold) => ({ threshold, ...counted(given, threshold) }));
        const withRecall = tried.filter(({ recall }) => recall >= goal).map(({ threshold }) => threshold);
        expect(thresholdForRecall(curve, goal)).toBe(withRecall.length === 0 ? undefined : Math.max(...withRecall));
        const precise = tried.filter(({ precision }) => precision >= goal);
        const most = Math.max(0, ...precise.map(({ recall }) => recall));
        expect(recallAtPrecision(curve, goal)).toBe(most);
        const best = precise.filter(({ recall }) => recall === most).map(({ threshold }) => threshold);
        expect(thresholdForPrecision(curve, goal)).toBe(best.length === 0 ? undefined : Math.max(...best));
      }),
    );
  });

  test("thins out many points, keeps them exact, and leaves no large gap in recall", () => {
    const random = seededRandom(6);
    for (const share of [0.5, 0.002]) {
      const label = Array.from({ length: 20_000 }, () => Number(random() < share));
      const score = label.map((each) => random() + each * random());
      const curve = precisionRecallCurve({ score, label }, 100);
      expect(curve.length).toBeLessThanOrEqual(100);
      expect(curve.length).toBeGreaterThan(share === 0.5 ? 90 : 20);
      for (const point of curve.filter((_, i) => i % 10 === 0)) {
        expect(point).toEqual({ threshold: point.threshold, ...counted({ score, label }, point.threshold) });
      }
      expect(curve.at(-1)?.recall).toBe(1);
      for (const [i, { threshold, recall }] of curve.entries()) {
        if (i === 0) continue;
        const before = curve[i - 1] as { threshold: number; recall: number };
        expect(threshold).toBeLessThan(before.threshold);
        expect(recall - before.recall).toBeLessThan(0.05);
      }
      expect(JSON.parse(JSON.stringify(curve))).toEqual(curve);
    }
  });

  test("is empty without cases", () => {
    const curve = precisionRecallCurve({ score: [], label: [] });
    expect(curve).toEqual([]);
    expect(thresholdForRecall(curve, 0)).toBeUndefined();
    expect(thresholdForPrecision(curve, 0)).toBeUndefined();
    expect(recallAtPrecision(curve, 0)).toBe(0);
    expect(() => precisionRecallCurve({ score: [], label: [] }, 1)).toThrow(RangeError);
  });
});
