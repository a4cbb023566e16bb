import { isText, type Page } from "../page/index.ts";

/**
 * Kinds of punctuation and of pieces between spaces, counted in the text of a block. Marks of other scripts count with
 * their equivalents.
 */
export const characterKinds = [
  { name: "commas", marks: ",;、，；،؛" },
  { name: "periods", marks: ".…。｡।۔" },
  { name: "questions", marks: "?!？！؟¿¡" },
  { name: "colons", marks: ":：" },
  { name: "quotes", marks: "\"'«»‹›“”„‘’「」『』" },
  { name: "brackets", marks: "()[]{}（）【】〔〕" },
  { name: "bars", marks: "|/\\<>•·▪►→¦" },
  { name: "dashes", marks: "-–—_~" },
  { name: "signs", marks: "@#&%$€£¥+*=©®™§" },
] as const;

export type CharacterKind = (typeof characterKinds)[number]["name"];

const kinds = characterKinds.length;

/** Columns after those of the marks. */
const UPPER = kinds;
const PIECES = kinds + 1;
const SHORT = kinds + 2;
const SHOUTED = kinds + 3;
const NUMERIC = kinds + 4;

/** Maximum length of a short piece, which words such as "of", "the", "und", "les" are in most languages. */
const shortest = 3;

/** Running sums of the kinds of characters of a page's text, as in `page.sums`: counts of node i are differences. */
export interface CharacterSums {
  readonly marks: readonly Int32Array[];
  /** Capital letters. */
  readonly upper: Int32Array;
  /** Pieces of text between white space that are more than marks, and those of them of at most three characters. */
  readonly pieces: Int32Array;
  readonly short: Int32Array;
  /** Pieces of two characters or more whose letters all are capitals, and pieces that begin with a digit. */
  readonly shouted: Int32Array;
  readonly numeric: Int32Array;
}

const columns = kinds + 5;

/** Counts characters in one pass over the text, text node by text node: markup within a piece makes it two. */
export function characterSums(page: Page): CharacterSums {
  const sums = Array.from({ length: columns }, () => new Int32Array(page.size + 1));
  const total = new Int32Array(columns);
  const add = (column: number): void => {
    total[column] = total[column] + 1;
  };
  for (let i = 0; i < page.size; i++) {
    for (let c = 0; c < columns; c++) (sums[c] as Int32Array)[i] = total[c];
    if (!isText(page, i)) continue;
    const to = page.textTo[i + 1];
    let length = 0;
    let more = false;
    let lower = false;
    let upper = false;
    let numeric = false;
    for (let k = page.textFrom[i]; k <= to; k++) {
      const kind = k < to ? characterKind(page.text.charCodeAt(k)) : Character.White;
      if (kind !== Character.White) {
        if (length === 0) numeric = kind === Character.Digit;
        length++;
        if (kind === Character.Lower) lower = true;
        else if (kind === Character.Upper) {
          upper = true;
          add(UPPER);
        }
        if (kind < kinds) add(kind);
        else more = true;
        continue;
      }
      if (more) {
        add(PIECES);
        if (length <= shortest) add(SHORT);
        if (upper && !lower && length > 1) add(SHOUTED);
        if (numeric) add(NUMERIC);
      }
      length = 0;
      more = false;
      lower = false;
      upper = false;
    }
  }
  for (let c = 0; c < columns; c++) (sums[c] as Int32Array)[page.size] = total[c];
  return {
    marks: sums.slice(0, kinds),
    upper: sums[UPPER] as Int32Array,
    pieces: sums[PIECES] as Int32Array,
    short: sums[SHORT] as Int32Array,
    shouted: sums[SHOUTED] as Int32Array,
    numeric: sums[NUMERIC] as Int32Array,
  };
}

/** Character classes; below these are the kinds of marks. */
const Character = { White: 32, Digit: 33, Upper: 34, Lower: 35, Other: 36, Unknown: 255 } as const;

const table = new Uint8Array(0x10000).fill(Character.Unknown);

/** Looked up in a table that is filled on demand. */
function characterKind(code: number): number {
  const known = table[code];
  if (known !== Character.Unknown) return known;
  const kind = classify(String.fromCharCode(code));
  table[code] = kind;
  return kind;
}

function classify(character: string): number {
  if (character <= " " || /\s/.test(character)) return Character.White;
  const mark = characterKinds.findIndex(({ marks }) => marks.includes(character));
  if (mark >= 0) return mark;
  if (/\p{Nd}/u.test(character)) return Character.Digit;
  if (/\p{Lu}/u.test(character)) return Character.Upper;
  return /\p{Ll}/u.test(character) ? Character.Lower : Character.Other;
}
