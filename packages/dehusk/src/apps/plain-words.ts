import { splitWords } from "../page/index.ts";

/** Characters inside words that readers do not see: soft hyphens, joiners, variants of emoji. */
const unseen = /\u00ad|\u200c|\u200d|[\ufe00-\ufe0f]/g;

/**
 * The words of a text, made alike wherever the text was found: lower case, full-width and composed characters as their
 * plain forms, nothing but letters, marks and digits of any language. Scripts without spaces give a word per character.
 *
 * @example
 * plainWords("Don’t PANIC: 網頁 №5") // ["don", "t", "panic", "網", "頁", "no5"]
 */
export function plainWords(text: string): string[] {
  return splitWords(text.normalize("NFKC").toLowerCase().replace(unseen, "").replaceAll("_", " "));
}
