import { DehuskError } from "../basics/index.ts";
import { nodeFeatures, viewPage } from "../features/index.ts";
import { type Boxes, estimateBoxes } from "../layout/index.ts";
import { probabilityOf } from "../learn/index.ts";
import type { Page } from "../page/index.ts";
import { areasOfBoxes } from "./areas.ts";
import { areaRangeOf, logOddsOf } from "./log-odds.ts";
import { oddsByTemplateBlocks, smallestTemplateBlocks } from "./odds-by-template-blocks.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import type { ScoredNodes, ScoredPage } from "./scored-page.ts";
import { nodeSiteEvidence } from "./site-evidence.ts";
import { smoothingTree } from "./smoothing-tree.ts";
import type { BlockDetector } from "./template-block-detector.ts";

/**
 * Scores the nodes of a page by a model that uses the layout.
 *
 * @param given Estimated if not given.
 * @throws DehuskError `bad-model` if the model was trained on boxes of another geometry.
 */
export function scoreByLayout(
  page: Page,
  given: Boxes | undefined,
  model: PageLevelModel | BlockDetector,
  onSite: ((node: number) => boolean) | undefined,
): ScoredPage {
  const boxes = given ?? estimateBoxes(page);
  if (model.geometry !== boxes.geometry) {
    throw new DehuskError(
      "bad-model",
      `The model ${model.name} was trained on boxes of kind "${model.geometry}", these are of kind "${boxes.geometry}".`,
    );
  }
  if (model.kind === "dehusk-block-detector") return scoreByTemplateBlocks(page, boxes, model, onSite);
  const { rows, ...scored } = scoreNodes(page, boxes, model, onSite);
  return { detector: "page-level", ...scored, model, pageLevel: { model, rows } };
}

/** Scores the nodes of a page by a template-block detector. */
function scoreByTemplateBlocks(
  page: Page,
  boxes: Boxes,
  model: BlockDetector,
  onSite: ((node: number) => boolean) | undefined,
): ScoredPage {
  const areas = areasOfBoxes(boxes);
  const tree = smoothingTree(page, areas);
  const view = viewPage(page, boxes);
  const judged = model.judge(view, model);
  const odds = oddsByTemplateBlocks(page, tree, judged, model);
  const score = odds.map((own, r) => probabilityOf(own + (onSite?.(tree.nodes[r]) ? nodeSiteEvidence : 0)));
  const templateBlocks = { ...judged, smallest: smallestTemplateBlocks(page, judged.nodes), onSite };
  return { detector: "template-blocks", page, view, areas, model, tree, score, templateBlocks };
}

/** Scores the nodes of a page by a page-level model. */
export function scoreNodes(
  page: Page,
  boxes: Boxes,
  pageLevel: PageLevelModel,
  onSite: ((node: number) => boolean) | undefined,
): ScoredNodes {
  const areas = areasOfBoxes(boxes);
  const tree = smoothingTree(page, areas, pageLevel.judged);
  const { nodes } = tree;
  const view = viewPage(page, boxes);
  const rows = nodeFeatures(view, nodes);
  const range = nodes.map((node) => areaRangeOf(pageLevel, boxes, node));
  const score = logOddsOf(pageLevel, rows, range);
  for (let r = 0; r < score.length; r++) {
    const evidence = onSite?.(nodes[r]) ? nodeSiteEvidence : 0;
    score[r] = probabilityOf(score[r] + evidence);
  }
  return { page, view, areas, tree, rows, score };
}
