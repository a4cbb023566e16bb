import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizedMutualInformation } from "./normalized-mutual-information.ts";

const group = fc.integer({ min: 0, max: 4 });
const things = fc.array(fc.tuple(group, group, fc.integer({ min: 0, max: 5 })), { minLength: 1, maxLength: 25 });

/** H(A) + H(B) − H(A, B) over √(H(A) · H(B)), each entropy by a pass over all items for each item. */
function slow(a: readonly number[], b: readonly number[]): number {
  const entropy = (names: readonly string[]) =>
    -names.reduce((sum, name) => {
      const share = names.filter((each) => each === name).length / names.length;
      return sum + Math.log(share) / names.length;
    }, 0);
  const ofA = entropy(a.map(String));
  const ofB = entropy(b.map(String));
  const both = entropy(a.map((name, i) => `${name} ${b[i]}`));
  if (new Set(a).size === 1 || new Set(b).size === 1) return new Set(a).size === new Set(b).size ? 1 : 0;
  return (ofA + ofB - both) / Math.sqrt(ofA * ofB);
}

describe("normalized mutual information", () => {
  test("by hand", () => {
    // One of two even groups splits in half: I = log 2, H = log 2 and 1.5 log 2.
    expect(normalizedMutualInformation([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 2, 2])).toBeCloseTo(
      1 / Math.sqrt(1.5),
      12,
    );
    // Independent groupings.
    expect(normalizedMutualInformation([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(0, 12);
  });

  test("is 1 for the same grouping under other names, 0 if only one of the two has groups at all", () => {
    expect(normalizedMutualInformation([5, 5, 2, 9], [1, 1, 0, 7])).toBeCloseTo(1, 12);
    expect(normalizedMutualInformation([0, 0, 0, 0], [0, 1, 2, 3])).toBe(0);
    expect(normalizedMutualInformation([0, 0, 0], [4, 4, 4])).toBe(1);
    expect(normalizedMutualInformation([], [])).toBe(1);
  });

  test("matches the three entropies, in either order", () => {
    fc.assert(
      fc.property(things, (list) => {
        const a = list.map(([each]) => each);
        const b = list.map(([, each]) => each);
        expect(normalizedMutualInformation(a, b)).toBeCloseTo(slow(a, b), 9);
        expect(normalizedMutualInformation(b, a)).toBeCloseTo(normalizedMutualInformation(a, b), 12);
      }),
      { numRuns: 300 },
    );
  });

  test("an item of weight 3 counts as three, one of weight 0 as none", () => {
    fc.assert(
      fc.property(things, (list) => {
        const each = list.flatMap(([a, b, weight]) => new Array<[number, number]>(weight).fill([a, b]));
        const weighed = normalizedMutualInformation(
          list.map(([a]) => a),
          list.map(([, b]) => b),
          list.map(([, , weight]) => weight),
        );
        const alike = normalizedMutualInformation(
          each.map(([a]) => a),
          each.map(([, b]) => b),
        );
        expect(weighed).toBeCloseTo(alike, 9);
      }),
    );
  });

  test("refuses groupings of different lengths", () => {
    expect(() => normalizedMutualInformation([1], [1, 2])).toThrow(RangeError);
    expect(() => normalizedMutualInformation([1], [1], [])).toThrow(RangeError);
  });
});
