import { asciimathToTex } from "./asciimath-to-tex.ts";
import { delimitersIn, isEvidentTex, isLikelyTex, isProse, undelimited } from "./looks-like-tex.ts";
import type { TexDelimiters } from "./tex-delimiters.ts";

export interface TexPiece {
  /** The source in the text. */
  readonly source: string;
  /** The TeX between the delimiters, "" for text. */
  readonly tex: string;
  readonly display: boolean;
}

const closers = new Map([
  ["\\(", "\\)"],
  ["\\[", "\\]"],
]);
const longest = 4000;
const longestAscii = 500;

const opener =
  /`|\\[($[]|\$\$|\$|##|\\begin\{((?:equation|align|aligned|gather|multline|eqnarray|array|cases|[bpv]?matrix)\*?)\}/g;

/** Splits a text at the delimiters of formulas: `\(…\)`, `\[…\]`, `$$…$$`, environments, `$…$` unless it is money, and AsciiMath. */
export function splitTex(text: string, delimiters: TexDelimiters): TexPiece[] {
  const pieces: TexPiece[] = [];
  /** The next position of each closing delimiter, found once however many open before it. */
  const next = new Map<string, number>();
  const pattern = new RegExp(opener);
  let at = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [sign, environment] = found;
    const isAscii = delimiters.ascii && (sign === "`" || sign === "\\$");
    if ((/^(?:`|\\\$)$/.test(sign) && !isAscii) || (sign === "##" && !delimiters.inline.has(sign))) continue;
    const from = found.index + sign.length;
    const closer = environment === undefined ? (closers.get(sign) ?? sign) : `\\end{${environment}}`;
    const close = closers.has(sign) ? nextOutsideWords(closer, from) : nextOf(closer, from);
    if (close - from > longest) continue;
    const end = close + closer.length;
    const inner = text.slice(from, close);
    const isTex =
      inner.trim() !== "" &&
      // A formula begins in it: the first sign is text.
      !opensFormula(inner) &&
      (isAscii
        ? !/\n\s*\n/.test(inner) && inner.length < longestAscii
        : sign === "$"
          ? isBetweenDollars(inner, seenFrom(text, found.index - 1, -1), seenFrom(text, end, 1), delimiters)
          : delimiters.sure || isEvidentTex(inner) || (delimiters.some && sign !== "$$" && isLikelyTex(inner)));
    if (!isTex) continue;
    addText(found.index);
    const source = text.slice(found.index, end);
    const { tex } = isAscii ? { tex: asciimathToTex(inner) } : undelimited(environment === undefined ? inner : source);
    pieces.push({ source, tex, display: environment !== undefined || sign === "\\[" || sign === "$$" });
    at = end;
    pattern.lastIndex = end;
  }
  addText(text.length);
  return pieces;

  function addText(to: number): void {
    if (to <= at) return;
    const source = text.slice(at, to);
    // If dollars are delimiters, others are escaped.
    pieces.push({
      source: delimiters.inline.has("$") ? source.replaceAll("\\$", "$") : source,
      tex: "",
      display: false,
    });
  }

  function nextOutsideWords(closer: string, from: number): number {
    if (nextOf(closer, from) - from > longest) return Number.POSITIVE_INFINITY;
    const rest = text.slice(from, from + longest + closer.length);
    for (const place of delimitersIn(rest)) if (rest.startsWith(closer, place)) return from + place;
    return Number.POSITIVE_INFINITY;
  }

  function nextOf(closer: string, from: number): number {
    let place = next.get(closer) ?? -1;
    if (place >= from) return place;
    place = text.indexOf(closer, from);
    while (closer === "$" && place > from && text[place - 1] === "\\") place = text.indexOf(closer, place + 1);
    if (place < 0) place = Number.POSITIVE_INFINITY;
    next.set(closer, place);
    return place;
  }
}

/** Changes of direction, which writers add and move. */
const unseen = /[\u202a-\u202e\u2066-\u2069]/;

/** The first character that is seen, at a place or on from it. */
function seenFrom(text: string, place: number, step: 1 | -1): string {
  let at = place;
  while (unseen.test(text.charAt(at))) at += step;
  return text.charAt(at);
}

function opensFormula(tex: string): boolean {
  if (!/\\[([]/.test(tex)) return false;
  for (const place of delimitersIn(tex)) if (/[([]/.test(tex[place + 1])) return true;
  return false;
}

/** Whether the text between two dollars is a formula. Amounts of money have spaces before the next dollar, or digits after it. */
function isBetweenDollars(inner: string, before: string, after: string, { sure, inline }: TexDelimiters): boolean {
  if (/[\d$]/.test(after) || before === "$" || /\n\s*\n/.test(inner)) return false;
  if (isEvidentTex(inner)) return sure || !(/^\s|\s$/.test(inner) || /\w/.test(before + after));
  if (/^\s|\s$/.test(inner)) return false;
  return inline.has("$") ? !isProse(inner) && !/^[\d.,]+\s[^=+<>]*$/.test(inner) : sure && isLikelyTex(inner);
}
