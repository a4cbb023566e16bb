import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { nodeFeatureNames } from "../features/index.ts";
import { type PageLevelModel, readPageLevelModel, writePageLevelModel } from "./page-level-model.ts";
import { brokenHeaders, brokenTexts, type Damage, refusalOf, withPrototype } from "./testing/broken-models.ts";

const features = nodeFeatureNames;

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

const scalesWith = (scale: unknown) => [scale, ...model.scales.slice(1)];
const areasWith = (area: unknown) => [area, ...model.areas.slice(1)];

test("a written model is read back unchanged", () => {
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

describe("a damaged model is refused with a reason", () => {
  test.each(brokenTexts(model))("%s", (_, text, message) => {
    expect(refusalOf(readPageLevelModel, text)).toMatch(message);
  });

  test.each<Damage>([
    ...brokenHeaders(model),
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
    const found = refusalOf(readPageLevelModel, JSON.stringify({ ...model, ...changes }));
    expect(found).toMatch(message);
    expect(found).toMatch(/^The page-level model cannot be used: .*[^.]\.$/);
  });

  test("infinite weights", () => {
    const text = JSON.stringify({ ...model, borders: [1, 2] }).replace('"bias":0.5', '"bias":1e999');
    expect(refusalOf(readPageLevelModel, text)).toMatch(/it needs 3 models/);
  });

  test("an object's prototype is neither read from nor changed", () => {
    const read = readPageLevelModel(withPrototype(model));
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
