import { type Page, TEXT } from "../page/index.ts";

/**
 * Clears the mark of words inside a paragraph that is not repeated as a whole: "and" between two links, a name in
 * italics, `<b>Price:</b>` before a price. They are on many pages, but their paragraph is not, and content with holes
 * is useless. A block stays marked if more than `coverage` of its characters are in marked nodes.
 *
 * The paper leaves this open. On 94 sites it saves one in six of the known content values lost without it (11.9 %
 * instead of 14.3 %) for 1.6 to 1.9 % less of the text. Linear in nodes.
 *
 * @param marks 1 for repeated nodes and everything below them; modified.
 */
export function spareMixedBlocks(page: Page, marks: Uint8Array, coverage: number): void {
  const { first, last, count } = page.blocks;
  const { characters } = page.sums;
  for (let block = 0; block < count; block++) {
    const from = first[block];
    const to = last[block] + 1;
    const whole = characters[to] - characters[from];
    let marked = 0;
    for (let i = from; i < to; i++) {
      if (marks[i] === 1 && page.tag[i] === TEXT) marked += characters[i + 1] - characters[i];
    }
    if (marked === 0 || marked > coverage * whole) continue;
    const before = block === 0 ? 0 : last[block - 1];
    const after = block + 1 === count ? page.size : first[block + 1];
    for (let i = before + 1; i < to; i++) {
      // Only topmost marked nodes without text of other blocks: they are parts of this one.
      if (marks[i] !== 1 || marks[page.parent[i]] === 1) continue;
      const end = page.end[i];
      if (end <= after && end > from) marks.fill(0, i, end);
    }
  }
}
