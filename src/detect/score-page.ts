import modelFile from "../../models/page-level.json" with { type: "json" };
import { type Feature, nodeFeatureList, nodeFeatures } from "../features/index.ts";
import { type Boxes, estimateBoxes } from "../layout/index.ts";
import { probabilityOf, quantileOf } from "../learn/index.ts";
import { DehuskError, type Page } from "../page/index.ts";
import { type SiteTemplates, TemplateNode, templateNodes } from "../site/index.ts";
import { areaRange, logOddsOf } from "./log-odds.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import { type SmoothingTree, smoothingTree } from "./smoothing-tree.ts";

/** The model that is used unless another is given: trained on repetition alone. */
const pageLevelModel = modelFile as unknown as PageLevelModel;

export interface ScoreOptions {
  /** Where the nodes lie. Default: estimated. */
  readonly boxes?: Boxes | undefined;
  readonly model?: PageLevelModel | undefined;
  /** Templates of the page's site, as `dehusk site` finds them. */
  readonly site?: SiteTemplates | undefined;
}

/** A page whose nodes have scores, not yet smoothed. */
export interface ScoredPage {
  readonly page: Page;
  readonly boxes: Boxes;
  readonly model: PageLevelModel;
  readonly tree: SmoothingTree;
  /** Features of the tree's nodes, row after row. */
  readonly rows: Float32Array;
  /** What the model says of each node of the tree by itself, from 0 (content) to 1 (template). */
  readonly score: Float64Array;
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
  const model = options.model ?? pageLevelModel;
  const site = options.site ?? undefined;
  const boxes = options.boxes ?? estimateBoxes(page);
  if (model.geometry !== boxes.geometry) {
    throw new DehuskError(
      "bad-model",
      `The model ${model.name} was trained on boxes of kind "${model.geometry}", these are of kind "${boxes.geometry}".`,
    );
  }
  const tree = smoothingTree(page, boxes);
  const { nodes } = tree;
  const rows = nodeFeatures(page, boxes, nodes);
  const marks = site === undefined ? undefined : templateNodes(page, site);
  const range = nodes.map((node) => areaRange(model, areaOf(boxes, node)));
  const score = logOddsOf(model, rows, range);
  for (let r = 0; r < score.length; r++) {
    const inTemplate = marks !== undefined && marks[nodes[r] as number] !== TemplateNode.None;
    score[r] = probabilityOf((score[r] as number) + (inTemplate ? siteEvidence : 0));
  }
  return { page, boxes, model, tree, rows, score };
}

function areaOf({ w, h }: Boxes, node: number): number {
  return (w[node] as number) * (h[node] as number);
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
 * The features that speak most for what a node is taken for.
 *
 * @param place The node's place in the tree.
 * @param asTemplate Whether those for a template are asked for, or those for content.
 */
export function leadingFeatures(
  { model, tree, boxes, rows }: ScoredPage,
  place: number,
  asTemplate: boolean,
  count: number,
): LeadingFeature[] {
  const node = tree.nodes[place] as number;
  const { weights } = model.areas[areaRange(model, areaOf(boxes, node))] as PageLevelModel["areas"][number];
  const at = place * weights.length;
  const found = weights.map((weight, f): LeadingFeature => {
    const value = rows[at + f] as number;
    const { name, why } = nodeFeatureList[f] as Feature;
    return { name, value, why, adds: weight * (quantileOf(model.scales[f] as readonly number[], value) - 0.5) };
  });
  const sign = asTemplate ? 1 : -1;
  return found
    .filter(({ adds }) => sign * adds > 0)
    .sort((a, b) => sign * (b.adds - a.adds))
    .slice(0, count);
}
