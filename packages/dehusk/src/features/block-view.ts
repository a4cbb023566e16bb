import { attribute, Gap, isElement, type Page, sumOf, tagNumber } from "../page/index.ts";
import { logarithm } from "./feature.ts";
import { findInstanceTraits, type InstanceTraits } from "./instance-traits.ts";
import type { PageView } from "./page-view.ts";

/** Data shared by the features of all blocks, computed once per page. */
export interface BlockView {
  readonly view: PageView;
  /** The element of each block: the smallest block-level one around all of it. */
  readonly element: Int32Array;
  /** Per node: its number among long siblings of one shape with several blocks each, from 1; 0 for others. */
  readonly instance: Int32Array;
  /** Per node with such a number: the count of long siblings of its shape, including itself and those of one block. */
  readonly instances: Int32Array;
  /** Per node: the nearest of it and its ancestors that has such a number; 0 for none. */
  readonly instanceAround: Int32Array;
  /** By the parent of several similar parts. */
  readonly traits: ReadonlyMap<number, InstanceTraits>;
  readonly main: MainContainer;
  /** Per node: log2 of the ratio of the words around it and the headline to those around the main container and the headline. */
  readonly fromHeadline: Float32Array;
  /** Per node: 1 within a button, a label, a list of options or the like. */
  readonly inControl: Uint8Array;
  /** Per block: how many blocks of the page have the same text, and how many of those precede it. */
  readonly copies: Int32Array;
  readonly copiesBefore: Int32Array;
  /** Running sum over the blocks of the words in blocks that have copies. */
  readonly copiedWords: Int32Array;
  /** Per block: the last heading before it, as a block; -1 for none. */
  readonly heading: Int32Array;
}

export function viewBlocks(view: PageView): BlockView {
  const { page } = view;
  const element = blockElements(page);
  const main = findMainContainer(page, element);
  const found = findInstances(view);
  const copied = countCopies(page);
  return {
    view,
    element,
    ...found,
    traits: findInstanceTraits(page, found.instanceAround, element, copied.copies),
    main,
    fromHeadline: headlineDistances(view, main.node),
    inControl: findControls(page),
    ...copied,
    heading: findHeadings(page, element),
  };
}

/** The smallest block-level element around each block. */
export function blockElements(page: Page): Int32Array {
  const { first, last, count } = page.blocks;
  const blockLevel = findBlockLevel(page);
  const element = new Int32Array(count);
  for (let b = 0; b < count; b++) {
    let up = blockLevel[page.parent[first[b]]];
    const to = last[b];
    while (page.parent[up] > 0 && page.end[up] <= to) {
      up = blockLevel[page.parent[up]];
    }
    element[b] = up;
  }
  return element;
}

/** The nearest of each node and its ancestors that is block-level, or a child of the document. */
function findBlockLevel(page: Page): Int32Array {
  const found = new Int32Array(page.size);
  for (let i = 1; i < page.size; i++) {
    const up = page.parent[i];
    found[i] = up <= 0 || page.gap[i] >= Gap.Tab ? i : found[up];
  }
  return found;
}

/** Words that a sibling must have to count as one of several posts, comments, teasers or articles. */
export const leastInstanceWords = 20;

type Instances = Pick<BlockView, "instance" | "instances" | "instanceAround">;

function findInstances({ page, shapes, blocksBefore }: PageView): Instances {
  const instance = new Int32Array(page.size);
  const instances = new Int32Array(page.size);
  const tally = new Int32Array(shapes.elements.length);
  const isLong = (i: number): boolean => isElement(page, i) && sumOf(page, page.sums.words, i) >= leastInstanceWords;
  for (let up = 0; up < page.size; up++) {
    const end = page.end[up];
    if (end - up < 3 || sumOf(page, page.sums.words, up) < 2 * leastInstanceWords) continue;
    let most = 0;
    for (let i = up + 1; i < end; i = page.end[i]) {
      if (!isLong(i)) continue;
      const shape = shapes.shape[i];
      tally[shape] = tally[shape] + 1;
      most = Math.max(most, tally[shape]);
    }
    if (most === 0) continue;
    if (most > 1) numberInstances(up, end);
    for (let i = up + 1; i < end; i = page.end[i]) tally[shapes.shape[i]] = 0;
  }
  const instanceAround = new Int32Array(page.size);
  for (let i = 1; i < page.size; i++) {
    instanceAround[i] = instance[i] === 0 ? instanceAround[page.parent[i]] : i;
  }
  return { instance, instances, instanceAround };

  function numberInstances(up: number, end: number): void {
    const seen = new Map<number, number>();
    for (let i = up + 1; i < end; i = page.end[i]) {
      const shape = shapes.shape[i];
      const all = tally[shape];
      if (!isLong(i) || all < 2 || page.gap[i] < Gap.Tab) continue;
      if (blocksBefore[page.end[i]] - blocksBefore[i] < 2) continue;
      const number = (seen.get(shape) ?? 0) + 1;
      seen.set(shape, number);
      instance[i] = number;
      instances[i] = all;
    }
  }
}

