import type { Page } from "./page.ts";
import { xpathsOf } from "./xpath.ts";

/** Longest path returned: about 500 levels, as in `explainBlocks`. */
const longestPath = 4096;

/** Total length of a page's paths. */
const mostCharacters = 32_000_000;

/**
 * The XPaths of some nodes, null if too long. On a deep page the total length is quadratic in depth; then the longest
 * are dropped until the rest fits.
 *
 * @param nodes In any order.
 */
export function boundedPaths(page: Page, nodes: readonly number[]): (string | null)[] {
  const all = xpathsOf(page);
  let most = longestPath;
  while (charactersWithin(all, nodes, most) > mostCharacters) most /= 2;
  return nodes.map((node) => (all[node].length <= most ? all[node] : null));
}

function charactersWithin(paths: readonly string[], nodes: readonly number[], most: number): number {
  let sum = 0;
  for (const node of nodes) {
    const { length } = paths[node];
    if (length <= most) sum += length;
  }
  return sum;
}
