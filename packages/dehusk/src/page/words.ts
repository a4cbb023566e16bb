import { inWord, kindOf, kindOfPair, startsWord } from "./characters.ts";

/**
 * The words of a text: runs of letters, marks and digits; each Han or kana character; each cluster (a letter with its
 * vowels and marks) of Thai, Lao, Khmer and Burmese, which are written without spaces too. No dictionary, so that words
 * are the same in every engine and do not depend on where a text is cut.
 *
 * @example
 * splitWords("Dehusk 網頁, 2 ways") // ["Dehusk", "網", "頁", "2", "ways"]
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  let before = 0;
  const { length: end } = text;
  for (let i = 0; i < end; ) {
    const { kind, length } = kindAt(text, i);
    const starts = startsWord(kind, before);
    if (start >= 0 && (starts || !inWord(kind))) {
      words.push(text.slice(start, i));
      start = -1;
    }
    if (starts) start = i;
    before = kind;
    i += length;
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}

function kindAt(text: string, i: number): { kind: number; length: number } {
  const code = text.charCodeAt(i);
  if (code < 0xd800 || code > 0xdfff) return { kind: kindOf(code), length: 1 };
  const point = text.codePointAt(i) as number;
  return point > 0xffff ? { kind: kindOfPair(point), length: 2 } : { kind: kindOf(code), length: 1 };
}
