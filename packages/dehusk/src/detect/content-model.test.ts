import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { blockFeatureNames, firstLookWidth } from "../features/index.ts";
import { type BoostedTrees, numbersToText, packTrees, scoreRows } from "../learn/index.ts";
import {
  type ContentModel,
  loadContentModel,
  readContentModel,
  textKinds,
  treeKinds,
  writeContentModel,
} from "./content-model.ts";
import { packLexicon, unpackLexicon } from "./packed-lexicon.ts";
import { brokenHeaders, brokenTexts, type Damage, refusalOf, withPrototype } from "./testing/broken-models.ts";

const features = blockFeatureNames;
const leaf = 0xffff;

/** One tree that tests whether a feature is at most ½. */
function stump(feature: number, low: number, high: number): BoostedTrees {
  return {
    base: 0.25,
    roots: Int32Array.of(0),
    feature: Uint16Array.of(feature, leaf, leaf),
    threshold: Float32Array.of(0.5, 0, 0),
    right: Int32Array.of(2, 0, 0),
    value: Float32Array.of(0, low, high),
  };
}

const lexicon = packLexicon(
  new Map([
    [7, 1.5],
    [-9, -3],
    [1 << 30, 0.75],
  ]),
);

const groups = [
  stump(3, -1, 1),
  stump(features.length - 1, -2, 2),
  stump(0, -1, 1),
  stump(1, -1, 1),
  stump(2, -1, 1),
] as const;

const model: ContentModel = {
  version: 1,
  kind: "dehusk-content-model",
  name: "made up",
  features,
  names: { content: lexicon, comment: packLexicon(new Map()), post: lexicon, review: packLexicon(new Map([[1, 2]])) },
  words: lexicon,
  trees: packTrees(groups),
  training: { pages: 12 },
};

describe("a model that was written", () => {
  test("is read back unchanged", () => {
    const text = writeContentModel(model);
    expect(readContentModel(text)).toEqual(model);
    expect(writeContentModel(readContentModel(text))).toBe(text);
    const { training: _, ...bare } = model;
    expect(readContentModel(writeContentModel(bare))).toEqual(bare);
  });

  test("gives the same scores as before", () => {
    const { first, second, kinds, lexicons } = loadContentModel(readContentModel(writeContentModel(model)));
    const rows = new Float32Array(2 * features.length);
    rows.fill(1, features.length);
    expect([...scoreRows(first, rows, features.length, 2)]).toEqual([-0.75, 1.25]);
    expect([...scoreRows(second, rows, features.length, 2)]).toEqual([-1.75, 2.25]);
    expect(Object.keys(kinds)).toEqual([...treeKinds]);
    expect(lexicons.words).toEqual(unpackLexicon(model.words));
    expect(lexicons.names.review).toEqual(unpackLexicon(model.names.review));
  });

  test("is unpacked once", () => {
    expect(loadContentModel(model)).toBe(loadContentModel(model));
    expect(loadContentModel(model)).not.toBe(loadContentModel({ ...model }));
  });
});

const namesWith = (changes: Readonly<Record<string, unknown>>) => ({ ...model.names, ...changes });
const treesWith = (place: number, trees: BoostedTrees) => packTrees(groups.with(place, trees));
const wordsWith = (changes: Readonly<Record<string, unknown>>) => ({ ...model.words, ...changes });

describe("a damaged model is refused with a reason", () => {
  test.each(brokenTexts(model))("%s", (_, text, message) => {
    expect(refusalOf(readContentModel, text)).toMatch(message);
  });

  test.each<Damage>([
    ...brokenHeaders(model),
    ["no names", { names: undefined }, /it has no weights of words/],
    ["names of a kind missing", { names: namesWith({ post: undefined }) }, /it has no weights of words/],
    ["names that are a list", { names: [] }, /it has no weights of words/],
    ["no words", { words: null }, /it has no weights of words/],
    ["words without a scale", { words: wordsWith({ scale: "1" }) }, /it has no weights of words/],
    ["words without hashes", { words: wordsWith({ gaps: [1] }) }, /it has no weights of words/],
    ["words that are not base64", { words: wordsWith({ lastBits: "%" }) }, /The text is not base64/],
    ["weights that are no numbers", { words: wordsWith({ weights: "é" }) }, /packed numbers are truncated/],
    ["a weight too few", { words: wordsWith({ weights: numbersToText([1, 2]) }) }, /3 words, but weights of 2/],
    ["half a hash", { names: namesWith({ post: { ...lexicon, lastBits: "" } }) }, /0 bytes instead of/],
    ["no trees", { trees: undefined }, /Packed trees must be an object/],
    ["trees that break off", { trees: { ...model.trees, nodes: numbersToText([1, 0]) } }, /The nodes are truncated/],
    [
      "a first look that asks for what comes later",
      { trees: treesWith(0, stump(firstLookWidth, 0, 1)) },
      new RegExp(`ask for feature ${firstLookWidth}, but rows have ${firstLookWidth}`),
    ],
    [
      "trees that ask for too much",
      { trees: treesWith(1, stump(features.length, 0, 1)) },
      new RegExp(`rows have ${features.length}`),
    ],
    ["a kind without trees", { trees: packTrees(groups.slice(1)) }, /4 groups of trees instead of 5/],
  ])("%s", (_, changes, message) => {
    const found = refusalOf(readContentModel, JSON.stringify({ ...model, ...changes }));
    expect(found).toMatch(message);
    expect(found).toMatch(/^The content model cannot be used: .*[^.]\.$/);
  });

  test("an infinite scale", () => {
    const text = JSON.stringify(model).replace(/"scale":[^,]*/, '"scale":1e999');
    expect(refusalOf(readContentModel, text)).toMatch(/it has no weights of words/);
  });

  test("an object's prototype is neither read from nor changed", () => {
    const read = readContentModel(withPrototype(model));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect("polluted" in {} || "polluted" in read).toBe(false);
  });
});

test("kinds of text are the article, and those with trees", () => {
  expect([...textKinds].sort()).toEqual(["article", ...treeKinds].sort());
});

test("the model that comes with the package is whole, named, and smaller than 2 MB", () => {
  const bytes = readFileSync(new URL("../../models/default.json", import.meta.url));
  const shipped = readContentModel(bytes.toString());
  expect(shipped.name).toBe("default");
  expect(bytes.length).toBeLessThan(2_000_000);
  const { first, second, kinds, lexicons } = loadContentModel(shipped);
  const { content, comment, post, review } = lexicons.names;
  for (const trees of [first, second, ...Object.values(kinds)]) expect(trees.roots.length).toBeGreaterThan(10);
  for (const { weights } of [lexicons.words, content, comment, post, review])
    expect(weights.some((weight) => weight !== 0)).toBe(true);
});
