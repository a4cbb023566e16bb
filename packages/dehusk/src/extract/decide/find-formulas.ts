import { findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";

const H1 = tagNumber("h1");
const H6 = tagNumber("h6");
const MATH = tagNumber("math math");

/** Maximum nesting of elements in a formula. */
const mostLevels = 9;

/** Maximum words beside a formula in its line: its number. */
const equationNumber = 1;

/** Blocks that are formulas on their own lines, with or without a number, but not headings. */
export function findFormulas(page: Page, element: Int32Array): number[] {
  const found: number[] = [];
  const { first, last, count } = page.blocks;
  const hasMath = findTag(page, MATH) >= 0;
  for (let b = 0; b < count; b++) {
    const tag = page.tag[element[b]];
    if ((tag < H1 || tag > H6) && (isTex(b) || (hasMath && isMath(b)))) found.push(b);
  }
  return found;

  function isTex(block: number): boolean {
    const start = page.textFrom[first[block]];
    const sign = page.text[start];
    return (sign === "$" || sign === "\\") && /^(?:\$\$|\\[a-z[])/i.test(page.text.slice(start, start + 3));
  }

  function isMath(block: number): boolean {
    for (let up = page.parent[first[block]], level = 0; up > 0 && level < mostLevels; up = page.parent[up], level++) {
      if (page.tag[up] === MATH) return last[block] < page.end[up];
    }
    return isNumbered(block);
  }
  function isNumbered(block: number): boolean {
    const { words } = page.sums;
    const end = last[block] + 1;
    const formula = findTag(page, MATH, first[block], end);
    if (formula < 0) return false;
    const own = sumOf(page, words, formula);
    return own > equationNumber && words[end] - words[first[block]] - own <= equationNumber;
  }
}
