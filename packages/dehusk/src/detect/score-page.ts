import { DehuskError } from "../basics/index.ts";
import { nodeFeatureList, nodeFeatures, type PageView, viewPage } from "../features/index.ts";
import { type Boxes, estimateBoxes } from "../layout/index.ts";
import { probabilityOf, quantileOf } from "../learn/index.ts";
import type { Page } from "../page/index.ts";
import { TemplateNode, templateNodes } from "../site/index.ts";
import type { BlockDetector } from "./block-detector.ts";
import { type DetectionModel, modelOf, pageLevelModel } from "./bundled-models.ts";
import { loadContentModel } from "./content-model.ts";
import type { ScoreOptions } from "./detect-options.ts";
import { type JudgedTextBlocks, judgeBlocks } from "./judge-blocks.ts";
import { areaRange, logOddsOf } from "./log-odds.ts";
import { oddsByBlocks, smallestBlocks } from "./odds-by-blocks.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import { type ScoredBlocks, scoreBlocks } from "./score-blocks.ts";
import { type SmoothingTree, smoothingTree } from "./smoothing-tree.ts";

/** A page whose nodes have scores, not yet smoothed. */
export interface ScoredPage {
  readonly page: Page;
  readonly boxes: Boxes;
  readonly view: PageView;
  readonly model: DetectionModel;
  readonly tree: SmoothingTree;
  /** What the model says of each node of the tree by itself, from 0 (content) to 1 (template). */
  readonly score: Float64Array;
  /** What the page-level model went by, whether it scored by itself or for the content model; else undefined. */
  readonly pageLevel: PageLevelFindings | undefined;
  /** What the content model says of the blocks; undefined with another model. */
  readonly blocks: ScoredBlocks | undefined;
  /** What a block detector says of the blocks; undefined with another model. */
  readonly judged: BlockFindings | undefined;
}

interface PageLevelFindings {
  readonly model: PageLevelModel;
  /** Features of the tree's nodes, row after row. */
  readonly rows: Float32Array;
}

/** Blocks as "Site-Independent Template-Block Detection" has them, which may lie in one another. */
export interface BlockFindings extends JudgedTextBlocks {
  readonly detector: BlockDetector;
  /** For each node of the page the smallest block that it is or lies in; -1 for none. */
  readonly smallest: Int32Array;
  /** Whether the page's site is known to have a node on many of its pages. */
  readonly onSite: ((node: number) => boolean) | undefined;
}

/**
 * What it adds to a node's log-odds of being a template that it is on many pages of its site: much, but a long text that
 * the model takes for content stays content, such as the words of a film's genre that it shares with other films.
 */
const siteEvidence = 3;

/**
 * Scores the nodes of a page one by one.
 *
 * @throws DehuskError `bad-model` when the model was trained on boxes of another kind.
 */
export function scorePage(page: Page, options: ScoreOptions = {}): ScoredPage {
  const model = modelOf(options.model);
  const boxes = options.boxes ?? estimateBoxes(page);
  if (model.geometry !== boxes.geometry) {
    throw new DehuskError(
      "bad-model",
      `The model ${model.name} was trained on boxes of kind "${model.geometry}", these are of kind "${boxes.geometry}".`,
    );
  }
  const marks = options.onSite ?? (options.site == null ? undefined : templateNodes(page, options.site));
  const onSite = marks === undefined ? undefined : (node: number) => marks[node] !== TemplateNode.None;
  if (model.kind === "dehusk-block-detector") return scoreByBlocks(page, boxes, model, onSite);
  if (model.kind === "dehusk-page-level-model") {
    return { ...asScored(scoreNodes(page, boxes, model, onSite), model), blocks: undefined };
  }
  const nodes = scoreNodes(page, boxes, pageLevelModel, undefined);
  const blocks = scoreBlocks(nodes.view, { ...nodes, onSite }, loadContentModel(model));
  return { ...asScored(nodes, pageLevelModel), model, blocks, score: nodeScores(nodes, blocks) };
}

function asScored({ rows, ...nodes }: ScoredNodes, model: PageLevelModel): Omit<ScoredPage, "blocks"> {
  return { ...nodes, model, pageLevel: { model, rows }, judged: undefined };
}

