import type { PartTree } from "../features/index.ts";
import type { Page } from "../page/index.ts";
import type { Points } from "./weigh-parts.ts";

/** Pages have fewer segments than this, and each label costs a cut or two of much of the page. */
const maxLabels = 256;
/** Limit on piece-label pairs per sweep: pages of more than 1,500 pieces get fewer labels. */
const maxPairs = 400_000;
/** Never fewer labels than this, if there are that many internal nodes. */
const minLabels = 16;

/**
 * The labels of GCuts: the internal nodes of the tree (GraphSeg, section 4.2); of those at the same point, only the
 * first. If there are too many for the page's pieces, the ones with the most pieces are kept: the paper's labels stand
 * for segments, and an element with two pieces rarely is one. O(n log n) for the sort.
 *
 * @param points Where the parts are, if costs depend on nothing else; without it all internal nodes are labels.
 * @returns Part numbers in tree order, root first.
 */
export function chooseLabels({ size, end, pieces }: PartTree, points: Points | undefined, count: number): Int32Array {
  const seen = new Set<string>();
  const labels: number[] = [];
  for (let part = 0; part < size; part++) {
    if (end[part] === part + 1) continue;
    if (points !== undefined) {
      const { width, rows } = points;
      const key = rows.subarray(part * width, (part + 1) * width).join();
      if (seen.has(key)) continue;
      seen.add(key);
    }
    labels.push(part);
  }
  const most = Math.max(minLabels, Math.min(maxLabels, Math.floor(maxPairs / Math.max(1, count))));
  if (labels.length <= most) return Int32Array.from(labels);
  const largest = labels.toSorted((a, b) => pieces[b] - pieces[a] || a - b).slice(0, most);
  return Int32Array.from(largest).sort();
}

/**
 * The labels of the naive algorithm: every element that holds at least two pieces, as the part with the same pieces.
 * Nested elements with the same pieces become several labels with the same costs.
 *
 * @returns Part numbers in tree order, with duplicates.
 */
export function everyElement({ size, end, parent, node }: PartTree, page: Page): Int32Array {
  const labels: number[] = [];
  for (let part = 0; part < size; part++) {
    if (end[part] === part + 1) continue;
    const above = part === 0 ? -1 : node[parent[part]];
    for (let at = node[part]; at !== above; at = page.parent[at]) labels.push(part);
  }
  return Int32Array.from(labels);
}
