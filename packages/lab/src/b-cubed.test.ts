import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bCubed } from "./b-cubed.ts";

const group = fc.integer({ min: 0, max: 4 });
const things = fc.array(fc.tuple(group, group, fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 25 });

/** Compares each item with every other. */
function slow(truth: readonly number[], found: readonly number[]): { precision: number; recall: number } {
  const share = (of: readonly number[], other: readonly number[]) => {
    let sum = 0;
    for (const i of of.keys()) {
      const mates = [...of.keys()].filter((j) => of[j] === of[i]);
      sum += mates.filter((j) => other[j] === other[i]).length / mates.length;
    }
    return sum / of.length;
  };
  return { precision: share(found, truth), recall: share(truth, found) };
}

describe("B-cubed", () => {
  test("by hand", () => {
    // All in one group: two items see 2 of 3 as theirs, the third 1 of 3.
    const { precision, recall, f1 } = bCubed([0, 0, 1], [0, 0, 0]);
    expect(precision).toBeCloseTo(5 / 9, 12);
    expect(recall).toBeCloseTo(1, 12);
    expect(f1).toBeCloseTo(5 / 7, 12);
    // Bagga and Baldwin's example: true groups of 5, 2 and 5; the second response joins the last two.
    const truth = [1, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3];
    const joined = [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2];
    const crossed = [1, 1, 1, 1, 1, 2, 2, 1, 1, 1, 1, 1];
    expect(bCubed(truth, joined).precision).toBeCloseTo(0.76, 2);
    expect(bCubed(truth, crossed).precision).toBeCloseTo(0.58, 2);
    expect(bCubed(truth, joined).recall).toBeCloseTo(1, 12);
  });

  test("singletons have full precision, one group for all full recall, the same groups both", () => {
    expect(bCubed([0, 0, 1, 1], [0, 1, 2, 3])).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
    expect(bCubed([0, 0, 1, 1], [7, 7, 7, 7])).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3 });
    expect(bCubed([0, 0, 1, 1], [3, 3, 9, 9])).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(bCubed([], [])).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(bCubed([1, 2], [1, 1], [0, 0])).toEqual({ precision: 1, recall: 1, f1: 1 });
  });

  test("matches a comparison of all pairs, and swaps precision and recall with the groupings", () => {
    fc.assert(
      fc.property(things, (list) => {
        const truth = list.map(([each]) => each);
        const found = list.map(([, each]) => each);
        const { precision, recall, f1 } = bCubed(truth, found);
        const expected = slow(truth, found);
        expect(precision).toBeCloseTo(expected.precision, 12);
        expect(recall).toBeCloseTo(expected.recall, 12);
        expect(f1).toBeCloseTo(2 / (1 / precision + 1 / recall), 12);
        expect(bCubed(found, truth).precision).toBeCloseTo(recall, 12);
      }),
      { numRuns: 300 },
    );
  });

  test("an item of weight 3 counts as three, one of weight 0 as none", () => {
    fc.assert(
      fc.property(things, (list) => {
        const each = list.flatMap(([a, b, weight]) => new Array<[number, number]>(weight).fill([a, b]));
        const alike = bCubed(
          each.map(([a]) => a),
          each.map(([, b]) => b),
        );
        const weighed = bCubed(
          list.map(([a]) => a),
          list.map(([, b]) => b),
          list.map(([, , weight]) => weight),
        );
        expect(weighed.precision).toBeCloseTo(alike.precision, 12);
        expect(weighed.recall).toBeCloseTo(alike.recall, 12);
      }),
    );
  });

  test("refuses groupings of different lengths", () => {
    expect(() => bCubed([1], [1, 2])).toThrow(RangeError);
    expect(() => bCubed([1], [1], [1, 2])).toThrow(RangeError);
  });
});
