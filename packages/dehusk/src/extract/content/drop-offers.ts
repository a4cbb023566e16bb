import { attribute, findTag, type Page, sumOf, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";

const A = tagNumber("a");

/** Maximum words of a button. */
const mostWords = 5;

/** With fewer of them a button may be the purpose of the page. */
const fewestOffers = 3;

/**
 * Drops "Buy now" below each thing that a page reviews: links that look like buttons, have the same text, and that the page
 * does not vouch for (`rel="nofollow"` or `sponsored`).
 */
export function dropOffers(page: Page, kept: Uint8Array): void {
  const offers = new Map<string, number[]>();
  for (let i = findTag(page, A); i >= 0; i = findTag(page, A, i + 1)) {
    if (kept[i] === 0 || !/\b(?:nofollow|sponsored)\b/i.test(attribute(page, i, "rel") ?? "")) continue;
    const words = sumOf(page, page.sums.words, i);
    if (words === 0 || words > mostWords || !looksLikeButton(page, i)) continue;
    const label = textOf(page, i).trim();
    const alike = offers.get(label);
    if (alike === undefined) offers.set(label, [i]);
    else alike.push(i);
  }
  for (const links of offers.values()) {
    if (links.length >= fewestOffers) for (const link of links) kept.fill(0, link, page.end[link]);
  }
}

function looksLikeButton(page: Page, link: number): boolean {
  const box = page.parent[link];
  const isAlone = sumOf(page, page.sums.words, box) === sumOf(page, page.sums.words, link);
  return /button|btn|\bcta\b/i.test(`${classNames(page, link)} ${isAlone ? classNames(page, box) : ""}`);
}
