import { withGetters } from "../basics/index.ts";
import type { Boxes } from "../layout/index.ts";
import { type Page, sumOf } from "../page/index.ts";
import { findHeadline, titleWordSums, titleWordsOf } from "./headline.ts";
import { insideOf } from "./inside.ts";
import { proseSums } from "./prose.ts";
import { type Shapes, shapesOf } from "./shapes.ts";

/** Data shared by the features of all nodes, computed once per page. */
export interface PageView {
  readonly page: Page;
  /** As given, or made on first use. */
  readonly boxes: Boxes;
  /** Running sum of the characters of prose. */
  readonly prose: Int32Array;
  /** Running sum of the words that are in the page's title. */
  readonly titleWords: Int32Array;
  /** Number of different words in the title. */
  readonly titleSize: number;
  /** The heading most like the title; -1 for none. */
  readonly headline: number;
  readonly shapes: Shapes;
  /** Bits of the parts that each node is in. */
  readonly inside: Uint16Array;
  readonly depth: Uint16Array;
  /** The innermost and the outermost node that show the same as a node. */
  readonly core: Int32Array;
  readonly whole: Int32Array;
  /** Number of blocks of text that begin before each node; one entry more than nodes. */
  readonly blocksBefore: Int32Array;
  /** A near ancestor with at least 1.5 times the text; 0 at the top. */
  readonly wider: Int32Array;
}

/** @param layOut Boxes, or a function that makes them; models of markup alone need none. */
export function viewPage(page: Page, layOut: Boxes | ((page: Page) => Boxes) = withoutLayout): PageView {
  const prose = proseSums(page);
  const title = titleWordsOf(page);
  const titleWords = titleWordSums(page, title);
  let boxes = typeof layOut === "function" ? undefined : layOut;
  return withGetters(
    {
      page,
      prose,
      titleWords,
      titleSize: title.size,
      headline: findHeadline(page, titleWords, title.size),
      shapes: shapesOf(page),
      inside: insideOf(page),
      depth: depths(page),
      ...findCores(page),
      blocksBefore: countBlocks(page),
      wider: findWider(page),
    },
    {
      boxes: () => {
        boxes ??= (layOut as (page: Page) => Boxes)(page);
        return boxes;
      },
    },
  );
}

function withoutLayout(): Boxes {
  throw new RangeError("The page has no layout.");
}

function depths(page: Page): Uint16Array {
  const depth = new Uint16Array(page.size);
  for (let i = 1; i < page.size; i++) depth[i] = Math.min(65535, depth[page.parent[i]] + 1);
  return depth;
}

function findCores(page: Page): Pick<PageView, "core" | "whole"> {
  const core = new Int32Array(page.size);
  const whole = new Int32Array(page.size);
  for (let i = 0; i < page.size; i++) {
    core[i] = i;
    whole[i] = showsAllOfParent(page, i) ? whole[page.parent[i]] : i;
  }
  for (let i = page.size - 1; i > 0; i--) if (whole[i] !== i) core[page.parent[i]] = core[i];
  return { core, whole };
}

/** Whether a node shows everything its parent shows. */
export function showsAllOfParent(page: Page, node: number): boolean {
  const up = page.parent[node];
  const { characters, images, controls } = page.sums;
  return (
    up > 0 &&
    sumOf(page, characters, up) === sumOf(page, characters, node) &&
    sumOf(page, images, up) === sumOf(page, images, node) &&
    sumOf(page, controls, up) === sumOf(page, controls, node)
  );
}

function countBlocks(page: Page): Int32Array {
  const before = new Int32Array(page.size + 1);
  for (let b = 0; b < page.blocks.count; b++) before[page.blocks.first[b] + 1] = 1;
  for (let i = 1; i <= page.size; i++) before[i] = before[i] + before[i - 1];
  return before;
}

/** How much more text an ancestor must have to be informative about a node. */
const growth = 1.5;

function findWider(page: Page): Int32Array {
  const { characters } = page.sums;
  const wider = new Int32Array(page.size);
  for (let i = 1; i < page.size; i++) {
    const needed = growth * (characters[page.end[i]] - characters[i]) + 1;
    // Ancestors between a parent and its wider one are too small for the node's parent too: jump by the parents' answers.
    let up = page.parent[i];
    while (up > 0 && characters[page.end[up]] - characters[up] < needed) up = wider[up];
    wider[i] = up;
  }
  return wider;
}
