import { type Page, sumOf, tagName } from "../../page/index.ts";
import { isLikelyTex } from "./looks-like-tex.ts";

/** Longer sources are mistakes, not formulas; they are written as text. */
export const longestTex = 20_000;

/** The TeX source that an element declares. */
export function sourceOf(page: Page, node: number): string | undefined {
  for (const { name, value } of page.attributes[node]) {
    if (!/^data-(?:tex|latex|math|formula|equation|katex|expr)$/.test(name) || value.length > longestTex) continue;
    if (value.trim() !== "" && (/tex$/.test(name) || isLikelyTex(value))) return value;
  }
  return undefined;
}

/** Whether an element shows no text, but declares a formula. */
export function isEmptyFormula(page: Page, node: number): boolean {
  if (page.attributes[node].length === 0 || sumOf(page, page.sums.characters, node) > 0) return false;
  return sourceOf(page, tagName(page, node) === "mjx-container" ? node + 1 : node) !== undefined;
}
