import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { weightOf } from "../features/index.ts";
import { hashWord } from "../page/index.ts";
import { openModel } from "./open-model.ts";
import {
  type BlockModel,
  blockClassifiers,
  blockModelFeatures,
  loadBlockModel,
  readBlockModel,
  writeBlockModel,
} from "./template-block-model.ts";
import { brokenHeaders, brokenTexts, type Damage, refusalOf, withPrototype } from "./testing/broken-models.ts";
import { madeUpBlockModel as model } from "./testing/made-up-template-block-model.ts";

describe("a model that was written", () => {
  test("is read as it was", () => {
    const text = writeBlockModel(model);
    expect(readBlockModel(text)).toEqual(model);
    expect(writeBlockModel(readBlockModel(text))).toBe(text);
    const { training: _, ...bare } = model;
    expect(readBlockModel(writeBlockModel(bare))).toEqual(bare);
  });

  test("has a line for each feature's cuts and each point of a curve", () => {
    const lines = writeBlockModel(model).split("\n");
    expect(lines.filter((line) => /^\[[\d.,-]*\],?$/.test(line)).length).toBe(blockModelFeatures.length);
    expect(lines.filter((line) => line.startsWith('{"threshold"')).length).toBe(7);
    expect(lines.at(-1)).toBe("");
  });

  test("says what it said before", () => {
    const { words, forest } = loadBlockModel(readBlockModel(writeBlockModel(model)));
    expect(weightOf(words, hashWord("menu"))).toBe(4);
    expect(weightOf(words, hashWord("word"))).toBe(0);
    expect([...forest.value]).toEqual([0, 51, 204]);
  });

  test("is unpacked once", () => {
    expect(loadBlockModel(model)).toBe(loadBlockModel(model));
    expect(loadBlockModel(model)).not.toBe(loadBlockModel({ ...model }));
  });
});

const cutsWith = (first: unknown) => [first, ...model.cuts.slice(1)];
const textWith = (changes: Readonly<Record<string, unknown>>) => ({ text: { ...model.text, ...changes } });
const curvesWith = (changes: Readonly<Record<string, unknown>>) => ({ curves: { ...model.curves, ...changes } });
const noWeights = /it has no weights of words/;
const noLogistic = /its logistic regression is not a bias and a weight for each binary feature/;
const noCurve = /it has no curve of precision and recall for each classifier/;

describe("a damaged model is refused with what is wrong", () => {
  test.each(brokenTexts(model))("%s", (_, text, message) => {
    expect(refusalOf(readBlockModel, text)).toMatch(message);
  });

  test.each<Damage>([
    ...brokenHeaders(model),
    ["no cuts", { cuts: undefined }, /its cuts are not one rising list of numbers for each feature/],
    ["cuts of a feature too few", { cuts: model.cuts.slice(1) }, /its cuts are not/],
    ["cuts that do not rise", { cuts: cutsWith([1, 1]) }, /its cuts are not/],
    ["cuts that are texts", { cuts: cutsWith(["1"]) }, /its cuts are not/],
    ["cuts that are no numbers", { cuts: cutsWith([Number.NaN]) }, /its cuts are not/],
    ["no words", { text: undefined }, noWeights],
    ["no prior", textWith({ prior: null }), noWeights],
    ["words without hashes", textWith({ words: { scale: 1, weights: "" } }), noWeights],
    [
      "words that are not base64",
      textWith({ words: { ...model.text.words, lastBits: "%" } }),
      /The text is not base64/,
    ],
    ["words beyond all numbers", textWith({ words: { ...model.text.words, scale: 1e38 } }), /in steps of 1e\+38/],
    ["no logistic regression", { maxent: undefined }, noLogistic],
    ["a bias in quotes", { maxent: { bias: "0", weights: [0, 4] } }, noLogistic],
    ["a weight too few", { maxent: { bias: 0, weights: [4] } }, noLogistic],
    ["a weight that is no number", { maxent: { bias: 0, weights: [4, null] } }, noLogistic],
    ["no forest", { forest: undefined }, /A packed forest must be an object/],
    ["a truncated forest", { forest: { ...model.forest, nodes: "AAAA" } }, /are truncated|end in the middle/],
    [
      "a forest for other features",
      { forest: { ...model.forest, features: 3 } },
      /its forest is for 3 binary features, its cuts make 2/,
    ],
    ["no curves", { curves: undefined }, noCurve],
    ["a curve too few", curvesWith({ maxent: undefined }), noCurve],
    ["a curve that is no list", curvesWith({ rf: {} }), noCurve],
    ["a point without a threshold", curvesWith({ rf: [{ precision: 1, recall: 1 }] }), noCurve],
    ["a precision of 2", curvesWith({ rf: [{ threshold: 0, precision: 2, recall: 1 }] }), noCurve],
    ["a recall below 0", curvesWith({ rf: [{ threshold: 0, precision: 1, recall: -0.1 }] }), noCurve],
    ["a point that is null", curvesWith({ rf: [null] }), noCurve],
  ])("%s", (_, changes, message) => {
    const found = refusalOf(readBlockModel, JSON.stringify({ ...model, ...changes }));
    expect(found).toMatch(message);
    expect(found).toMatch(/^The block model cannot be used: .*[^.]\.$/);
  });

  test("a bias beyond all numbers", () => {
    const text = JSON.stringify(model).replace('"bias":-2', '"bias":1e999');
    expect(refusalOf(readBlockModel, text)).toMatch(noLogistic);
  });

  test("an object's prototype is neither read from nor changed", () => {
    const read = readBlockModel(withPrototype(model));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect("polluted" in {} || "polluted" in read).toBe(false);
  });
});

test("the model that comes with the package is whole, named, and smaller than 4 MB", async () => {
  const bytes = readFileSync(new URL("../../models/blocks.json", import.meta.url));
  const shipped: BlockModel = readBlockModel(bytes.toString());
  expect(shipped).toEqual((await openModel("blocks-rf")).model);
  expect(shipped.name).toBe("blocks");
  expect(shipped.geometry).toBe("estimate");
  expect(bytes.length).toBeLessThan(4_000_000);
  const { words, forest } = loadBlockModel(shipped);
  expect(forest.roots.length).toBeGreaterThan(10);
  expect(words.weights.some((weight) => weight > 1)).toBe(true);
  for (const classifier of blockClassifiers) {
    const { length } = shipped.curves[classifier];
    expect(length > 50 && length < 300).toBe(true);
    expect(shipped.curves[classifier].at(-1)?.recall).toBe(1);
  }
});
