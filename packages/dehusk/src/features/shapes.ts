import { attribute, isElement, type Page } from "../page/index.ts";

/** Elements of the same tag and class: repeated parts of a page have one shape. */
export interface Shapes {
  /** Number of each node's shape; text nodes have shape 0. */
  readonly shape: Int32Array;
  /** Per shape, over the whole page: elements, words, characters, characters in links. */
  readonly elements: Float64Array;
  readonly words: Float64Array;
  readonly characters: Float64Array;
  readonly anchorCharacters: Float64Array;
  /** Number of children of each node's parent with the node's shape, including itself. */
  readonly alike: Int32Array;
  /** Number of element children of each node. */
  readonly children: Int32Array;
}

export function shapesOf(page: Page): Shapes {
  const { shape, count } = numberShapes(page);
  const elements = new Float64Array(count);
  const words = new Float64Array(count);
  const characters = new Float64Array(count);
  const anchorCharacters = new Float64Array(count);
  const children = new Int32Array(page.size);
  const { sums } = page;
  for (let i = 1; i < page.size; i++) {
    const s = shape[i];
    if (s === 0) continue;
    const end = page.end[i];
    elements[s] = elements[s] + 1;
    words[s] = words[s] + sums.words[end] - sums.words[i];
    characters[s] = characters[s] + sums.characters[end] - sums.characters[i];
    anchorCharacters[s] = anchorCharacters[s] + sums.anchorCharacters[end] - sums.anchorCharacters[i];
    const up = page.parent[i];
    children[up] = children[up] + 1;
  }
  return { shape, elements, words, characters, anchorCharacters, alike: countAlike(page, shape, count), children };
}

/** Numbers the shapes from 1, in page order. */
function numberShapes(page: Page): { readonly shape: Int32Array; readonly count: number } {
  const shape = new Int32Array(page.size);
  const tags = page.tagNames.length;
  const plain = new Int32Array(tags);
  const classes = new Map<string, number>();
  const withClass = new Map<number, number>();
  let count = 1;
  for (let i = 1; i < page.size; i++) {
    if (!isElement(page, i)) continue;
    const tag = page.tag[i];
    const name = attribute(page, i, "class") ?? "";
    if (name === "") {
      if (plain[tag] === 0) plain[tag] = count++;
      shape[i] = plain[tag];
      continue;
    }
    let number = classes.get(name);
    if (number === undefined) {
      number = classes.size;
      classes.set(name, number);
    }
    // A number per pair of tag and class, which saves building and hashing a string for each element.
    const pair = number * tags + tag;
    let known = withClass.get(pair);
    if (known === undefined) {
      known = count++;
      withClass.set(pair, known);
    }
    shape[i] = known;
  }
  return { shape, count };
}

/** Counts siblings of one shape without a table per parent: children of one parent are visited consecutively. */
function countAlike(page: Page, shape: Int32Array, shapes: number): Int32Array {
  const alike = new Int32Array(page.size);
  const tally = new Int32Array(shapes);
  for (let up = 0; up < page.size; up++) {
    const end = page.end[up];
    if (end === up + 1) continue;
    if (page.end[up + 1] === end) {
      alike[up + 1] = 1;
      continue;
    }
    for (let i = up + 1; i < end; i = page.end[i]) {
      tally[shape[i]] = tally[shape[i]] + 1;
    }
    for (let i = up + 1; i < end; i = page.end[i]) alike[i] = tally[shape[i]];
    for (let i = up + 1; i < end; i = page.end[i]) tally[shape[i]] = 0;
  }
  return alike;
}
