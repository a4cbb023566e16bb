import { isElement, isText, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { fold } from "../metadata/clean-text.ts";
import { isFrontLink } from "../metadata/front-door.ts";
import type { Title } from "../metadata/title-in-text.ts";

const A = tagNumber("a");
const BR = tagNumber("br");
const H1 = tagNumber("h1");
const H6 = tagNumber("h6");
const IMG = tagNumber("img");
const LI = tagNumber("li");
const DL = tagNumber("dl");

/** A text equal to the title is the title if it is among the first kept ones. */
const firstBlocks = 8;

/** Maximum characters of a path's marks and label, beside the title. */
const longestTrail = 60;

/** Maximum words that introduce a path: "You are here". */
const longestLabel = 4;

/** The relation of a text node to the page's title. */
export const TitlePart = { None: 0, Title: 1, Path: 2 } as const;

/**
 * The text nodes that show a page's title: its headline, headings with the same text, lines with that text at the start
 * of the kept text; and those of breadcrumbs: lists of links that end in it, lines of links with marks between them, a link
 * named as the site.
 *
 * @param kept 1 for each node that is kept.
 * @param element The element of each block.
 * @returns A {@link TitlePart} for each node.
 */
export function findHeadline(
  page: Page,
  kept: Uint8Array,
  element: Int32Array,
  title: Title,
  siteName = "",
): Uint8Array {
  const found = new Uint8Array(page.size);
  const { first, last, count } = page.blocks;
  const wanted = fold(title.text);
  const site = fold(siteName);
  if (title.node >= 0 && isElement(page, title.node) && listAround(title.node) === 0) {
    mark(title.node, page.end[title.node] - 1, TitlePart.Title);
  }
  let seen = 0;
  for (let b = 0; b < count; b++) {
    const tag = page.tag[element[b]];
    const isHeading = tag >= H1 && tag <= H6;
    const isFirst = kept[first[b]] === 1 && wordsOf(first[b], last[b]) > 0 && seen++ < firstBlocks;
    if (isHeading || isFirst) findLines(b);
    if (!isFirst || found[first[b]] !== TitlePart.None) continue;
    if (isTrail(b)) markTrail(b);
    else if (site !== "" && site !== wanted && isSiteLink(b)) mark(first[b], last[b], TitlePart.Path);
  }
  return found;

  /** Whether a line has only links and the marks between them, and perhaps the title at its end. */
  function isTrail(block: number): boolean {
    const { anchorCharacters } = page.sums;
    const end = last[block] + 1;
    if (anchorCharacters[end] === anchorCharacters[first[block]]) return false;
    let rest = "";
    for (let i = first[block]; i < end; i++) {
      if (!isText(page, i) || anchorCharacters[i + 1] > anchorCharacters[i]) continue;
      rest += page.text.slice(page.textFrom[i], page.textTo[i + 1]);
      if (rest.length > 3 * title.text.length + longestTrail) return false;
    }
    const arrows = rest.match(/[>»›→]/g)?.length ?? 0;
    const words = fold(rest);
    if (words === "") return arrows > 1;
    if (arrows === 0 && !rest.includes("/")) return startsAtHome(block) && ` ${wanted} `.includes(` ${words} `);
    const label = words.slice(0, -wanted.length).trim();
    return words.endsWith(wanted) && (label === "" || label.split(" ").length <= longestLabel);
  }

  function startsAtHome(block: number): boolean {
    for (let i = first[block]; i <= last[block]; i++) {
      const up = isText(page, i) ? page.parent[i] : 0;
      if (page.tag[up] === A) return isFrontLink(page, up);
    }
    return false;
  }

  function isSiteLink(block: number): boolean {
    const { anchorCharacters, characters } = page.sums;
    const from = first[block];
    const end = last[block] + 1;
    if (anchorCharacters[end] - anchorCharacters[from] < characters[end] - characters[from]) return false;
    const text = page.text.slice(page.textFrom[from], page.textTo[end]);
    return text.length < 3 * siteName.length && fold(text) === site;
  }

  /** Marks a path, with the heading that only introduces it, or with its label. */
  function markTrail(block: number): void {
    mark(first[block], last[block], TitlePart.Path);
    if (block === 0) return;
    if (isLabel(block - 1)) mark(first[block - 1], last[block - 1], TitlePart.Path);
    const tag = page.tag[element[block - 1]];
    if (tag < H1 || tag > H6 || found[first[block - 1]] !== TitlePart.None) return;
    let around = page.parent[element[block - 1]];
    while (around > 0 && page.end[around] <= last[block]) around = page.parent[around];
    const isOnlyThese =
      (block < 2 || last[block - 2] < around) && (block + 1 >= count || first[block + 1] >= page.end[around]);
    if (isOnlyThese) mark(first[block - 1], last[block - 1], TitlePart.Path);
  }

  function isLabel(block: number): boolean {
    const text = page.text.slice(page.textFrom[first[block]], page.textTo[last[block] + 1]);
    return wordsOf(first[block], last[block]) <= longestLabel && /[:：]\s*$/.test(text);
  }

  /** Marks the lines of a block that are the title. */
  function findLines(block: number): void {
    const end = last[block];
    let from = first[block];
    for (let i = from; i <= end; i++) {
      if (i < end && page.tag[i] !== BR) continue;
      const text = page.text.slice(page.textFrom[from], page.textTo[i + 1]);
      if (text.length < 3 * title.text.length && fold(text) === wanted) markLine(from, i);
      from = i + 1;
    }
  }

  function markLine(from: number, to: number): void {
    const list = listAround(from);
    if (list === 0) mark(from, to, TitlePart.Title);
    else if (isPath(list, from, to)) mark(list, page.end[list] - 1, TitlePart.Path);
  }

  /** The list around a node, 0 for none. A list of one item, or of one term, only wraps it. */
  function listAround(node: number): number {
    for (let up = node; up > 0; up = page.parent[up]) {
      const list = page.parent[up];
      const isItem = page.tag[up] === LI || page.tag[list] === DL;
      if (isItem && wordsOf(up, page.end[up] - 1) < wordsOf(list, page.end[list] - 1)) return list;
    }
    return 0;
  }

  function wordsOf(from: number, to: number): number {
    return page.sums.words[to + 1] - page.sums.words[from];
  }

  /** Whether a list contains only links and, at its end, the title. */
  function isPath(list: number, from: number, to: number): boolean {
    const { anchorWords, words } = page.sums;
    const own = wordsOf(from, to);
    const linked = anchorWords[page.end[list]] - anchorWords[list] - (anchorWords[to + 1] - anchorWords[from]);
    return words[page.end[list]] === words[to + 1] && sumOf(page, words, list) - own === linked;
  }

  /** Marks text, and the arrows of a path that are pictures. */
  function mark(from: number, to: number, part: number): void {
    for (let i = from; i <= to; i++) {
      if (isText(page, i) || (part === TitlePart.Path && page.tag[i] === IMG)) found[i] = part;
    }
  }
}
