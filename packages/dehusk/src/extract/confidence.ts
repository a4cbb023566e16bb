import type { Detection } from "../detect/index.ts";

/**
 * How good the content is likely to be, from 0 to 1: the F1 over words that is to be expected if each block is content
 * as often as its templateness says,
 *
 *   2 · Σ kept words · p / (Σ kept words + Σ all words · p),   p = 1 − templateness.
 *
 * 0 for a page without words.
 */
export function confidenceIn({ page, templateness }: Detection, kept: Uint8Array): number {
  const { words } = page.sums;
  let keptWords = 0;
  let right = 0;
  let content = 0;
  for (let i = 0; i < page.size; i++) {
    const own = words[i + 1] - words[i];
    if (own === 0) continue;
    const expected = own * (1 - templateness[i]);
    content += expected;
    if (kept[i] !== 1) continue;
    keptWords += own;
    right += expected;
  }
  return keptWords === 0 ? 0 : Math.round((2000 * right) / (keptWords + content)) / 1000;
}

/**
 * What the best choice of whole blocks reaches of the truth that people wrote down, which parts some blocks and has words
 * that the page does not show. Measured on pages of hosts not trained on: see the table in docs/accuracy.md.
 */
const ceiling = 0.97;

/** How good content that was chosen block by block is likely to be, from the F1 that the blocks' chances promise. */
export function confidenceOf(expected: number): number {
  return Math.round(1000 * ceiling * expected) / 1000;
}
