import { COMMENT, isElement, type Page, TEXT, tagNumber } from "../page/index.ts";
import { type CharacterSums, characterSums } from "./character-sums.ts";
import type { PageView } from "./page-view.ts";
import { pageWords } from "./page-words.ts";
import { tagSums } from "./tag-sums.ts";
import { placeWords, type WordPlaces } from "./word-places.ts";

/** Data shared by the features of all template blocks, computed once per page. */
export interface TemplateBlockView {
  readonly view: PageView;
  readonly characters: CharacterSums;
  /** Running sums of the elements of each of the `tagKinds`. */
  readonly tags: readonly Int32Array[];
  /** Words before each node, and the positions of each word of the page. */
  readonly wordsBefore: Int32Array;
  readonly words: WordPlaces;
  /** Running sum of the areas of images in square pixels. */
  readonly imageArea: Float64Array;
  /** Running sum of line breaks in texts, scripts and comments: the source line, except for breaks within tags. */
  readonly lines: Int32Array;
  /** Per node: elements before it with the same parent, and elements of its tag with the same parent, itself included. */
  readonly siblingsBefore: Int32Array;
  readonly siblingsOfTag: Int32Array;
  /** Levels of elements below each node. */
  readonly levelsBelow: Int32Array;
  readonly deepest: number;
}

export function viewTemplateBlocks(view: PageView): TemplateBlockView {
  const { page } = view;
  const words = pageWords(page);
  return {
    view,
    characters: characterSums(page),
    tags: tagSums(page),
    wordsBefore: words.before,
    words: placeWords(words),
    imageArea: sumImageArea(view),
    lines: sumLines(page),
    ...countSiblings(page),
    levelsBelow: countLevels(page),
    deepest: view.depth.reduce((most, depth) => Math.max(most, depth), 1),
  };
}

const images = new Set(["img", "image", "svg image"].map((name) => tagNumber(name)));

function sumImageArea({ page, boxes }: PageView): Float64Array {
  const sums = new Float64Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const area = images.has(page.tag[i]) ? boxes.w[i] * boxes.h[i] : 0;
    sums[i + 1] = sums[i] + area;
  }
  return sums;
}

function sumLines(page: Page): Int32Array {
  const sums = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const tag = page.tag[i];
    sums[i + 1] = sums[i] + (tag === TEXT || tag === COMMENT ? countBreaks(page.strings[i]) : 0);
  }
  return sums;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Children of one parent are visited consecutively, so one tally by tag serves all. */
function countSiblings(page: Page): Pick<TemplateBlockView, "siblingsBefore" | "siblingsOfTag"> {
  const siblingsBefore = new Int32Array(page.size);
  const siblingsOfTag = new Int32Array(page.size);
  const tally = new Int32Array(page.tagNames.length);
  for (let up = 0; up < page.size; up++) {
    const end = page.end[up];
    let before = 0;
    for (let i = up + 1; i < end; i = page.end[i]) {
      siblingsBefore[i] = before;
      if (isElement(page, i)) before++;
      tally[page.tag[i]] = tally[page.tag[i]] + 1;
    }
    for (let i = up + 1; i < end; i = page.end[i]) siblingsOfTag[i] = tally[page.tag[i]];
    for (let i = up + 1; i < end; i = page.end[i]) tally[page.tag[i]] = 0;
  }
  return { siblingsBefore, siblingsOfTag };
}

function countLevels(page: Page): Int32Array {
  const levels = new Int32Array(page.size);
  for (let i = page.size - 1; i > 0; i--) {
    if (!isElement(page, i)) continue;
    const up = page.parent[i];
    levels[up] = Math.max(levels[up], levels[i] + 1);
  }
  return levels;
}
