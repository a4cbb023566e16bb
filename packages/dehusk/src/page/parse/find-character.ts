import type { SourceText } from "./source-text.ts";

/** Characters tested one by one before calling `indexOf`, a call of which costs as much. */
const near = 64;

/**
 * The next position of a character, -1 for none. Tags, values and texts are short: testing characters is faster than a
 * call of `indexOf`, much so where the source has characters beyond Latin-1.
 */
export function findCharacter({ codes, source, length }: SourceText, code: number, from: number): number {
  const to = Math.min(length, from + near);
  for (let at = from; at < to; at++) if (codes[at] === code) return at;
  return source.indexOf(String.fromCharCode(code), to);
}
