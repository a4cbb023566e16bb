/**
 * What a style tree compares: the kind of each node (its tag and some attributes) and the sequence of its children's
 * kinds. Only nodes that show something count: line breaks, empty cells and scripts have no features, and one more or
 * less would separate pages that look the same.
 */

import { highStep, lowStep, mixHigh, mixLow } from "../basics/index.ts";
import { attribute, type Page, TEXT, tagNumber } from "../page/index.ts";
import { shownNodes } from "./shown-nodes.ts";

/** The kind of nodes that do not count or that no page of the batch has. */
const SKIPPED = -1;
const UNKNOWN = -2;

const LINK = tagNumber("a");

const leafTags = new Set([
  TEXT,
  ..."img,image,svg image,input,select,textarea,button,keygen,meter,progress".split(",").map(tagNumber),
]);

/** Whether a node is a leaf of the tree, whatever it contains: text, picture, link, form control. */
export function isStyleLeaf(page: Page, node: number): boolean {
  const tag = page.tag[node];
  // Anchors without href are often left unclosed and contain half of the page.
  return leafTags.has(tag) || (tag === LINK && attribute(page, node, "href") !== undefined);
}

/** Numbers the kinds of nodes, the same for all pages. */
export class StyleKinds {
  /** Names of the kinds: `td`, `a[href]`, `td[align="left"]`. */
  readonly names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #attributes: readonly string[];

  constructor(attributes: readonly string[], names: readonly string[]) {
    this.#attributes = attributes;
    for (const name of names) this.#number(name, true);
  }

  /**
   * The kind of each node of a page.
   *
   * @param grow Whether to number new kinds.
   */
  read(page: Page, grow: boolean): Int32Array {
    const shown = shownNodes(page);
    const kinds = new Int32Array(page.size).fill(SKIPPED);
    const plain = new Int32Array(page.tagNames.length).fill(SKIPPED);
    for (let i = 0; i < page.size; i++) {
      if (shown[i] === 0) continue;
      const tag = page.tag[i];
      const suffix = tag === TEXT ? "" : this.#suffix(page, i, tag);
      if (suffix !== "") kinds[i] = this.#number(`${page.tagNames[tag]}${suffix}`, grow);
      else {
        if (plain[tag] === SKIPPED) plain[tag] = this.#number(page.tagNames[tag], grow);
        kinds[i] = plain[tag];
      }
    }
    return kinds;
  }

  #suffix(page: Page, node: number, tag: number): string {
    let suffix = tag === LINK && isStyleLeaf(page, node) ? "[href]" : "";
    for (const name of this.#attributes) {
      const value = attribute(page, node, name);
      if (value !== undefined) suffix += `[${name}=${JSON.stringify(value)}]`;
    }
    return suffix;
  }

  #number(name: string, grow: boolean): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    if (!grow) return UNKNOWN;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }
}

/** Hashes the kinds of a node's children. */
export class ChildSequence {
  low = 0;
  high = 0;
  length = 0;

  read(page: Page, kinds: Int32Array, node: number): void {
    const end = page.end[node];
    let low = 0;
    let high = 0;
    let length = 0;
    for (let child = node + 1; child < end; child = page.end[child]) {
      const kind = kinds[child];
      if (kind === SKIPPED) continue;
      low = mixLow(Math.imul(low, lowStep) + kind + 3);
      high = mixHigh(Math.imul(high, highStep) + kind + 5);
      length++;
    }
    this.low = mixLow(low ^ length) >>> 0;
    this.high = mixHigh(high ^ length) >>> 0;
    this.length = length;
  }

  /** Numbers the children that count: `first` and up. */
  place(page: Page, kinds: Int32Array, node: number, first: number, places: Int32Array): void {
    const end = page.end[node];
    let next = first;
    for (let child = node + 1; child < end; child = page.end[child]) {
      if (kinds[child] !== SKIPPED) places[child] = next++;
    }
  }
}

/** Combines an element of the tree with a hash, for table lookups. */
export function atElementLow(element: number, low: number): number {
  return mixLow(low + Math.imul(element + 1, 0x9e3779b1)) >>> 0;
}

export function atElementHigh(element: number, high: number): number {
  return mixHigh(high + Math.imul(element + 1, 0x85ebca6b)) >>> 0;
}
