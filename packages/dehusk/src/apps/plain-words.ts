import { splitWords } from "../page/index.ts";

/** Invisible characters inside words: soft hyphens, joiners, variation selectors. */
const unseen = /\u00ad|\u200c|\u200d|[\ufe00-\ufe0f]/g;

/**
 * The normalized words of a text: lower case, full-width and composed characters in plain form, only letters, marks and
 * digits of any language. Scripts without spaces give one word per character.
 *
 * @example
 * plainWords("Don’t PANIC: 網頁 №5") // ["don", "t", "panic", "網", "頁", "no5"]
 */
export function plainWords(text: string): string[] {
  return splitWords(text.normalize("NFKC").toLowerCase().replace(unseen, "").replaceAll("_", " "));
}
