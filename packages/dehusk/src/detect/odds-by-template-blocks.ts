import { isText, type Page } from "../page/index.ts";
import type { JudgedTemplateBlocks } from "./judge-template-blocks.ts";
import type { SmoothingTree } from "./smoothing-tree.ts";
import type { BlockDetector } from "./template-block-detector.ts";

/** Log-odds beyond these mean nothing with this many sites and trees. */
const greatestOdds = 6;

/** The log-odds of text in no block: a detector removes blocks, so it stays. */
const unjudged = -1;

/** For each node of a page the index of the smallest block that it is or is in; -1 for none. */
export function smallestTemplateBlocks(page: Page, nodes: Int32Array): Int32Array {
  const smallest = new Int32Array(page.size).fill(-1);
  let next = 0;
  for (let i = 0; i < page.size; i++) {
    if (nodes[next] === i) smallest[i] = next++;
    else if (i > 0) smallest[i] = smallest[page.parent[i]];
  }
  return smallest;
}

/**
 * Log-odds of a template for the nodes of a page's tree, at least 0 if the detector finds one: for a block its own,
 * for nodes in blocks that of the smallest, for nodes around blocks the mean over their words. Linear in the nodes.
 */
export function oddsByTemplateBlocks(
  page: Page,
  { nodes: asked }: SmoothingTree,
  { nodes, score }: JudgedTemplateBlocks,
  { classifier, threshold }: BlockDetector,
): Float64Array {
  const toOdds = classifier === "text" ? (value: number) => value : logitInside;
  const border = toOdds(threshold);
  const odds = Float64Array.from(score, (value) =>
    Math.max(-greatestOdds, Math.min(greatestOdds, toOdds(value) - border)),
  );
  const smallest = smallestTemplateBlocks(page, nodes);
  const oddsOf = (node: number): number => odds[smallest[node]] ?? unjudged;
  const { words } = page.sums;
  /** Running sum over the page of the words' log-odds. */
  const sums = new Float64Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const count = isText(page, i) ? words[i + 1] - words[i] : 0;
    sums[i + 1] = sums[i] + count * oddsOf(i);
  }
  return Float64Array.from(asked, (node) => {
    const end = page.end[node];
    const count = words[end] - words[node];
    if (smallest[node] !== -1 || count === 0) return oddsOf(node);
    return (sums[end] - sums[node]) / count;
  });
}

/** Minimum distance of a probability from 0 and 1, where log-odds are infinite. */
const nearest = 1e-12;

function logitInside(probability: number): number {
  const inside = Math.min(1 - nearest, Math.max(nearest, probability));
  return Math.log(inside / (1 - inside));
}