/** What a block detector says of the nodes of a page. */
function scoreByBlocks(
  page: Page,
  boxes: Boxes,
  model: BlockDetector,
  onSite: ((node: number) => boolean) | undefined,
): ScoredPage {
  const tree = smoothingTree(page, boxes);
  const view = viewPage(page, boxes);
  const judged = judgeBlocks(view, model);
  const odds = oddsByBlocks(page, tree, judged, model);
  const score = odds.map((own, r) => probabilityOf(own + (onSite?.(tree.nodes[r]) ? siteEvidence : 0)));
  const findings = { ...judged, detector: model, smallest: smallestBlocks(page, judged.nodes), onSite };
  return { page, boxes, view, model, tree, score, pageLevel: undefined, blocks: undefined, judged: findings };
}

/** What the page-level model says of the nodes of a page, and the features of the tree's nodes that it went by. */
export interface ScoredNodes extends Pick<ScoredPage, "page" | "boxes" | "view" | "tree" | "score"> {
  readonly rows: Float32Array;
}

/** Scores the nodes of a page by a page-level model. */
export function scoreNodes(
  page: Page,
  boxes: Boxes,
  pageLevel: PageLevelModel,
  onSite: ((node: number) => boolean) | undefined,
): ScoredNodes {
  const tree = smoothingTree(page, boxes);
  const { nodes } = tree;
  const view = viewPage(page, boxes);
  const rows = nodeFeatures(view, nodes);
  const range = nodes.map((node) => areaRange(pageLevel, areaOf(boxes, node)));
  const score = logOddsOf(pageLevel, rows, range);
  for (let r = 0; r < score.length; r++) {
    const evidence = onSite?.(nodes[r]) ? siteEvidence : 0;
    score[r] = probabilityOf(score[r] + evidence);
  }
  return { page, boxes, view, tree, rows, score };
}

/**
 * Scores of the tree's nodes from those of the blocks: of a node that shows text, the chance that a word of it is no
 * content; of others, such as images, what the page-level model says.
 */
function nodeScores({ page, view, tree, score }: ScoredNodes, { chance }: ScoredBlocks): Float64Array {
  const { first, last, count } = page.blocks;
  const { words } = page.sums;
  const all = new Float64Array(count + 1);
  const template = new Float64Array(count + 1);
  for (let b = 0; b < count; b++) {
    const own = words[last[b] + 1] - words[first[b]];
    all[b + 1] = all[b] + own;
    template[b + 1] = template[b] + own * (1 - chance[b]);
  }
  return score.map((own, r) => {
    const node = tree.nodes[r];
    let from = view.blocksBefore[node];
    // Part of a block that began before it.
    if (from > 0 && last[from - 1] >= node) from--;
    const to = view.blocksBefore[page.end[node]];
    const shown = all[to] - all[from];
    return shown > 0 ? (template[to] - template[from]) / shown : own;
  });
}

function areaOf({ w, h }: Boxes, node: number): number {
  return w[node] * h[node];
}

/** A feature that speaks for or against a node's being a template. */
export interface LeadingFeature {
  readonly name: string;
  readonly value: number;
  readonly why: string;
  /** What it adds to the log-odds of a template, compared with the middle of the training pages. */
  readonly adds: number;
}

/**
 * The features that speak most for what a node is taken for by the page-level model; none where it was not asked.
 *
 * @param place The node's place in the tree.
 * @param asTemplate Whether those for a template are asked for, or those for content.
 */
export function leadingFeatures(
  { pageLevel, tree, boxes }: ScoredPage,
  place: number,
  asTemplate: boolean,
  count: number,
): LeadingFeature[] {
  if (pageLevel === undefined) return [];
  const { model, rows } = pageLevel;
  const node = tree.nodes[place];
  const { weights } = model.areas[areaRange(model, areaOf(boxes, node))];
  const at = place * weights.length;
  const found = weights.map((weight, f): LeadingFeature => {
    const value = rows[at + f];
    const { name, why } = nodeFeatureList[f];
    return { name, value, why, adds: weight * (quantileOf(model.scales[f], value) - 0.5) };
  });
  const sign = asTemplate ? 1 : -1;
  return found
    .filter(({ adds }) => sign * adds > 0)
    .sort((a, b) => sign * (b.adds - a.adds))
    .slice(0, count);
}