/** The container with the most running text, by Readability's method: paragraphs score for their parent and grandparent. */
interface MainContainer {
  /** Its score, 0 if the page has none. */
  readonly score: number;
  readonly node: number;
  /** Per node: its own score, and the best score of it and its ancestors. */
  readonly own: Float32Array;
  readonly best: Float32Array;
  /** Per node: the nearest of it and its ancestors that contains the main container. */
  readonly common: Int32Array;
}

/** Shorter texts score nothing. */
const leastCharacters = 25;

function findMainContainer(page: Page, element: Int32Array): MainContainer {
  const { characters, anchorCharacters, punctuation } = page.sums;
  const { first, last, count } = page.blocks;
  const own = new Float32Array(page.size);
  for (let b = 0; b < count; b++) {
    const from = first[b];
    const to = last[b] + 1;
    const length = characters[to] - characters[from];
    if (length < leastCharacters) continue;
    const linked = (anchorCharacters[to] - anchorCharacters[from]) / length;
    const marks = punctuation[to] - punctuation[from];
    const score = (1 + Math.min(3, length / 100) + 0.7 * marks) * (1 - linked);
    const node = element[b];
    // Text directly in a container that has more than this text scores for that container.
    const above = page.parent[node] > 0 ? page.parent[node] : node;
    const holder = page.end[node] > to + 3 ? node : above;
    own[holder] = own[holder] + score;
    const up = page.parent[holder];
    if (up > 0) own[up] = own[up] + score / 2;
  }
  let node = 0;
  let score = 0;
  for (let i = 1; i < page.size; i++) {
    if (own[i] === 0) continue;
    const linked = sumOf(page, anchorCharacters, i) / Math.max(1, sumOf(page, characters, i));
    own[i] = own[i] * (1 - linked);
    if (own[i] > score) {
      score = own[i];
      node = i;
    }
  }
  const best = new Float32Array(page.size);
  const common = new Int32Array(page.size);
  for (let i = 1; i < page.size; i++) {
    const up = page.parent[i];
    best[i] = Math.max(own[i], best[up]);
    common[i] = i <= node && page.end[i] > node ? i : common[up];
  }
  return { score, node, own, best, common };
}

function headlineDistances({ page, headline }: PageView, main: number): Float32Array {
  const distance = new Float32Array(page.size);
  if (headline < 0) return distance;
  for (let i = 0; i < page.size; i++) {
    const holdsHeadline = i <= headline && page.end[i] > headline;
    distance[i] = holdsHeadline ? logarithm(sumOf(page, page.sums.words, i)) : distance[page.parent[i]];
  }
  const least = distance[main];
  for (let i = 0; i < page.size; i++) distance[i] = distance[i] - least;
  return distance;
}

const controlTags = new Set("button,label,select,option,textarea,datalist,legend".split(",").map(tagNumber));
const controlRoles = new Set(["button", "menuitem", "option", "switch", "tab", "slider", "spinbutton"]);

function findControls(page: Page): Uint8Array {
  const inControl = new Uint8Array(page.size);
  for (let i = 1; i < page.size; i++) {
    if (inControl[page.parent[i]] === 1) inControl[i] = 1;
    else if (isElement(page, i)) inControl[i] = isControl(page, i) ? 1 : 0;
  }
  return inControl;
}

function isControl(page: Page, node: number): boolean {
  if (controlTags.has(page.tag[node])) return true;
  const role = attribute(page, node, "role");
  return role !== undefined && controlRoles.has(role);
}

function countCopies(page: Page): { copies: Int32Array; copiesBefore: Int32Array; copiedWords: Int32Array } {
  const { first, last, count } = page.blocks;
  const { words } = page.sums;
  const hashes = new Int32Array(count);
  const copies = new Int32Array(count);
  const seen = new Map<number, number>();
  const copiesBefore = new Int32Array(count);
  for (let b = 0; b < count; b++) {
    const from = page.textFrom[first[b]];
    const to = page.textTo[last[b] + 1];
    let hash = to - from;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ page.text.charCodeAt(i), 0x01000193);
    hashes[b] = hash;
    const before = seen.get(hash) ?? 0;
    copiesBefore[b] = before;
    seen.set(hash, before + 1);
  }
  const copiedWords = new Int32Array(count + 1);
  for (let b = 0; b < count; b++) {
    copies[b] = seen.get(hashes[b]) as number;
    const own = words[last[b] + 1] - words[first[b]];
    copiedWords[b + 1] = copiedWords[b] + (copies[b] > 1 ? own : 0);
  }
  return { copies, copiesBefore, copiedWords };
}

const H1 = tagNumber("h1");
const H6 = tagNumber("h6");

/** Whether a block is in a heading: h1 … h6 have consecutive numbers. */
export function isHeading(page: Page, element: number): boolean {
  const tag = page.tag[element];
  return tag >= H1 && tag <= H6;
}

function findHeadings(page: Page, element: Int32Array): Int32Array {
  const heading = new Int32Array(element.length).fill(-1);
  let last = -1;
  for (let b = 0; b < element.length; b++) {
    if (isHeading(page, element[b])) last = b;
    heading[b] = last;
  }
  return heading;
}
