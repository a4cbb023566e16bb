import { Kind, kindOf, kindOfPair, startsWord } from "./characters.ts";
import { CodeUnits } from "./code-units.ts";

/** What a text node adds to the running sums, and how it joins the text flow. The object is reused. */
export interface TextScan {
  /** Characters other than white space. */
  characters: number;
  words: number;
  /** Words that start with a capital. */
  capitals: number;
  digits: number;
  punctuation: number;
  sentences: number;
  /** Length with white space collapsed. */
  collapsed: number;
  /** Whether its collapsible white space is single spaces only, so that it is shown unchanged. */
  plain: boolean;
  /** Whether the text starts or ends with collapsible white space. */
  opensBlank: boolean;
  closesBlank: boolean;
  /** Kind of the last character, to continue a word in the next node. */
  last: number;
}

/** An empty scan for {@link scanText} to fill. */
export function createTextScan(): TextScan {
  return {
    characters: 0,
    words: 0,
    capitals: 0,
    digits: 0,
    punctuation: 0,
    sentences: 0,
    collapsed: 0,
    plain: true,
    opensBlank: false,
    closesBlank: false,
    last: 0,
  };
}

/** Counts a text in one pass. See {@link scanCodes}. */
export function scanText(text: string, before: number, scan: TextScan): void {
  const units = new CodeUnits(text);
  scanCodes(units.codes, 0, text.length, before, scan);
  units.release();
}

/**
 * Counts a text in one pass. The hot loop of building a page: small letters and spaces need no more than a comparison,
 * others a table lookup.
 *
 * @param codes UTF-16 code units, among them those of the text.
 * @param before Kind of the character directly before the text as shown, 0 for none.
 */
export function scanCodes(
  codes: Uint16Array | Uint8Array,
  from: number,
  to: number,
  before: number,
  scan: TextScan,
): void {
  const length = to - from;
  let words = 0;
  let capitals = 0;
  let digits = 0;
  let punctuation = 0;
  let sentences = 0;
  let spaces = 0;
  let extraBlanks = 0;
  let breaks = 0;
  let pairs = 0;
  // Last character of a full stop and its closing quotes: white space after it ends a sentence.
  let stopAt = -2;
  let last = before;
  for (let i = from; i < to; i++) {
    let code = codes[i];
    if (code >= 0x61 && code <= 0x7a) {
      if (last < Kind.Letter || last > Kind.Digit) words++;
      last = Kind.Letter;
      do {
        if (++i === to) break;
        code = codes[i];
      } while (code >= 0x61 && code <= 0x7a);
      if (i === to) break;
    }
    let kind = kindOf(code);
    switch (kind) {
      case Kind.Letter:
        if (last < Kind.Letter || last > Kind.Digit) words++;
        break;
      case Kind.Blank:
        spaces++;
        if (code !== 0x20) breaks++;
        if (last === Kind.Blank && i > from) extraBlanks++;
        else if (stopAt === i - 1) sentences++;
        break;
      case Kind.Upper:
        if (last < Kind.Letter || last > Kind.Digit) {
          words++;
          capitals++;
        }
        break;
      case Kind.Digit:
        digits++;
        if (last < Kind.Letter || last > Kind.Digit) words++;
        break;
      case Kind.Space:
        spaces++;
        if (stopAt === i - 1) sentences++;
        break;
      case Kind.Stop:
        punctuation++;
        stopAt = i;
        break;
      case Kind.FullStop:
        punctuation++;
        if (last !== Kind.FullStop) sentences++;
        break;
      case Kind.Punctuation:
        punctuation++;
        if (stopAt === i - 1 && closers.has(code)) stopAt = i;
        break;
      default:
        if (code >= 0xd800 && code <= 0xdbff) {
          const point = i + 1 < to ? pointOf(code, codes[i + 1]) : code;
          if (point > 0xffff) {
            kind = kindOfPair(point);
            i++;
            pairs++;
          }
        }
        if (startsWord(kind, last)) {
          words++;
          if (kind === Kind.Upper) capitals++;
        }
        if (kind === Kind.Digit) digits++;
        else if (kind === Kind.Punctuation) punctuation++;
    }
    last = kind;
  }
  scan.characters = length - spaces - pairs;
  scan.words = words;
  scan.capitals = capitals;
  scan.digits = digits;
  scan.punctuation = punctuation;
  scan.sentences = sentences + (stopAt === to - 1 && length > 0 ? 1 : 0);
  scan.collapsed = length - extraBlanks;
  scan.plain = extraBlanks === 0 && breaks === 0;
  scan.opensBlank = length > 0 && isBlank(codes[from]);
  scan.closesBlank = last === Kind.Blank && length > 0;
  scan.last = last;
}

/** The code point of a surrogate and what follows it: its own if that is no other half. */
function pointOf(high: number, low: number): number {
  return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00) : high;
}

/** Characters that may come between a full stop and the white space after it. */
const closers = new Set([...`"')]}»”’›」』`].map((character) => character.charCodeAt(0)));

/** Whether a UTF-16 code unit is collapsible white space. */
export function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}
