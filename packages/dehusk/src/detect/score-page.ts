import { DehuskError } from "../basics/index.ts";
import { nodeFeatures, viewPage } from "../features/index.ts";
import { type Boxes, estimateBoxes } from "../layout/index.ts";
import { probabilityOf } from "../learn/index.ts";
import type { Page } from "../page/index.ts";
import { TemplateNode, templateNodes } from "../site/index.ts";
import { modelOf, pageLevelModel } from "./bundled-models.ts";
import { loadContentModel } from "./content-model.ts";
import type { ScoreOptions } from "./detect-options.ts";
import { areaRangeOf, logOddsOf } from "./log-odds.ts";
import { oddsByTemplateBlocks, smallestTemplateBlocks } from "./odds-by-template-blocks.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import { type ScoredBlocks, scoreBlocks } from "./score-blocks.ts";
import type { ScoredNodes, ScoredPage } from "./scored-page.ts";
import { nodeSiteEvidence } from "./site-evidence.ts";
import { smoothingTree } from "./smoothing-tree.ts";
import type { BlockDetector } from "./template-block-detector.ts";

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
  if (model.kind === "dehusk-block-detector") return scoreByTemplateBlocks(page, boxes, model, onSite);
  if (model.kind === "dehusk-page-level-model") {
    const { rows, ...scored } = scoreNodes(page, boxes, model, onSite);
    return { detector: "page-level", ...scored, model, pageLevel: { model, rows } };
  }
  const nodes = scoreNodes(page, boxes, pageLevelModel, undefined);
  const { rows, ...scored } = nodes;
  const blocks = scoreBlocks(nodes.view, { ...nodes, onSite }, loadContentModel(model));
  const pageLevel = { model: pageLevelModel, rows };
  return { detector: "content", ...scored, model, pageLevel, blocks, score: nodeScores(nodes, blocks) };
}

/** What a detector of template blocks says of the nodes of a page. */
function scoreByTemplateBlocks(
  page: Page,
  boxes: Boxes,
  model: BlockDetector,
  onSite: ((node: number) => boolean) | undefined,
): ScoredPage {
  const tree = smoothingTree(page, boxes);
  const view = viewPage(page, boxes);
  const judged = model.judge(view, model);
  const odds = oddsByTemplateBlocks(page, tree, judged, model);
  const score = odds.map((own, r) => probabilityOf(own + (onSite?.(tree.nodes[r]) ? nodeSiteEvidence : 0)));
  const templateBlocks = { ...judged, smallest: smallestTemplateBlocks(page, judged.nodes), onSite };
  return { detector: "template-blocks", page, boxes, view, model, tree, score, templateBlocks };
}

/** Scores the nodes of a page by a page-level model. */
export function scoreNodes(
  page: Page,
  boxes: Boxes,
  pageLevel: PageLevelModel,
  onSite: ((node: number) => boolean) | undefined,
): ScoredNodes {
  const tree = smoothingTree(page, boxes, pageLevel.judged);
  const { nodes } = tree;
  const view = viewPage(page, boxes);
  const rows = nodeFeatures(view, nodes);
  const range = nodes.map((node) => areaRangeOf(pageLevel, boxes, node));
  const score = logOddsOf(pageLevel, rows, range);
  for (let r = 0; r < score.length; r++) {
    const evidence = onSite?.(nodes[r]) ? nodeSiteEvidence : 0;
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
