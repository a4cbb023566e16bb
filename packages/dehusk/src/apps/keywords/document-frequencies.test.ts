import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { DocumentFrequencies } from "./document-frequencies.ts";
import { findPhrases } from "./find-phrases.ts";
import { readFrequencies, writeFrequencies } from "./frequencies-file.ts";
import { readWords } from "./read-words.ts";

const phrasesOf = (text: string) => findPhrases(readWords(parse(`<p>${text}`)));
const hashOf = (text: string): number => phrasesOf(text).hash[text.split(" ").length - 1];

function counted(texts: readonly string[], most?: number): DocumentFrequencies {
  const frequencies = new DocumentFrequencies({ most });
  for (const text of texts) frequencies.add(phrasesOf(text));
  return frequencies;
}

describe("DocumentFrequencies", () => {
  test("counts documents per word and phrase", () => {
    const frequencies = counted(["red red roof", "a red roof", "roof red"]);
    expect(frequencies.documents).toBe(3);
    const of = (text: string): number => frequencies.of(hashOf(text));
    expect([of("red"), of("red roof"), of("red red roof"), of("roof red"), of("blue")]).toEqual([3, 2, 1, 1, 0]);
  });

  test("after trimming to the most frequent, other entries count as less than the least", () => {
    const all = counted(["a b", "a b", "a b", "a c", "a c", "d"]);
    const trimmed = all.trimmed({ least: 3 });
    expect(trimmed).toMatchObject({ documents: 6, leastWords: 3, leastPhrases: 3, size: 3 });
    expect([trimmed.of(hashOf("a")), trimmed.of(hashOf("a b")), trimmed.of(hashOf("c"))]).toEqual([5, 3, 2]);
    expect(all.trimmed({ words: 1, phrases: 1, least: 1 })).toMatchObject({ size: 2, leastWords: 4, leastPhrases: 3 });
    expect(all.trimmed({ words: 3, phrases: 0, least: 1 })).toMatchObject({ size: 3, leastWords: 2, leastPhrases: 4 });
  });

  test("with bounded memory, counts are too high by at most the slack, never too low", () => {
    const texts = fc.array(fc.array(fc.constantFrom(..."abcdefgh"), { maxLength: 3 }).map((list) => list.join(" ")));
    fc.assert(
      fc.property(texts, (list) => {
        const exact = counted(list);
        const bounded = counted(list, 6);
        expect(bounded.size).toBeLessThanOrEqual(6);
        for (const [hash, documents] of bounded.entries()) {
          expect(documents).toBeGreaterThanOrEqual(exact.of(hash));
          expect(documents).toBeLessThanOrEqual(exact.of(hash) + bounded.slack);
        }
        for (const [hash, documents] of exact.entries()) {
          if (documents > bounded.slack) expect(bounded.of(hash)).toBeGreaterThanOrEqual(documents);
        }
      }),
    );
  });

  test("survives a write and read, and can be extended", () => {
    const entry = fc.tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.integer({ min: 3, max: 100_000 }));
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ([hash]) => hash }), (entries) => {
        const frequencies = new DocumentFrequencies(
          {},
          { documents: 100_000, leastWords: 3, leastPhrases: 9, entries },
        );
        const copy = readFrequencies(writeFrequencies(frequencies));
        expect(copy.entries()).toEqual(frequencies.entries());
        expect(copy).toMatchObject({ documents: 100_000, leastWords: 3, leastPhrases: 9 });
        expect(writeFrequencies(copy)).toBe(writeFrequencies(frequencies));
      }),
    );
    const more = readFrequencies(writeFrequencies(counted(["a", "a", "b"])));
    more.add(phrasesOf("a"));
    expect([more.documents, more.of(hashOf("a"))]).toEqual([4, 3]);
  });

  const file = JSON.parse(writeFrequencies(counted(["a b", "c"]))) as Record<string, unknown>;
  test.each([
    ["not JSON", "{", /not JSON/],
    ["a list", [], /not an object/],
    ["another file", { ...file, kind: "dehusk-keyword-model" }, /its kind is "dehusk-keyword-model"/],
    ["a later version", { ...file, version: 2 }, /its version is 2/],
    ["no documents", { ...file, documents: -1 }, /"documents" is -1/],
    ["no least word count", { ...file, leastWords: 0 }, /"leastWords" is 0/],
    ["no least phrase count", { ...file, leastPhrases: "1" }, /"leastPhrases" is "1"/],
    ["no entries", { ...file, packed: undefined }, /lacks "packed"/],
    ["entries that are not base64", { ...file, packed: "ä" }, /not base64/],
    ["truncated entries", { ...file, packed: "gA==" }, /truncated/],
    ["a duplicate entry", { ...file, packed: "AQAAAA==" }, /a duplicate entry/],
    ["a wrong number of entries", { ...file, entries: 5 }, /has 4 entries, expected 5/],
    ["a count above the number of documents", { ...file, documents: 0 }, /counts 1 of 0 documents/],
  ])("refuses %s", (_, content, message) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    expect(() => readFrequencies(text)).toThrow(expect.objectContaining({ code: "bad-model" }));
    expect(() => readFrequencies(text)).toThrow(message);
  });
});
