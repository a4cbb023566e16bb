import { sumOf } from "../page/index.ts";
import { type Feature, type FeatureGroup, logarithm, ratio } from "./feature.ts";
import type { PageView } from "./page-view.ts";

const levels = [1, 2, 3, 4] as const;

const levelNames = ["around", "wider", "wide", "widest"] as const;

/** The parts of the page that a node lies in: ancestors, each with at least half as much text again as the one before. */
export const ancestorFeatures: FeatureGroup<PageView> = {
  features: levels.flatMap((_, i): Feature[] => [
    { name: `${levelNames[i]}Words`, unit: "log2 of words", why: "a short line in a long text is content" },
    {
      name: `${levelNames[i]}Share`,
      unit: "share of the page's words",
      why: "what lies in the largest part is content",
    },
    {
      name: `${levelNames[i]}LinkDensity`,
      unit: "share of characters in links",
      why: "what lies among links is a menu",
    },
    {
      name: `${levelNames[i]}TextPerElement`,
      unit: "log2 of characters per element",
      why: "what lies among small pieces is a template",
    },
    {
      name: `${levelNames[i]}ProseShare`,
      unit: "share of its characters",
      why: "what lies in running text is content",
    },
    {
      name: `${levelNames[i]}ProseHeld`,
      unit: "share of the page's prose",
      why: "what lies in the main part is content",
    },
  ]),
  fill({ page, prose, wider }, node, row, at) {
    const { sums } = page;
    let i = at;
    let up = node;
    for (const _ of levels) {
      up = wider[up];
      const words = sumOf(page, sums.words, up);
      const characters = sumOf(page, sums.characters, up);
      const upProse = sumOf(page, prose, up);
      row[i++] = logarithm(words);
      row[i++] = ratio(words, sums.words[page.size]);
      row[i++] = ratio(sumOf(page, sums.anchorCharacters, up), characters);
      row[i++] = logarithm(characters / Math.max(1, sumOf(page, sums.elements, up)));
      row[i++] = ratio(upProse, characters);
      row[i++] = ratio(upProse, prose[page.size]);
    }
  },
};

const windows = [1, 4, 12] as const;

/** The text before and after a node, whatever holds it. */
export const neighbourFeatures: FeatureGroup<PageView> = {
  features: windows.flatMap((size): Feature[] =>
    (["before", "after"] as const).flatMap((side): Feature[] => [
      {
        name: `${side}${size}Words`,
        unit: `log2 of words in ${size} blocks ${side} it`,
        why: "content stands beside content",
      },
      {
        name: `${side}${size}LinkDensity`,
        unit: `share of characters in links, ${size} blocks ${side} it`,
        why: "menus stand beside menus",
      },
      {
        name: `${side}${size}Prose`,
        unit: `share of characters that are prose, ${size} blocks ${side} it`,
        why: "content stands beside running text",
      },
    ]),
  ),
  fill(view, node, row, at) {
    const { page, blocksBefore } = view;
    const { first, last, count } = page.blocks;
    const own = blocksBefore[node];
    const next = blocksBefore[page.end[node]];
    let i = at;
    for (const size of windows) {
      const from = Math.max(0, own - size);
      fillRange(view, from < own ? first[from] : node, node, row, i);
      const to = Math.min(count, next + size);
      fillRange(view, page.end[node], to > next ? last[to - 1] + 1 : page.end[node], row, i + 3);
      i += 6;
    }
  },
};

function fillRange({ page, prose }: PageView, from: number, to: number, row: Float32Array, at: number): void {
  const { words, characters, anchorCharacters } = page.sums;
  const all = characters[to] - characters[from];
  row[at] = logarithm(words[to] - words[from]);
  row[at + 1] = ratio(anchorCharacters[to] - anchorCharacters[from], all);
  row[at + 2] = ratio(prose[to] - prose[from], all);
}

/** The page as a whole and the node's place in its order. */
export const pageFeatures: FeatureGroup<PageView> = {
  features: [
    { name: "pageWords", unit: "log2 of words", why: "long pages hold articles, short ones lists and forms" },
    { name: "pageLinkDensity", unit: "share of characters in links", why: "on pages of links, links are content" },
    { name: "pageProse", unit: "share of characters", why: "pages without running text have other content" },
    { name: "pageBlocks", unit: "log2 of blocks", why: "long lists have many short blocks" },
    { name: "textBefore", unit: "share of the page's words", why: "templates come first and last" },
    { name: "textAfter", unit: "share of the page's words", why: "templates come first and last" },
    { name: "proseBefore", unit: "share of the page's prose", why: "content begins with the running text" },
    {
      name: "proseAfter",
      unit: "share of the page's prose",
      why: "after the last paragraph come related links and footers",
    },
    { name: "pastHeadline", unit: "-1 before, 0 within or no headline, 1 after", why: "content follows the headline" },
    { name: "headlineDistance", unit: "log2 of characters, below 0 before it", why: "content is near the headline" },
  ],
  fill({ page, prose, headline, blocksBefore }, node, row, at) {
    const { sums, size } = page;
    const end = page.end[node];
    const words = sums.words[size];
    const characters = sums.characters[size];
    const allProse = prose[size];
    row[at] = logarithm(words);
    row[at + 1] = ratio(sums.anchorCharacters[size], characters);
    row[at + 2] = ratio(allProse, characters);
    row[at + 3] = logarithm(blocksBefore[size]);
    row[at + 4] = ratio(sums.words[node], words);
    row[at + 5] = ratio(words - sums.words[end], words);
    row[at + 6] = ratio(prose[node], allProse);
    row[at + 7] = ratio(allProse - prose[end], allProse);
    let past = 0;
    let distance = 0;
    if (headline >= 0) {
      const headlineEnd = page.end[headline];
      if (end <= headline) {
        past = -1;
        distance = -logarithm(sums.characters[headline] - sums.characters[end]);
      } else if (node >= headlineEnd) {
        past = 1;
        distance = logarithm(sums.characters[node] - sums.characters[headlineEnd]);
      }
    }
    row[at + 8] = past;
    row[at + 9] = distance;
  },
};
