import { viewPage } from "../features/index.ts";
import type { Boxes } from "../layout/index.ts";
import type { Page } from "../page/index.ts";
import { TemplateNode, templateNodes } from "../site/index.ts";
import { areasOfText } from "./areas.ts";
import { modelOf } from "./bundled-models.ts";
import type { ContentModel } from "./content-model.ts";
import type { ScoreOptions } from "./detect-options.ts";
import { layoutScorer } from "./layout-scorer.ts";
import { scoreBlocks } from "./score-blocks.ts";
import type { ContentScoredPage, ScoredPage } from "./scored-page.ts";
import { smoothingTree } from "./smoothing-tree.ts";
import { openContentModel } from "./unpacked-model.ts";

/**
 * Scores the nodes of a page one by one.
 *
 * @param layOut Makes the boxes on demand, if none are given and the model needs none.
 * @throws DehuskError `bad-model` if the model was trained on boxes of another geometry.
 */
export function scorePage(page: Page, options: ScoreOptions = {}, layOut?: (page: Page) => Boxes): ScoredPage {
  const model = modelOf(options.model);
  const marks = options.onSite ?? (options.site == null ? undefined : templateNodes(page, options.site));
  const onSite = marks === undefined ? undefined : (node: number) => marks[node] !== TemplateNode.None;
  if (model.kind === "dehusk-content-model") return scoreByContent(page, options.boxes ?? layOut, model, onSite);
  return layoutScorer(model)(page, options.boxes, model, onSite);
}

/** Scores the blocks of a page by a content model, and its nodes by their blocks. */
function scoreByContent(
  page: Page,
  boxes: Boxes | ((page: Page) => Boxes) | undefined,
  model: ContentModel,
  onSite: ((node: number) => boolean) | undefined,
): ContentScoredPage {
  const areas = areasOfText(page);
  const tree = smoothingTree(page, areas);
  const view = viewPage(page, boxes);
  const blocks = scoreBlocks(view, openContentModel(model), onSite);
  const scored = { detector: "content", page, view, areas, tree, model, blocks } as const;
  return { ...scored, score: nodeScores(scored) };
}

/**
 * Scores of the tree's nodes from those of the blocks: for a node with text, the probability that one of its words is not
 * content; others, such as images, have their parent's.
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

/** The score of a page without words. */
const wordless = 0.5;
