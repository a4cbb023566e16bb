import { attribute, findTag, type Page, tagNumber } from "../../page/index.ts";

const SCRIPT = tagNumber("script");

/** Whether the page loads MathJax or KaTeX, which turn TeX in its text into formulas. */
export function usesTex(page: Page): boolean {
  for (let i = findTag(page, SCRIPT); i >= 0; i = findTag(page, SCRIPT, i + 1)) {
    const src = attribute(page, i, "src");
    if (src !== undefined && /mathjax|katex/i.test(src)) return true;
  }
  return false;
}

export interface TexPiece {
  /** As it stands in the text. */
  readonly source: string;
  /** The TeX between the delimiters, "" for text. */
  readonly tex: string;
  readonly display: boolean;
}

const closers: Readonly<Record<string, string>> = { "\\(": "\\)", "\\[": "\\]", $$: "$$" };
const longest = 4000;

/** Parts a text at the delimiters that both libraries know: `\(…\)`, `\[…\]` and `$$…$$`. A single dollar is money. */
export function splitTex(text: string): TexPiece[] {
  const pieces: TexPiece[] = [];
  /** Where each closing delimiter stands next, found once however many open before it. */
  const next: Record<string, number> = {};
  const opener = /\\\(|\\\[|\$\$/g;
  let at = 0;
  for (let found = opener.exec(text); found !== null; found = opener.exec(text)) {
    const from = found.index + 2;
    const closer = closers[found[0]];
    if ((next[closer] ?? -1) < from) {
      const close = text.indexOf(closer, from);
      next[closer] = close < 0 ? Number.POSITIVE_INFINITY : close;
    }
    const close = next[closer];
    if (close - from > longest) continue;
    const tex = trimLines(text.slice(from, close));
    if (tex === "") continue;
    if (found.index > at) pieces.push({ source: text.slice(at, found.index), tex: "", display: false });
    at = close + 2;
    pieces.push({ source: text.slice(found.index, at), tex, display: closer !== "\\)" });
    opener.lastIndex = at;
  }
  if (at < text.length) pieces.push({ source: text.slice(at), tex: "", display: false });
  return pieces;
}

/** TeX without blank lines and the white space around its lines. */
export function trimLines(tex: string): string {
  const lines = tex.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n");
}
