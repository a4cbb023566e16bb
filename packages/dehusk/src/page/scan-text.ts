import { Kind, kindOf, kindOfPair, startsWord } from "./characters.ts";

/** What one text node adds to the running sums, and how it sits in the flow of text. One object serves all nodes. */
export interface TextScan {
  /** Characters that are not white space. */
  characters: number;
  words: number;
  /** Words that begin with a capital. */
  capitals: number;
  digits: number;
  punctuation: number;
  sentences: number;
  /** Length with each run of collapsible white space as one. */
  collapsed: number;
  /** Whether its collapsible white space is single spaces only, so that it is shown as it is. */
  plain: boolean;
  /** Whether the text begins or ends with collapsible white space. */
  opensBlank: boolean;
  closesBlank: boolean;
  /** Kind of the last character, to carry a word over into the next node. */
  last: number;
}

/** An empty scan, to be filled by {@link scanText} over and over. */
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

/**
 * Counts a text in one pass. The hot loop of building a page: one table look-up per character.
 *
 * @param before Kind of the character that stands directly before the text as shown, 0 for none.
 */
export function scanText(text: string, before: number, scan: TextScan): void {
  const length = text.length;
  let words = 0;
  let capitals = 0;
  let digits = 0;
  let punctuation = 0;
  let sentences = 0;
  let spaces = 0;
  let extraBlanks = 0;
  let breaks = 0;
  let pairs = 0;
  // The last character of a stop and what closes after it: white space right behind it ends a sentence.
  let stopAt = -2;
  let last = before;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    let kind = kindOf(code);
    switch (kind) {
      case Kind.Letter:
        if (last < Kind.Letter || last > Kind.Digit) words++;
        break;
      case Kind.Blank:
        spaces++;
        if (code !== 0x20) breaks++;
        if (last === Kind.Blank && i > 0) extraBlanks++;
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
          const point = text.codePointAt(i) as number;
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
  scan.sentences = sentences + (stopAt === length - 1 && length > 0 ? 1 : 0);
  scan.collapsed = length - extraBlanks;
  scan.plain = extraBlanks === 0 && breaks === 0;
  scan.opensBlank = length > 0 && isBlank(text.charCodeAt(0));
  scan.closesBlank = last === Kind.Blank && length > 0;
  scan.last = last;
}

/** What may stand between a stop and the white space that ends its sentence. */
const closers = new Set([...`"')]}»”’›」』`].map((character) => character.charCodeAt(0)));

/** Whether a UTF-16 code unit is white space that collapses when shown. */
export function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}
