import type { Page } from "../page/index.ts";
import type { Areas } from "./areas.ts";

/**
 * The penalty of a node for a templateness of its own (page-level template detection, section 5.3): a factor times one
 * of the paper's three ratios, or a product of them. All are high for small nodes, so that few sections are small.
 *
 * - `nodes`: N / Nᵢ, all nodes over those in the node's subtree;
 * - `area`: A / Aᵢ, the page's area over the node's;
 * - `parent`: A of the parent / Aᵢ.
 */
export type Penalty = (typeof penaltyNames)[number];

export const penaltyNames = [
  "nodes",
  "area",
  "parent",
  "nodes*area",
  "nodes*parent",
  "area*parent",
  "nodes*area*parent",
] as const;

/** The penalties of the nodes of a smoothing tree; `nodes` are their numbers in the page, `parent` is within the tree. */
export function penaltiesOf(
  page: Page,
  areas: Areas,
  tree: { readonly nodes: Int32Array; readonly parent: Int32Array },
  kind: Penalty,
  factor: number,
  most: number,
): Float64Array {
  const byNodes = kind.includes("nodes");
  const byArea = kind.includes("area");
  const byParent = kind.includes("parent");
  const areaOf = (node: number) => Math.max(1, areas.of(node));
  const pageArea = Math.max(1, areas.page);
  const penalties = new Float64Array(tree.nodes.length);
  for (let i = 0; i < penalties.length; i++) {
    const node = tree.nodes[i];
    const up = tree.parent[i];
    const area = areaOf(node);
    let penalty = factor;
    if (byNodes) penalty *= page.size / (page.end[node] - node);
    if (byArea) penalty *= pageArea / area;
    if (byParent && up >= 0) penalty *= areaOf(tree.nodes[up]) / area;
    penalties[i] = Math.min(most, penalty);
  }
  return penalties;
}
