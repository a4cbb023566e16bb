import type { Boxes } from "../layout/index.ts";
import { type Page, sumOf } from "../page/index.ts";
import { findHeadline, titleWordSums, titleWordsOf } from "./headline.ts";
import { insideOf } from "./inside.ts";
import { proseSums } from "./prose.ts";
import { type Shapes, shapesOf } from "./shapes.ts";

/** What the features of all nodes of a page share, worked out once per page. */
export interface PageView {
  readonly page: Page;
  readonly boxes: Boxes;
  /** Running sum of the characters of prose. */
  readonly prose: Int32Array;
  /** Running sum of the words that are in the page's title. */
  readonly titleWords: Int32Array;
  /** Number of different words in the title. */
  readonly titleSize: number;
  /** The heading that says what the title says; -1 for none. */
  readonly headline: number;
  readonly shapes: Shapes;
  /** Bits of what each node lies in. */
  readonly inside: Uint16Array;
  readonly depth: Uint16Array;
  /** The innermost node that shows all that a node shows. */
  readonly core: Int32Array;
  /** How many blocks of text begin before each node; one entry more than nodes. */
  readonly blocksBefore: Int32Array;
  /** An ancestor near by that has at least half as much text again; 0 for the top. */
  readonly wider: Int32Array;
}

export function viewPage(page: Page, boxes: Boxes): PageView {
  const prose = proseSums(page);
  const title = titleWordsOf(page);
  const titleWords = titleWordSums(page, title);
  return {
    page,
    boxes,
    prose,
    titleWords,
    titleSize: title.size,
    headline: findHeadline(page, titleWords, title.size),
    shapes: shapesOf(page),
    inside: insideOf(page),
    depth: depths(page),
    core: findCores(page),
    blocksBefore: countBlocks(page),
    wider: findWider(page),
  };
}

function depths(page: Page): Uint16Array {
  const depth = new Uint16Array(page.size);
  for (let i = 1; i < page.size; i++) depth[i] = Math.min(65535, depth[page.parent[i]] + 1);
  return depth;
}

function findCores(page: Page): Int32Array {
  const { characters, images, controls } = page.sums;
  const core = new Int32Array(page.size);
  for (let i = page.size - 1; i >= 0; i--) {
    core[i] = core[i] === 0 ? i : core[i];
    const up = page.parent[i];
    if (
      up > 0 &&
      sumOf(page, characters, i) === sumOf(page, characters, up) &&
      sumOf(page, images, i) === sumOf(page, images, up) &&
      sumOf(page, controls, i) === sumOf(page, controls, up)
    ) {
      core[up] = core[i];
    }
  }
  return core;
}

function countBlocks(page: Page): Int32Array {
  const before = new Int32Array(page.size + 1);
  for (let b = 0; b < page.blocks.count; b++) before[page.blocks.first[b] + 1] = 1;
  for (let i = 1; i <= page.size; i++) before[i] = before[i] + before[i - 1];
  return before;
}

/** How much more text an ancestor must have to say something new about a node. */
const growth = 1.5;

function findWider(page: Page): Int32Array {
  const { characters } = page.sums;
  const wider = new Int32Array(page.size);
  for (let i = 1; i < page.size; i++) {
    const needed = growth * (characters[page.end[i]] - characters[i]) + 1;
    // Ancestors between a node and its wider one are too small for its parent as well: jump by the parents' answers.
    let up = page.parent[i];
    while (up > 0 && characters[page.end[up]] - characters[up] < needed) up = wider[up];
    wider[i] = up;
  }
  return wider;
}
