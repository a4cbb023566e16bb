import { checkOptions, checkValues, pickOptions, withGetters } from "../basics/index.ts";
import { type Boxes, estimateBoxes } from "../layout/index.ts";
import { type Page, type PageInput, parse, parseTable } from "../page/index.ts";
import { type Smoothing, smoothScores } from "../smooth/index.ts";
import {
  type DetectOptions,
  detectTable,
  type ScoreOptions,
  type SmoothOptions,
  smoothTable,
} from "./detect-options.ts";
import { nodeKinds } from "./node-kinds.ts";
import { penaltiesOf } from "./penalties.ts";
import { scorePage } from "./score-page.ts";
import type { ScoredPage } from "./scored-page.ts";
import { treeWeights } from "./smoothing-tree.ts";

/** How much of a template each node of a page is. Arrays have one entry per node of the page. */
export interface Detection {
  readonly page: Page;
  /** As given or as used by the model; otherwise estimated on first use. */
  readonly boxes: Boxes;
  /** Name of the scoring model. */
  readonly model: string;
  /** The model's score of each node by itself, from 0 (content) to 1 (template); NaN for hidden nodes. */
  readonly score: Float64Array;
  /** 1 for nodes that are not judged by themselves: too small, not shown, or showing the same as their parent. */
  readonly hidden: Uint8Array;
  /** The smoothed scores: never less than the parent's. */
  readonly templateness: Float64Array;
  /** The node at the top of each node's section. */
  readonly section: Int32Array;
  /**
   * The kind of each node's text if it is content: an index into `textKinds`, 255 for nodes without text. Undefined with
   * models other than a content model, which have no kinds.
   */
  readonly kind: Uint8Array | undefined;
}

/**
 * Scores every node of a page: how much of a template (menu, banner, related links, footer) it is.
 *
 * @example
 * const { page, templateness } = detect(html, { url: "https://example.org/story" });
 *
 * @throws DehuskError `bad-option`, `bad-input`, `bad-model`, or a `limit-…` code if the page is over a limit.
 */
export function detect(input: PageInput, options: DetectOptions = {}): Detection {
  checkOptions(options, detectTable);
  return detectPage(parse(input, pickOptions(options, parseTable)), options);
}

/** The same for a page that is parsed. */
export function detectPage(page: Page, options: SmoothOptions & ScoreOptions = {}): Detection {
  return smoothPage(scorePage(page, options, estimateBoxes), options);
}

/** Smooths the scores of a page. */
export function smoothPage(scored: ScoredPage, options: SmoothOptions = {}): Detection {
  checkValues(options, smoothTable);
  const {
    penalty = smoothTable.penalty.default,
    penaltyFactor = smoothTable.penaltyFactor.default,
    penaltyMost = smoothTable.penaltyMost.default,
    weighting = smoothTable.weighting.default,
  } = options;
  const { page, areas, tree, score } = scored;
  const { parent, place } = tree;
  const smoothed = smoothScores({
    parent,
    score,
    weight: treeWeights(page, tree, weighting),
    penalty: penaltiesOf(page, areas, tree, penalty, penaltyFactor, penaltyMost),
  });
  const templateness = new Float64Array(page.size);
  for (let i = 0; i < page.size; i++) templateness[i] = smoothed.value[place[i]];
  let nodes: NodeScores | undefined;
  const getNodes = (): NodeScores => {
    nodes ??= scoresOfNodes(scored, smoothed);
    return nodes;
  };
  let kinds: Uint8Array | undefined;
  return withGetters(
    { page, model: scored.model.name, templateness },
    {
      boxes: () => scored.view.boxes,
      score: () => getNodes().score,
      hidden: () => getNodes().hidden,
      section: () => getNodes().section,
      kind: () => {
        kinds ??= nodeKinds(scored);
        return kinds;
      },
    },
  );
}

type NodeScores = Pick<Detection, "score" | "hidden" | "section">;

/** What nodes have besides their templateness, for which extraction does not ask. */
function scoresOfNodes({ page, tree: { nodes, place }, score }: ScoredPage, smoothed: Smoothing): NodeScores {
  const own = new Float64Array(page.size).fill(Number.NaN);
  const hidden = new Uint8Array(page.size);
  const section = new Int32Array(page.size);
  for (let i = 0; i < page.size; i++) {
    const at = place[i];
    if (nodes[at] === i) own[i] = score[at];
    else hidden[i] = 1;
    section[i] = nodes[smoothed.section[at]];
  }
  return { score: own, hidden, section };
}
