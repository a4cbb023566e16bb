/**
 * Site style trees: what the pages of a batch have in common, from the top down ("Eliminating Noisy Information in Web
 * Pages for Data Mining", Yi, Liu and Li, KDD 2003, section 3).
 *
 * An element node has style nodes: the sequences of children that pages have there, each with its number of pages. The
 * children are element nodes in turn. Two sequences are one style node if they are equal in length, tags and chosen
 * attributes. A page follows one path of styles; where its sequence is new, it gets its own branch.
 *
 * Time is linear in the pages on average. Memory is linear in new styles and in the features of leaves: for similar
 * pages, little more than one page.
 *
 * Where we differ: a link with its content is a leaf, and its URL a feature only if asked for; only what is shown
 * counts, see `style-kinds.ts`; stop words are kept, since they depend on the language.
 */

import { pageWords } from "../features/index.ts";
import { findTag, type Page, tagNumber } from "../page/index.ts";
import { type ResolvedStyleTreeOptions, resolveStyleTreeOptions, type StyleTreeOptions } from "./batch-options.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { FeatureCounter } from "./style-features.ts";
import { atElementHigh, atElementLow, ChildSequence, isStyleLeaf, StyleKinds } from "./style-kinds.ts";
import { type StyleImportance, type StyleShape, styleImportance } from "./style-tree-importance.ts";

/**
 * The style tree of a batch of pages, as flat arrays. Element 0 is `body`, the only one of style node 0; descendants
 * have higher numbers.
 */
export interface StyleTree {
  readonly version: 1;
  readonly pages: number;
  readonly options: ResolvedStyleTreeOptions;
  /** Kinds of elements: `td`, `a[href]`, `#text`. */
  readonly kindNames: readonly string[];
  /** The kind of each element. */
  readonly kind: Int32Array;
  readonly shape: StyleShape;
  /** A hash of each style node's kinds in two halves. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly importance: StyleImportance;
}

const BODY = tagNumber("body");

/**
 * Merges pages of one site into a style tree.
 *
 * @example
 * const builder = new StyleTreeBuilder();
 * for (const html of pages) builder.add(parse(html));
 * const tree = builder.finish();
 * const marks = noisyNodes(parse(html), tree);
 */
export class StyleTreeBuilder {
  #pages = 0;
  readonly #options: ResolvedStyleTreeOptions;
  readonly #kinds: StyleKinds;
  readonly #features: FeatureCounter;
  /** Style nodes by element and sequence; the note is the style's number. */
  readonly #table = new FingerprintTable(Number.POSITIVE_INFINITY);
  readonly #children = new ChildSequence();
  readonly #kind = [0];
  readonly #styleOf = [0];
  readonly #owner = [-1];
  readonly #first = [0];
  readonly #length = [1];
  readonly #stylePages = [0];
  readonly #low = [0];
  readonly #high = [0];

  /** @throws DehuskError `bad-option`. */
  constructor(options: StyleTreeOptions = {}) {
    this.#options = resolveStyleTreeOptions(options);
    this.#kinds = new StyleKinds(this.#options.attributes, ["body"]);
    this.#features = new FeatureCounter(this.#options.linkAddresses);
  }

  get pages(): number {
    return this.#pages;
  }

  /** Merges one more page. A page without a body is ignored. */
  add(page: Page): void {
    const body = findTag(page, BODY);
    if (body < 0) return;
    const number = ++this.#pages;
    this.#stylePages[0] = number;
    const kinds = this.#kinds.read(page, true);
    const words = pageWords(page);
    const places = new Int32Array(page.size).fill(-1);
    places[body] = 0;
    const end = page.end[body];
    for (let i = body; i < end; ) {
      const element = places[i];
      const isLeaf = element > 0 && isStyleLeaf(page, i);
      if (isLeaf) this.#features.add(page, words, i, element, number);
      // Below a node that does not count, nothing does.
      if (isLeaf || element < 0) {
        i = page.end[i];
        continue;
      }
      this.#children.read(page, kinds, i);
      if (this.#children.length > 0) this.#children.place(page, kinds, i, this.#enter(page, kinds, i, element), places);
      i++;
    }
  }

  /** The tree so far. */
  finish(): StyleTree {
    const shape: StyleShape = {
      styleOf: Int32Array.from(this.#styleOf),
      owner: Int32Array.from(this.#owner),
      first: Int32Array.from(this.#first),
      length: Int32Array.from(this.#length),
      pages: Int32Array.from(this.#stylePages),
    };
    return {
      version: 1,
      pages: this.#pages,
      options: this.#options,
      kindNames: [...this.#kinds.names],
      kind: Int32Array.from(this.#kind),
      shape,
      low: Uint32Array.from(this.#low),
      high: Uint32Array.from(this.#high),
      importance: styleImportance(shape, this.#features.finish(this.#kind.length), this.#options.attenuation),
    };
  }

  /** Counts the style of a node's children, adding it if new; returns its first element. */
  #enter(page: Page, kinds: Int32Array, node: number, element: number): number {
    const { low, high, length } = this.#children;
    const table = this.#table;
    const slot = table.count(atElementLow(element, low), atElementHigh(element, high), this.#pages);
    if (table.pages[slot] !== 1) {
      const style = table.note[slot];
      this.#stylePages[style] = this.#stylePages[style] + 1;
      return this.#first[style];
    }
    const style = this.#owner.push(element) - 1;
    const first = this.#kind.length;
    table.note[slot] = style;
    this.#first.push(first);
    this.#length.push(length);
    this.#stylePages.push(1);
    this.#low.push(low);
    this.#high.push(high);
    const end = page.end[node];
    for (let child = node + 1; child < end; child = page.end[child]) {
      if (kinds[child] < 0) continue;
      this.#kind.push(kinds[child]);
      this.#styleOf.push(style);
    }
    return first;
  }
}
