/**
 * The share of people's truth that the best choice of whole blocks reaches, since the truth splits some blocks and has words
 * that the page does not show. Measured on hosts not trained on: see the table in docs/research/accuracy.md.
 */
const ceiling = 0.985;

/** The expected quality of content chosen block by block, from the F1 that the blocks' probabilities predict. */
export function confidenceOf(expected: number): number {
  return Math.round(1000 * ceiling * expected) / 1000;
}
