import { describe, expect, test } from "vitest";
import { DocumentFrequencies } from "../../apps/keywords/document-frequencies.ts";
import { findKeywords } from "../../apps/keywords/find-keywords.ts";
import { findPhrases } from "../../apps/keywords/find-phrases.ts";
import { readKeywordModel, writeKeywordModel } from "../../apps/keywords/keyword-model.ts";
import { declaredKeywords } from "../../apps/keywords/phrase-statistics.ts";
import { readWords } from "../../apps/keywords/read-words.ts";
import { type Page, parse } from "../../page/index.ts";
import { type KeywordExample, KeywordTrainer, trainKeywords } from "./keyword-trainer.ts";

const topics = ["slate", "copper", "thatch", "zinc", "cedar", "felt", "lead", "tile", "turf", "glass"];

/** A page with its keyword in the title and often in the text. */
function pageOf(topic: string, number: number): Page {
  const filler = (from: number): string =>
    Array.from({ length: 9 }, (_, i) => `word${number}x${(from * 7 + i * 5) % 40}`).join(" ");
  const sentences = Array.from({ length: 6 }, (_, i) => `The ${filler(number + i)} of the ${topic} ${filler(i)}.`);
  return parse(`<title>About ${topic}</title><meta name=keywords content="${topic}, absent"><p>${sentences.join(" ")}`);
}

const pages = topics.map(pageOf);
const frequencies = new DocumentFrequencies();
for (const page of pages) frequencies.add(findPhrases(readWords(page)));
const examples: KeywordExample[] = pages.map((page) => ({ page, keywords: declaredKeywords(page) }));

async function* later(list: readonly KeywordExample[]): AsyncGenerator<KeywordExample> {
  for (const example of list) yield await Promise.resolve(example);
}

describe("trainKeywords", () => {
  test("learns to find the keywords of other pages", async () => {
    const model = await trainKeywords(later(examples.slice(0, 8)), frequencies);
    expect(model.training).toMatchObject({ pages: 8, keywords: 8 });
    for (const { page, keywords } of examples.slice(8)) {
      const [best] = findKeywords(page, { model, frequencies });
      expect(best?.keyword).toBe(keywords[0]);
      expect(best?.score).toBeGreaterThan(0.5);
    }
  });

  test("ignores declared keywords unless asked", async () => {
    const weightOf = async (metaKeywords: boolean): Promise<number> => {
      const { features, weights } = await trainKeywords(examples, frequencies, { metaKeywords });
      return weights[features.indexOf("wholeKeyword")];
    };
    expect(await weightOf(false)).toBe(0);
    expect(await weightOf(true)).toBeGreaterThan(1);
  });

  test("is deterministic; sampling one candidate in many is enough", async () => {
    const text = writeKeywordModel(await trainKeywords(examples, frequencies, { othersPerPage: 50 }));
    expect(writeKeywordModel(await trainKeywords(later(examples), frequencies, { othersPerPage: 50 }))).toBe(text);
    const model = readKeywordModel(text);
    for (const { page, keywords } of examples) {
      expect(findKeywords(page, { model, frequencies, top: 1 })[0]?.keyword).toBe(keywords[0]);
    }
  });

  test("skips pages without keywords in their text, and titles split into words", () => {
    const trainer = new KeywordTrainer(frequencies);
    trainer.add({ page: pages[0], keywords: ["absent", ""] });
    trainer.add({ page: pages[0], keywords: ["the", "slate"] });
    expect(trainer.pages).toBe(0);
    expect(() => trainer.finish()).toThrow(expect.objectContaining({ code: "bad-input" }));
    trainer.add(examples[0]);
    expect(trainer.pages).toBe(1);
  });

  test("refuses unknown options", () => {
    expect(() => new KeywordTrainer(frequencies, { seeds: 1 } as object)).toThrow(/Unknown option "seeds"/);
  });
});

describe("readKeywordModel", async () => {
  const model = await trainKeywords(examples, frequencies);

  test("reads a written model", () => {
    expect(readKeywordModel(writeKeywordModel(model))).toEqual(model);
  });

  test.each([
    ["not JSON", "{", /not JSON/],
    ["null", "null", /not an object/],
    ["another file", { ...model, kind: "dehusk-page-level-model" }, /its kind is "dehusk-page-level-model"/],
    ["a later version", { ...model, version: 2 }, /its version is 2/],
    ["no features", { ...model, features: 1 }, /lacks its list of features/],
    ["an unknown feature", { ...model, features: [...model.features, "luck"] }, /features "luck"/],
    ["a missing feature", { ...model, features: model.features.slice(1) }, /lacks the features times/],
    ["another order", { ...model, features: model.features.toReversed() }, /in another order/],
    ["descending scales", { ...model, scales: model.scales.map(() => [2, 1]) }, /scales must be/],
    ["no bias", { ...model, bias: null }, /its bias is null/],
    ["a missing weight", { ...model, weights: model.weights.slice(1) }, /its weights must be/],
  ])("refuses %s", (_, content, message) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    expect(() => readKeywordModel(text)).toThrow(expect.objectContaining({ code: "bad-model" }));
    expect(() => readKeywordModel(text)).toThrow(message);
  });
});

test("declaredKeywords reads the page's own", () => {
  const html = '<meta name="Keywords" content="solar panels, roof;; 網頁、首頁"><meta name=description content=no>';
  expect(declaredKeywords(parse(html))).toEqual(["solar panels", "roof", "網頁", "首頁"]);
});
