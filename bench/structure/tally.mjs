/** Adds up the breaks of an extractor's outputs. */

import { words } from "../measures/words.mjs";
import { measuredKinds } from "./find-breaks.mjs";
import { KINDS } from "./kinds.mjs";

const LONGEST_EXAMPLE = 120;

export class Tally {
  #examples;
  #counts = new Map(KINDS.map(({ name }) => [name, { breaks: 0, pages: 0, examples: [] }]));
  #measured = new Set();
  #pages = 0;
  #errors = 0;
  #empty = 0;
  #words = 0;
  #broken = 0;

  /** @param {{ examples: number }} options how many examples of each kind are kept, each from a different page */
  constructor({ examples }) {
    this.#examples = examples;
  }

  /** A page on which the extractor failed; it is left out of all shares. */
  addError() {
    this.#errors += 1;
  }

  /**
   * @param {{ set: string, id: string }} page
   * @param {import("./find-breaks.mjs").Output} output
   * @param {readonly import("./markdown-breaks.mjs").Break[]} breaks
   */
  add({ set, id }, output, breaks) {
    const length = words(output.markdown).length;
    this.#pages += 1;
    this.#words += length;
    if (length === 0) this.#empty += 1;
    for (const kind of measuredKinds(output)) this.#measured.add(kind);
    if (KINDS.some(({ name, counted }) => counted && breaks.some(({ kind }) => kind === name))) this.#broken += 1;
    for (const [name, count] of this.#counts) {
      const own = breaks.filter(({ kind }) => kind === name);
      if (own.length === 0) continue;
      count.breaks += own.length;
      count.pages += 1;
      if (count.examples.length >= this.#examples) continue;
      const [{ line, text }] = own;
      count.examples.push({ set, id, line, text: text.replace(/\s+/gu, " ").slice(0, LONGEST_EXAMPLE) });
    }
  }

  /** The numbers, per 1,000 pages; null for kinds that could not be measured. */
  summary() {
    const perThousand = (count) => (this.#pages === 0 ? null : (1000 * count) / this.#pages);
    const kinds = [...this.#counts].map(([name, { breaks, pages, examples }]) => [
      name,
      this.#measured.has(name) ? { breaks: perThousand(breaks), pages: perThousand(pages), examples } : null,
    ]);
    return {
      pages: this.#pages,
      errors: this.#errors,
      empty: perThousand(this.#empty),
      broken: perThousand(this.#broken),
      words: this.#pages === 0 ? null : this.#words / this.#pages,
      kinds: Object.fromEntries(kinds),
    };
  }
}
