/**
 * Codeword lengths of an optimal prefix code (Huffman 1952), none longer than `most`: if one would be,
 * counts are flattened until all fit, which costs next to nothing.
 *
 * @param counts How often each token occurs.
 * @returns For each token the bits of its codeword; 0 for tokens that do not occur, 1 for a single token.
 */
export function huffmanLengths(counts: readonly number[], most: number): number[] {
  let weights = counts.slice();
  for (;;) {
    const lengths = lengthsOf(weights);
    if (Math.max(0, ...lengths) <= most) return lengths;
    weights = weights.map((count) => (count === 0 ? 0 : Math.ceil(count / 2) + 1));
  }
}

interface Subtree {
  readonly weight: number;
  readonly tokens: readonly number[];
}

function lengthsOf(weights: readonly number[]): number[] {
  const lengths = weights.map(() => 0);
  let trees: Subtree[] = [];
  for (const [token, weight] of weights.entries()) if (weight > 0) trees.push({ weight, tokens: [token] });
  if (trees.length === 1) lengths[trees[0]?.tokens[0]] = 1;
  while (trees.length > 1) {
    // The sort is stable, and ties go to the older: same counts, same code.
    trees = trees.sort((a, b) => a.weight - b.weight);
    const [one, other, ...rest] = trees as [Subtree, Subtree, ...Subtree[]];
    const tokens = [...one.tokens, ...other.tokens];
    for (const token of tokens) lengths[token] = lengths[token] + 1;
    trees = [...rest, { weight: one.weight + other.weight, tokens }];
  }
  return lengths;
}
