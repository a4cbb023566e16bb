import { isElement, type Page } from "../../page/index.ts";

/** The position of an element relative to the match of the part before: descendant, child, next sibling, later sibling. */
export type Combinator = " " | ">" | "+" | "~";

/** Prepares a test of the elements of a page. */
export type Test = (page: Page) => (node: number) => boolean;

/** A part of a selector: its combinator, and the tests of an element. */
type Part = readonly [Combinator, readonly Test[]];

/** A selector without commas, of at most 31 parts. */
export type Selector = readonly Part[];

/**
 * Finds the elements that any of some selectors match. In document order, each element records which parts of the
 * selector end at it, as bits: whether the next part can follow is then known from the records of its parent, of all above
 * it, and of the siblings before it. Nothing is tried twice, so time is nodes times parts, whatever the selector.
 *
 * @returns 1 for each element that matches.
 */
export function matchSelectors(page: Page, selectors: readonly Selector[]): Uint8Array {
  const { size, parent } = page;
  const matched = new Uint8Array(size);
  const own = new Int32Array(size);
  const above = new Int32Array(size);
  /** By parent: the records of its last child so far, and of all its children so far. */
  const previous = new Int32Array(size);
  const earlier = new Int32Array(size);
  const notes = { " ": above, ">": own, "+": previous, "~": earlier };
  for (const selector of selectors) {
    const befores = selector.map(([combinator]) => notes[combinator]);
    const tests = selector.map(([, each]) => each.map((test) => test(page)));
    const last = selector.length - 1;
    previous[0] = earlier[0] = 0;
    for (let node = 1; node < size; node++) {
      if (!isElement(page, node)) continue;
      const up = parent[node];
      above[node] = above[up] | own[up];
      let bits = 0;
      for (let i = 0; i <= last; i++) {
        const before = befores[i];
        const isReached = i === 0 || (before[before === above ? node : up] >> (i - 1)) & 1;
        if (isReached && tests[i].every((passes) => passes(node))) bits |= 1 << i;
      }
      own[node] = bits;
      previous[node] = earlier[node] = 0;
      previous[up] = bits;
      earlier[up] |= bits;
      matched[node] |= (bits >> last) & 1;
    }
  }
  return matched;
}
