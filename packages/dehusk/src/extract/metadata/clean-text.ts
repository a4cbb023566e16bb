import { cutText } from "../../basics/index.ts";
import { splitWords, withoutInvisible } from "../../page/index.ts";

/** Maximum length of a title, name or description. */
const longest = 20_000;

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  sbquo: "‚",
  bdquo: "„",
  laquo: "«",
  raquo: "»",
  middot: "·",
  bull: "•",
  szlig: "ß",
  oslash: "ø",
  aelig: "æ",
  reg: "®",
  trade: "™",
  copy: "©",
};

/** Diacritics: "eacute" is e with an acute. */
const accents: Readonly<Record<string, string>> = {
  uml: "\u0308",
  acute: "\u0301",
  grave: "\u0300",
  circ: "\u0302",
  cedil: "\u0327",
  tilde: "\u0303",
  ring: "\u030a",
};

const tags =
  /<\/?(?:a|b|i|u|em|strong|span|br|sup|sub|p|div|font|small|mark|q|cite|wbr|nobr|h[1-6]|img)(?:\s[^<>]{0,300})?\/?>|<!--[^<>]{0,300}-->/gi;

/**
 * Text from an attribute or a script as a person would read it: character references that were escaped twice are
 * decoded, tags and invisible characters are dropped, white space collapses.
 */
export function cleanText(text: string): string {
  let clean = cutText(text, longest);
  // Twice: "&amp;amp;quot;" occurs in the wild.
  for (let round = 0; round < 2 && clean.includes("&"); round++) clean = decodeReferences(clean);
  if (clean.includes("<")) clean = clean.replace(tags, " ");
  return collapse(clean);
}

const untidy =
  /^\s|\s$|\s\s|[^\S ]|[\u0000-\u001f\u0080-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/;

/** Shown text on one line, without invisible characters. */
export function collapse(text: string): string {
  if (!untidy.test(text)) return text;
  return withoutInvisible(text)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd]/g, "")
    .replace(/[\s\u0000-\u001f\u0080-\u009f]+/g, " ")
    .trim();
}

function decodeReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) {
      if (Object.hasOwn(named, name)) return named[name];
      const accent = name.slice(1);
      return Object.hasOwn(accents, accent) ? (name[0] + accents[accent]).normalize() : whole;
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** A text's words in a form in which two spellings of the same title or name are equal. */
export function foldWords(text: string): string[] {
  const lower = text.toLowerCase();
  if (/^[^'`\x80-\uffff]*$/.test(lower)) return splitWords(lower);
  return splitWords(lower.normalize("NFKC").replace(/['’‘`´]/g, ""));
}

/** {@link foldWords} as one string. */
export function fold(text: string): string {
  return foldWords(text).join(" ");
}

/** The similarity of two texts: the F1 of their words, 0 to 1. */
export function similarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of a) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of b) {
    const left = counts.get(word) ?? 0;
    if (left > 0) {
      shared++;
      counts.set(word, left - 1);
    }
  }
  return (2 * shared) / (a.length + b.length);
}
