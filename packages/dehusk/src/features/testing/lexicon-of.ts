import { createLexicon, type Lexicon } from "../lexicon.ts";

/** A lexicon of some hashes and their weights. */
export function lexiconOf(entries: Iterable<readonly [hash: number, weight: number]>): Lexicon {
  const list = [...entries];
  return createLexicon(
    Int32Array.from(list, ([hash]) => hash),
    Float32Array.from(list, ([, weight]) => weight),
  );
}
