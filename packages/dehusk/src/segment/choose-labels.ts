import type { PartTree } from "../features/index.ts";
import type { Page } from "../page/index.ts";
import type { Points } from "./weigh-parts.ts";

/** Most labels: pages have fewer segments, and each label costs a cut or two of much of the page. */
const mostLabels = 256;
/** Most pairs of piece and label that are looked at in a sweep: on pages of more than 1,500 pieces there are fewer labels. */
const mostPairs = 400_000;
/** Never fewer labels than this, if there are so many internal nodes. */
const fewestLabels = 16;

/**
 * The labels of GCuts: the internal nodes of the tree (GraphSeg, section 4.2), of those at the same point only the first. If
 * they are too many for the page's pieces, those with most pieces are kept: the paper's labels stand for segments, and
 * an element with two pieces is seldom one. Sorting takes n log n.
 *
 * @param points Where the parts are, if costs depend on nothing else; without it all internal nodes are labels.
 * @returns Numbers of parts, in the tree's order; the root's is the first.
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
  const most = Math.max(fewestLabels, Math.min(mostLabels, Math.floor(mostPairs / Math.max(1, count))));
  if (labels.length <= most) return Int32Array.from(labels);
  const largest = labels.toSorted((a, b) => pieces[b] - pieces[a] || a - b).slice(0, most);
  return Int32Array.from(largest).sort();
}

/**
 * The labels of the plain algorithm: every element of the page that holds two pieces or more, by the part that holds the
 * same pieces. Elements one inside the other with the same pieces are as many labels of the same costs.
 *
 * @returns Numbers of parts, in the tree's order, with repetitions.
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
