import { leadingFeatures, type ScoredPage } from "dehusk/internal/detect";
import { beginning } from "dehusk/internal/drawing";
import { addedByFeatures } from "dehusk/internal/extract";
import { describeBlockFeatures, describeNodeFeatures } from "dehusk/internal/features";
import { Mark, type Page, xpathOf } from "dehusk/internal/page";
import type { JudgedPage } from "./judge-page.ts";
import type { BlockFacts, NodeFacts, WeighedFeature } from "./messages.ts";

/** Most blocks of a node to describe. */
const maxBlocks = 5;
const longestText = 200;
/** Deeper nodes have no path: it would be unreadably long. */
const maxDepth = 300;

/** The reasons and features of a node. */
export function describeNode({ scored, detection, decision, explain }: JudgedPage, node: number): NodeFacts {
  const { page } = detection;
  const [from, to] = blocksOf(page, node);
  const blocks = Array.from({ length: Math.min(to - from, maxBlocks) }, (_, i): BlockFacts => {
    const block = from + i;
    const first = page.blocks.first[block];
    const { chance, kind, reasons } = explain(block, first);
    const text = page.text.slice(page.textFrom[first], page.textTo[page.blocks.last[block] + 1]);
    return { node: first, text: shorten(text), kept: decision.kept[first] === 1, chance, kind, reasons };
  });
  const place = scored.tree.place[node];
  const judged = scored.tree.nodes[place];
  return {
    node,
    path: depthOf(page, node) > maxDepth ? "" : xpathOf(page, node),
    blocks,
    allBlocks: to - from,
    hidden: hiddenReasons(page, node),
    blockFeatures: to - from === 1 ? blockFeatures(scored, from) : [],
    nodeFeatures: nodeFeatures(scored, place),
    judgedWith: judged === node ? null : judged,
  };
}

/** The blocks that a node is part of or contains, as a range. */
function blocksOf({ blocks: { first, last, count }, end }: Page, node: number): readonly [number, number] {
  const from = firstAtLeast(last, count, node);
  return [from, Math.max(from, firstAtLeast(first, count, end[node]))];
}

/** The first index of an ascending list whose value is at least `least`. */
function firstAtLeast(list: Int32Array, count: number, least: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function blockFeatures(scored: ScoredPage, block: number): WeighedFeature[] {
  if (scored.detector !== "content") return [];
  const { blocks } = scored;
  const added = addedByFeatures(blocks, block);
  const features = describeBlockFeatures();
  return weightiest(
    features.map((feature, f) => ({
      ...feature,
      value: blocks.rows[block * features.length + f],
      // The content model speaks of content.
      adds: -added[f],
    })),
  );
}

function nodeFeatures(scored: ScoredPage, place: number): WeighedFeature[] {
  const described = describeNodeFeatures();
  const unitOf = new Map(described.map(({ name, unit }) => [name, unit]));
  const all = [true, false].flatMap((asTemplate) => leadingFeatures(scored, place, asTemplate, described.length));
  return weightiest(all.map((feature) => ({ ...feature, unit: unitOf.get(feature.name) ?? "" })));
}

/** Features that add less than this to the log-odds, either way, are negligible. */
const minAdded = 0.005;

function weightiest(features: readonly WeighedFeature[]): WeighedFeature[] {
  return features
    .filter(({ adds }) => Math.abs(adds) >= minAdded)
    .sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds))
    .map(({ name, unit, why, value, adds }) => ({ name, unit, why, value, adds }));
}

const hiddenMarks: readonly (readonly [number, string])[] = [
  [Mark.Unseen, "browsers never show it"],
  [Mark.HiddenAttribute, "it is marked as hidden"],
  [Mark.AriaHidden, "it is marked aria-hidden"],
  [Mark.HiddenStyle, "its style hides it"],
  [Mark.NoScript, "it is only for browsers without scripts"],
  [Mark.Template, "it is in a template, which is never shown itself"],
];

function hiddenReasons(page: Page, node: number): string[] {
  return hiddenMarks.filter(([mark]) => (page.marks[node] & mark) !== 0).map(([, reason]) => reason);
}

function depthOf({ parent }: Page, node: number): number {
  let depth = 0;
  for (let up = node; up > 0 && depth <= maxDepth; up = parent[up]) depth++;
  return depth;
}

export function shorten(text: string): string {
  const plain = text
    .slice(0, 4 * longestText)
    .replace(/\s+/g, " ")
    .trim();
  return plain.length > longestText ? `${beginning(plain, longestText)}…` : plain;
}
