import type { SparseCounts } from "../../learn/index.ts";
import { plainWords } from "../plain-words.ts";

/**
 * Counts the words of a text.
 *
 * @param idOf The number of a word; words for which it returns undefined are skipped.
 */
export function countWords(text: string, idOf: (word: string) => number | undefined): SparseCounts {
  const counts = new Map<number, number>();
  for (const word of plainWords(text)) {
    const id = idOf(word);
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return { ids: Int32Array.from(counts.keys()), counts: Int32Array.from(counts.values()) };
}
