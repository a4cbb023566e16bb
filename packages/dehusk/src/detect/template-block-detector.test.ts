import { describe, expect, test } from "vitest";
import { openModel } from "./open-model.ts";
import { blockDetector, type OperatingPoint } from "./template-block-detector.ts";
import { type BlockClassifier, blockClassifiers } from "./template-block-model.ts";
import { madeUpBlockModel as model } from "./testing/made-up-template-block-model.ts";

const thresholdFor = (point: OperatingPoint, classifier: BlockClassifier = "rf") =>
  blockDetector(model, classifier, point).threshold;

describe("the threshold", () => {
  test("for a recall is the highest that reaches it", () => {
    expect(thresholdFor({ recall: 0.4 })).toBe(0.8);
    expect(thresholdFor({ recall: 0.41 })).toBe(0.5);
    expect(thresholdFor({ recall: 1 })).toBe(0.2);
  });

  test("for a precision is that of the most recall", () => {
    expect(thresholdFor({ precision: 0.92 })).toBe(0.8);
    expect(thresholdFor({ precision: 0.8 })).toBe(0.5);
    expect(thresholdFor({ precision: 0.1 })).toBe(0.2);
  });

  test("is that for a recall of 0.5 when nothing is asked for", () => {
    expect(thresholdFor({})).toBe(0.5);
    expect(thresholdFor({ recall: undefined, precision: undefined })).toBe(0.5);
    expect(blockDetector(model)).toEqual(blockDetector(model, "rf", { recall: 0.5 }));
  });

  test("is of the classifier's own curve", () => {
    expect(thresholdFor({ recall: 0.5 }, "text")).toBe(3);
    expect(thresholdFor({ recall: 0.5 }, "maxent")).toBe(0.25);
  });
});

test("a detector is named after its model and its classifier", () => {
  for (const classifier of blockClassifiers) {
    expect(blockDetector(model, classifier, { recall: 0.5 })).toMatchObject({
      kind: "dehusk-block-detector",
      name: `made up-${classifier}`,
      geometry: "estimate",
      classifier,
      model,
    });
  }
});

test.each<[string, Readonly<Record<string, unknown>>, string, RegExp]>([
  ["both at once", { recall: 0.5, precision: 0.5 }, "rf", /^Give a recall or a precision, not both/],
  ["a precision that is out of reach", { precision: 0.99 }, "rf", /made up reaches no precision of 0\.99 with rf/],
  ["a recall that is out of reach", { recall: 0.95 }, "maxent", /reaches no recall of 0\.95 with maxent/],
  ["no recall", { recall: 0 }, "rf", /"recall" must be a number above 0 and up to 1, not 0\./],
  ["a recall beyond all", { recall: 1.1 }, "rf", /"recall" must be/],
  ["a precision that is no number", { precision: Number.NaN }, "rf", /"precision" must be .* not NaN\./],
  ["a precision in quotes", { precision: "high" }, "rf", /"precision" must be .* not high\./],
  ["an unknown name", { f1: 0.5 }, "rf", /^Unknown option "f1"; expected one of recall, precision\.$/],
  ["an unknown classifier", {}, "svm", /^Unknown classifier "svm"; expected one of text, maxent, rf\.$/],
])("%s is refused", (_, point, classifier, message) => {
  expect(() => blockDetector(model, classifier as BlockClassifier, point)).toThrow(
    expect.objectContaining({ code: "bad-option", message: expect.stringMatching(message) }),
  );
});

test("the shipped model finds half of the templates by each classifier, and all of them with more and more errors", async () => {
  const { model: shipped } = await openModel("blocks-rf");
  for (const classifier of blockClassifiers) {
    const thresholds = [0.5, 0.7, 0.9, 1].map((recall) => blockDetector(shipped, classifier, { recall }).threshold);
    expect(thresholds).toEqual([...thresholds].sort((a, b) => b - a));
    expect(thresholds[0]).toBeGreaterThan(thresholds[3]);
  }
});
