import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { nodeFeatureList } from "../features/index.ts";
import { DehuskError } from "../page/index.ts";
import { type PageLevelModel, readPageLevelModel, writePageLevelModel } from "./page-level-model.ts";

const features = nodeFeatureList.map(({ name }) => name);

const model: PageLevelModel = {
  version: 1,
  kind: "dehusk-page-level-model",
  name: "made up",
  geometry: "estimate",
  features,
  scales: features.map((_, f) => (f % 2 === 0 ? [0, 0.5, 1.25] : [-3])),
  borders: [1000, 20_000.5],
  areas: [0, 1, 2].map((range) => ({ bias: 0.5 - range, weights: features.map((_, f) => (f - 50) / (3 + range)) })),
  training: {
    name: "made up",
    pagesPerSite: 10,
    l2: 0.015,
    seed: 1,
    sites: 4,
    pages: 40,
    pagesTrainedOn: 40,
    nodes: 4000,
    heldOut: [{ areas: "all", nodes: 4000, rocAuc: 0.9, averagePrecision: 0.8, calibrationError: 0.01 }],
  },
};

/** The message that a model with some parts changed is refused with. */
function refusal(changes: Readonly<Record<string, unknown>>): string {
  return refusalOf(JSON.stringify({ ...model, ...changes }));
}

function refusalOf(text: string): string {
  try {
    readPageLevelModel(text);
  } catch (error) {
    expect(error).toBeInstanceOf(DehuskError);
    expect((error as DehuskError).code).toBe("bad-model");
    return (error as DehuskError).message;
  }
  return "it was read";
}

const without = (place: number) => features.filter((_, f) => f !== place);
const swapped = [features[1], features[0], ...features.slice(2)];
const scalesWith = (scale: unknown) => [scale, ...model.scales.slice(1)];
const areasWith = (area: unknown) => [area, ...model.areas.slice(1)];

test("a model that was written is read as it was", () => {
  const text = writePageLevelModel(model);
  expect(readPageLevelModel(text)).toEqual(model);
  expect(writePageLevelModel(readPageLevelModel(text))).toBe(text);
  const { training: _, ...bare } = model;
  expect(readPageLevelModel(writePageLevelModel(bare))).toEqual(bare);
});

test("its file has a line for each scale and for each range of areas", () => {
  const lines = writePageLevelModel(model).split("\n");
  expect(lines.filter((line) => line.startsWith("  [")).length).toBe(features.length);
  expect(lines.filter((line) => line.startsWith('  {"bias"')).length).toBe(3);
  expect(lines.at(-1)).toBe("");
});

describe("a damaged model is refused with what is wrong", () => {
  test.each<[string, string, RegExp]>([
    ["cut off", JSON.stringify(model).slice(0, -9), /it is not JSON/],
    ["empty", "", /it is not JSON/],
    ["a number", "7", /it is not an object/],
    ["null", "null", /it is not an object/],
    ["a list", "[]", /it is not an object/],
  ])("%s", (_, text, message) => {
    expect(refusalOf(text)).toMatch(message);
  });

  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ["another kind", { kind: "dehusk-site-templates" }, /its kind is "dehusk-site-templates", not "dehusk-page-level/],
    ["a kind that is an object", { kind: { toString: 1 } }, /its kind is an object/],
    ["another version", { version: 2 }, /its version is 2, this program reads version 1/],
    ["a version in quotes", { version: "1" }, /its version is "1"/],
    ["no name", { name: undefined }, /it has no name/],
    ["an unknown geometry", { geometry: "guessed" }, /its geometry is "guessed"/],
    ["no features", { features: "words" }, /it has no list of features/],
    ["an unknown feature", { features: [...features, "colour"] }, /the features "colour", which are not known here/],
    ["a feature that is an object", { features: [{ toString: 1 }, ...without(0)] }, /features an object, which/],
    ["a feature named as all objects' own", { features: ["__proto__", ...without(0)] }, /"__proto__", which/],
    ["a missing feature", { features: without(3) }, new RegExp(`it lacks the features ${features[3]}\\.`)],
    ["features in another order", { features: swapped }, /its features are in another order/],
    ["a feature twice", { features: [...features, "words"] }, /its features are in another order/],
    ["a scale too few", { scales: model.scales.slice(1) }, /its scales are not one rising list/],
    ["an empty scale", { scales: scalesWith([]) }, /its scales/],
    ["a scale that does not rise", { scales: scalesWith([0, 1, 1]) }, /its scales/],
    ["a scale that falls", { scales: scalesWith([1, 0]) }, /its scales/],
    ["a scale with a gap", { scales: scalesWith([0, Number.NaN]) }, /its scales/],
    ["a scale of texts", { scales: scalesWith(["0", "1"]) }, /its scales/],
    ["borders that do not rise", { borders: [20_000, 20_000] }, /its borders are not rising/],
    ["borders that are no numbers", { borders: [null, 1] }, /its borders/],
    ["no borders", { borders: undefined }, /its borders/],
    ["a range too few", { areas: model.areas.slice(1) }, /it needs 3 models of a bias and \d+ weights/],
    [
      "a weight too few",
      { areas: areasWith({ bias: 0, weights: features.slice(1).map(() => 0) }) },
      /it needs 3 models/,
    ],
    [
      "a weight that is no number",
      { areas: areasWith({ bias: 0, weights: features.map(() => Number.NaN) }) },
      /it needs/,
    ],
    ["a bias that is no number", { areas: areasWith({ bias: "0", weights: features.map(() => 0) }) }, /it needs/],
    ["a range that is null", { areas: areasWith(null) }, /it needs 3 models/],
  ])("%s", (_, changes, message) => {
    expect(refusal(changes)).toMatch(message);
  });

  test("weights beyond all numbers", () => {
    const text = JSON.stringify({ ...model, borders: [1, 2] }).replace('"bias":0.5', '"bias":1e999');
    expect(refusalOf(text)).toMatch(/it needs 3 models/);
  });

  test("lists nested without end", () => {
    expect(refusalOf(`{"kind":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).toMatch(/its kind is a list/);
  });

  test("an object's prototype is neither read from nor changed", () => {
    const inherited = `{"__proto__":${JSON.stringify(model)}}`;
    expect(refusalOf(inherited)).toMatch(/its kind is missing/);
    const read = readPageLevelModel(JSON.stringify(model).replace("{", '{"__proto__":{"polluted":1},'));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect("polluted" in {} || "polluted" in read).toBe(false);
  });
});

test("the model that comes with the package is whole, named, and has four ranges", () => {
  const shipped = readPageLevelModel(readFileSync(new URL("../../models/page-level.json", import.meta.url), "utf8"));
  expect(shipped.name).toBe("page-level");
  expect(shipped.areas.length).toBe(4);
  expect(shipped.training?.heldOut.map(({ areas }) => areas.slice(0, 4))).toEqual([
    "all",
    "from",
    "from",
    "from",
    "from",
  ]);
  for (const { rocAuc } of shipped.training?.heldOut ?? []) expect(rocAuc).toBeGreaterThan(0.9);
});
