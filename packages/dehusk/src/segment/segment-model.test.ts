import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { parse } from "../page/index.ts";
import { plainSegmentModel } from "./plain-model.ts";
import { segment } from "./segment.ts";
import { checkSegmentModel, readSegmentModel, type SegmentModel, writeSegmentModel } from "./segment-model.ts";
import { shippedSegmentModels } from "./shipped-models.ts";

const model = plainSegmentModel("estimate");

describe("segment models", () => {
  test("survive a write and read", () => {
    const trained = { ...model, training: { pages: 3 } };
    expect(readSegmentModel(writeSegmentModel(trained))).toEqual(trained);
  });

  test("shipped with the package can be used, each for its kind of boxes", () => {
    for (const geometry of ["estimate", "rendered"] as const) {
      checkSegmentModel(shippedSegmentModels[geometry]);
      expect(shippedSegmentModels[geometry].geometry).toBe(geometry);
    }
  });

  const broken: [string, Partial<Record<keyof SegmentModel, unknown>>, RegExp][] = [
    ["another kind", { kind: "dehusk-content-model" }, /its kind is "dehusk-content-model"/],
    ["another version", { version: 2 }, /its version is 2/],
    ["no geometry", { geometry: "guess" }, /its geometry is "guess"/],
    ["one feature too many", { features: [...model.features, "smell"] }, /needs the features "smell"/],
    ["one feature too few", { features: model.features.slice(1) }, /lacks the features left/],
    ["pair features in another order", { pairFeatures: model.pairFeatures.toReversed() }, /in another order/],
    ["no pair features", { pairFeatures: undefined }, /lacks its lists of features/],
    ["a spread of 0", { scales: model.scales.map(([mean]) => [mean, 0]) }, /positive spread/],
    ["a metric that is too narrow", { metric: [[1, 2, 3]] }, /its metric must have rows of \d+ numbers/],
    ["a metric of words", { metric: [model.features] }, /its metric/],
    ["no pairs", { pairs: { neighbours: model.pairs.all } }, /pair models for neighbours, parents, all/],
    ["a negative cost", { invisible: -1 }, /invisible label/],
    ["no lambda", { lambda: { gcuts: 1 } }, /lambda for gcuts, gcutsWithoutParents, cclus/],
  ];
  test.each(broken)("with %s are refused", (_, change, message) => {
    expect(() => readSegmentModel(JSON.stringify({ ...model, ...change }))).toThrow(message);
  });

  test("for other boxes, or none at all, are refused when used", () => {
    const page = parse("<p>a<p>b");
    const rendered = plainSegmentModel("rendered");
    expect(() => segment(page, { boxes: estimateBoxes(page), model: rendered })).toThrow(/trained on "rendered" boxes/);
    expect(() => segment(page, { model: {} as SegmentModel })).toThrow(/Option "model" must be a model/);
    expect(() => readSegmentModel("no")).toThrow(/it is not JSON/);
  });
});
