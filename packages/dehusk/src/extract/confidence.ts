/**
 * What the best choice of whole blocks reaches of the truth that people wrote down, which parts some blocks and has words
 * that the page does not show. Measured on pages of hosts not trained on: see the table in docs/research/accuracy.md.
 */
const ceiling = 0.985;

/** How good content that was chosen block by block is likely to be, from the F1 that the blocks' chances promise. */
export function confidenceOf(expected: number): number {
  return Math.round(1000 * ceiling * expected) / 1000;
}
