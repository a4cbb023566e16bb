import { showsAllOfParent } from "../features/index.ts";
import { COMMENT, isShown, type Page, TEXT } from "../page/index.ts";
import type { Areas } from "./areas.ts";

/**
 * The nodes of a page that are classified and smoothed. The others are hidden: nodes too small to be judged (page-level
 * template detection, section 5.3), nodes that are not shown, and, unless all are judged, nodes that show the same as their
 * parent, which would be judged twice. They follow their nearest ancestor in the tree.
 */
export interface SmoothingTree {
  /** Page nodes in the tree, in document order; the first is the document. */
  readonly nodes: Int32Array;
  /** Parent of each, as an index into `nodes`; -1 for the first. */
  readonly parent: Int32Array;
  /** For each node of the page, the index of it or its nearest ancestor in the tree. */
  readonly place: Int32Array;
}

/**
 * Which of the visible, large enough nodes are judged: all as in the paper, or only those that show something
 * other than their parent.
 */
export const judgedNodes = ["distinct", "all"] as const;
export type JudgedNodes = (typeof judgedNodes)[number];

/** Nodes with fewer square pixels are hidden: section 5.3. */
const leastArea = 2000;

export function smoothingTree(page: Page, areas: Areas, judged: JudgedNodes = "distinct"): SmoothingTree {
  const place = new Int32Array(page.size);
  const nodes = new Int32Array(page.size);
  const parent = new Int32Array(page.size);
  let size = 0;
  for (let i = 0; i < page.size; i++) {
    const up = i === 0 ? -1 : place[page.parent[i]];
    if (i === 0 || (isJudged(page, areas, i) && (judged === "all" || !showsAllOfParent(page, i)))) {
      nodes[size] = i;
      parent[size] = up;
      place[i] = size++;
    } else place[i] = up;
  }
  return { nodes: nodes.slice(0, size), parent: parent.slice(0, size), place };
}

/**
 * The weight of each node of a tree in smoothing, with the hidden nodes it represents.
 *
 * - `nodes`, as in the paper: each node shown counts one.
 * - `text`: the cube root of the words of each text, 2 for each link, ½ for each image, and a little for the node itself.
 *   So a long paragraph outweighs the elements around it, and a menu counts by its links. On the labelled sets smoothing
 *   then lowers no F, while with `nodes` it lowered that of text by up to 0.03.
 */
export type Weighting = (typeof weightings)[number];

export const weightings = ["text", "nodes"] as const;

export function treeWeights(page: Page, tree: SmoothingTree, weighting: Weighting): Float64Array {
  const weights = new Float64Array(tree.nodes.length);
  if (weighting === "text") weights.fill(grain);
  const { words, links, images } = page.sums;
  for (let i = 0; i < page.size; i++) {
    if (!isShown(page, i)) continue;
    const at = tree.place[i];
    let weight = 0;
    if (weighting === "nodes") weight = isSolid(page, i) ? 1 : 0;
    else {
      const own = words[i + 1] - words[i];
      if (own > 0) weight = Math.cbrt(own);
      weight += 2 * (links[i + 1] - links[i]);
      weight += (images[i + 1] - images[i]) / 2;
    }
    weights[at] = weights[at] + weight;
  }
  return weights;
}

const grain = 0.1;

function isJudged(page: Page, areas: Areas, node: number): boolean {
  return isShown(page, node) && isSolid(page, node) && areas.of(node) >= leastArea;
}

/** Neither a comment nor white space. */
function isSolid(page: Page, node: number): boolean {
  const tag = page.tag[node];
  if (tag === COMMENT) return false;
  return tag !== TEXT || page.sums.characters[node + 1] > page.sums.characters[node];
}
