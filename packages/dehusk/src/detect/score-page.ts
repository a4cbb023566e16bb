import { DehuskError } from "../basics/index.ts";
import { nodeFeatures, viewPage } from "../features/index.ts";
import { type Boxes, estimateBoxes } from "../layout/index.ts";
import { probabilityOf } from "../learn/index.ts";
import type { Page } from "../page/index.ts";
import { TemplateNode, templateNodes } from "../site/index.ts";
import { areasOfBoxes, areasOfText } from "./areas.ts";
import { modelOf } from "./bundled-models.ts";
import { type ContentModel, loadContentModel } from "./content-model.ts";
import type { ScoreOptions } from "./detect-options.ts";
import { areaRangeOf, logOddsOf } from "./log-odds.ts";
import { oddsByTemplateBlocks, smallestTemplateBlocks } from "./odds-by-template-blocks.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import { scoreBlocks } from "./score-blocks.ts";
import type { ContentScoredPage, ScoredNodes, ScoredPage } from "./scored-page.ts";
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
  const marks = options.onSite ?? (options.site == null ? undefined : templateNodes(page, options.site));
  const onSite = marks === undefined ? undefined : (node: number) => marks[node] !== TemplateNode.None;
  if (model.kind === "dehusk-content-model") return scoreByContent(page, options.boxes, model, onSite);
  const boxes = options.boxes ?? estimateBoxes(page);
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

/** What a content model says of the blocks of a page, and by them of its nodes. */
function scoreByContent(
  page: Page,
  boxes: Boxes | undefined,
  model: ContentModel,
  onSite: ((node: number) => boolean) | undefined,
): ContentScoredPage {
  const areas = areasOfText(page);
  const tree = smoothingTree(page, areas);
  const view = viewPage(page, boxes);
  const blocks = scoreBlocks(view, loadContentModel(model), onSite);
  const scored = { detector: "content", page, view, areas, tree, model, blocks } as const;
  return { ...scored, score: nodeScores(scored) };
}

/** What a detector of template blocks says of the nodes of a page. */
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

/**
 * Scores of the tree's nodes from those of the blocks: of a node that shows text, the chance that a word of it is no
 * content; others, such as images, have that of what they stand in.
 */
function nodeScores({ page, view, tree, blocks }: Omit<ContentScoredPage, "score">): Float64Array {
  const { first, last, count } = page.blocks;
  const { words } = page.sums;
  const all = new Float64Array(count + 1);
  const template = new Float64Array(count + 1);
  for (let b = 0; b < count; b++) {
    const own = words[last[b] + 1] - words[first[b]];
    all[b + 1] = all[b] + own;
    template[b + 1] = template[b] + own * (1 - blocks.chance[b]);
  }
  const scores = new Float64Array(tree.nodes.length);
  for (let r = 0; r < scores.length; r++) {
    const node = tree.nodes[r];
    let from = view.blocksBefore[node];
    // Part of a block that began before it.
    if (from > 0 && last[from - 1] >= node) from--;
    const to = view.blocksBefore[page.end[node]];
    const shown = all[to] - all[from];
    if (shown > 0) scores[r] = (template[to] - template[from]) / shown;
    else scores[r] = r === 0 ? wordless : scores[tree.parent[r]];
  }
  return scores;
}

/** The score of a page without words, about which nothing is known. */
const wordless = 0.5;
