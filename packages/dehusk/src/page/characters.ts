/**
 * Character classes, from a lookup table of the basic plane that is filled on demand: a page uses few characters, and
 * testing Unicode properties for each letter is too slow.
 */
export const Kind = {
  /** Collapsible white space: space, tab, line feed, form feed, carriage return. */
  Blank: 1,
  /** Other white space, such as a no-break space. */
  Space: 2,
  /** Part of a word: a letter that is not a capital, a mark, an underscore, a joiner. */
  Letter: 3,
  Upper: 4,
  Digit: 5,
  /** A word by itself: Han and kana are written without spaces. */
  Ideograph: 6,
  /** Starts a cluster in a script without spaces (Thai, Lao, Khmer, Burmese): each cluster counts as a word. */
  Cluster: 7,
  /** A vowel written before its consonant: starts a cluster that includes the next letter. */
  Leading: 8,
  /** Continues a cluster. */
  Trailing: 9,
  /** Ends a sentence if white space follows. */
  Stop: 10,
  /** Always ends a sentence, as in Chinese. */
  FullStop: 11,
  /** Other punctuation. */
  Punctuation: 12,
  /** Anything else: symbols, emoji, controls. */
  Other: 13,
} as const;

const kinds = new Uint8Array(0x10000);
const astralKinds = new Map<number, number>();

const stops = new Set(".!?…");
// Sentence ends in Chinese, Devanagari, Arabic, Urdu, Armenian, Ethiopic, Khmer, Burmese, Tibetan.
const fullStops = new Set("。！？｡।॥؟۔։።៖។၊။།");

function classify(code: number): number {
  if (code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d) return Kind.Blank;
  const character = String.fromCodePoint(code);
  if (/\s/u.test(character) || code === 0x200b) return Kind.Space;
  if (stops.has(character)) return Kind.Stop;
  if (fullStops.has(character)) return Kind.FullStop;
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u.test(character) &&
    /[\p{L}\p{N}]/u.test(character)
  ) {
    return Kind.Ideograph;
  }
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(character)) {
    if (/[\u0e40-\u0e44\u0ec0-\u0ec4]/.test(character)) return Kind.Leading;
    if (/[\p{M}\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3]/u.test(character)) return Kind.Trailing;
    if (/\p{L}/u.test(character)) return Kind.Cluster;
  }
  if (/\p{Lu}/u.test(character)) return Kind.Upper;
  if (/\p{N}/u.test(character)) return Kind.Digit;
  // Joiners and the soft hyphen occur inside words (Persian, Indic scripts, hyphenated text).
  if (code === 0x200c || code === 0x200d || code === 0xad) return Kind.Letter;
  if (/[\p{L}\p{M}_]/u.test(character)) return Kind.Letter;
  if (/\p{P}/u.test(character)) return Kind.Punctuation;
  return Kind.Other;
}

/** The kind of a UTF-16 code unit; for surrogate pairs, use {@link kindOfPair}. */
export function kindOf(code: number): number {
  const known = kinds[code];
  if (known !== 0) return known;
  const kind = classify(code);
  kinds[code] = kind;
  return kind;
}

/** The kind of a code point outside the basic plane. */
export function kindOfPair(codePoint: number): number {
  let kind = astralKinds.get(codePoint);
  if (kind === undefined) {
    kind = classify(codePoint);
    astralKinds.set(codePoint, kind);
  }
  return kind;
}

/** Whether a character of this kind starts a word, given the kind of the character before it (0 for none). */
export function startsWord(kind: number, before: number): boolean {
  switch (kind) {
    case Kind.Letter:
    case Kind.Upper:
    case Kind.Digit:
      return !(before >= Kind.Letter && before <= Kind.Digit);
    case Kind.Ideograph:
    case Kind.Leading:
      return true;
    case Kind.Cluster:
      return before !== Kind.Leading;
    case Kind.Trailing:
      return !(before >= Kind.Cluster && before <= Kind.Trailing);
    default:
      return false;
  }
}

/** Whether characters of this kind make up words. */
export function inWord(kind: number): boolean {
  return kind >= Kind.Letter && kind <= Kind.Trailing;
}
