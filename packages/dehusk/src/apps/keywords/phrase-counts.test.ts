import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { DocumentFrequencies } from "./document-frequencies.ts";
import { findPhrases } from "./find-phrases.ts";
import { keywordFeatureCount, keywordFeatureList } from "./keyword-features.ts";
import { type KeywordRowOptions, keywordRows, plainPhrase } from "./keyword-rows.ts";
import { readPhraseCounts } from "./phrase-counts.ts";
import { readWords } from "./read-words.ts";

const page = parse("<nav>Solar panels</nav><p>Solar panels on roofs. Roofs of slate.</p><footer>slate</footer>");
const frequencies = new DocumentFrequencies();
frequencies.add(findPhrases(readWords(page)));

function featureOf(phrase: string, name: string, options: KeywordRowOptions): number | undefined {
  const { words, phrases, candidates, rows } = keywordRows(page, frequencies, options);
  const c = candidates.findIndex((one) => plainPhrase(words, phrases, one) === phrase);
  return rows[c * keywordFeatureCount + keywordFeatureList.findIndex((feature) => feature.name === name)];
}

describe("readPhraseCounts", () => {
  test("adds up phrases that differ in case or punctuation, and finds them on a page", () => {
    const phraseCounts = readPhraseCounts("Solar Panels\t2\nsolar-panels\t1\r\nroofs\t7\n\n");
    expect(featureOf("solar panels", "asked", { phraseCounts })).toBe(2);
    expect(featureOf("roofs", "asked", { phraseCounts })).toBe(3);
    expect(featureOf("slate", "asked", { phraseCounts })).toBe(0);
    expect(featureOf("roofs", "asked", {})).toBe(0);
  });

  test.each(["roofs 7", "roofs\tmany", "roofs\t", "roofs\t-1"])("refuses the line %j", (line) => {
    expect(() => readPhraseCounts(`slate\t1\n${line}\n`)).toThrow(/Line 2 of the phrase counts has no count/);
  });
});
