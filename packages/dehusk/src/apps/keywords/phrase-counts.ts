import { DehuskError } from "../../basics/index.ts";
import { plainWords } from "../plain-words.ts";
import { hashPhrase } from "./find-phrases.ts";

/** How often phrases are searched for: counts by the hash of a phrase's plain words. */
export type PhraseCounts = ReadonlyMap<number, number>;

/**
 * Reads a table of phrase frequencies, such as a search query log: a phrase, a tab and its count on each line. Phrases
 * that differ in case or punctuation alone are added up.
 *
 * @throws DehuskError `bad-input` with the line that has no count.
 *
 * @example
 * findKeywords(page, { phraseCounts: readPhraseCounts("solar panels\t1200\nroof\t800\n") });
 */
export function readPhraseCounts(text: string): PhraseCounts {
  const counts = new Map<number, number>();
  for (const [number, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const tab = line.lastIndexOf("\t");
    const count = tab < 0 ? Number.NaN : Number(line.slice(tab + 1).trim() || Number.NaN);
    if (!(count >= 0 && count < Number.POSITIVE_INFINITY)) {
      throw new DehuskError("bad-input", `Line ${number + 1} of the phrase counts has no count after a tab.`);
    }
    const words = plainWords(line.slice(0, tab));
    if (words.length === 0) continue;
    const hash = hashPhrase(words);
    counts.set(hash, (counts.get(hash) ?? 0) + count);
  }
  return counts;
}
