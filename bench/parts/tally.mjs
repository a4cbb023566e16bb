/** Adds up the parts that an extractor kept. */

import { KINDS } from "./kept-parts.mjs";
import { readMarkdown } from "./read-markdown.mjs";

export class Tally {
  #counts = new Map(KINDS.map(({ name }) => [name, { pages: 0, parts: 0, kept: 0, shares: 0 }]));
  #errors = 0;

  /**
   * @param {string | null} markdown null where the extractor failed: nothing is kept
   * @param {{ url: string | null, parts: import("./true-parts.mjs").TrueParts }} page
   * @returns {{ kind: string, part: unknown }[]} the parts that are lost
   */
  add(markdown, { url, parts }) {
    if (markdown === null) this.#errors += 1;
    const read = readMarkdown(markdown ?? "", url);
    const lost = [];
    for (const { name, of, judge } of KINDS) {
      const all = of(parts);
      if (all.length === 0) continue;
      const isKept = judge(read);
      const missing = all.filter((part) => !isKept(part));
      const count = this.#counts.get(name);
      count.pages += 1;
      count.parts += all.length;
      count.kept += all.length - missing.length;
      count.shares += 1 - missing.length / all.length;
      for (const part of missing) lost.push({ kind: name, part });
    }
    return lost;
  }

  /** For each kind the mean of the pages' shares, and the counts; null for a kind that no page has. */
  summary() {
    const kinds = [...this.#counts].map(([name, { pages, parts, kept, shares }]) => [
      name,
      pages === 0 ? null : { share: shares / pages, pages, parts, kept },
    ]);
    return { errors: this.#errors, kinds: Object.fromEntries(kinds) };
  }
}
