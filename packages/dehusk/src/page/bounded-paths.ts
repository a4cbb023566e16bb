import type { Page } from "./page.ts";
import { xpathsOf } from "./xpath.ts";

/** Longest path that is given: about 500 levels, as in `explainBlocks`. */
const longestPath = 4096;

/** Most characters that all paths of a page may have together. */
const mostCharacters = 32_000_000;

/**
 * The XPaths of some nodes of a page, null where they would be too long. On a deep page all paths together are quadratic in
 * its depth; then the longest are left out, down to a length at which the rest fits.
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
