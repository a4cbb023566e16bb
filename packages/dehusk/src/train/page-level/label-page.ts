import { proseSums } from "../../features/index.ts";
import { isText, type Page } from "../../page/index.ts";
import { type SiteBuilder, type SiteTemplates, templateNodes } from "../../site/index.ts";
import { findMainContainer } from "./main-container.ts";

/** Which nodes are labelled: only those of which repetition tells enough, or all, as in the paper. */
export const labelRules = ["sure", "paper"] as const;
export type LabelRule = (typeof labelRules)[number];

/** Pages with fewer characters of unique running text have no main part. */
const minProse = 200;

/**
 * Labels of each node of a site's page by repetition (page-level template detection, section 5.1): 1 template, 0
 * content, -1 unknown. The paper calls everything content that is not template; we differ:
 *
 * - what is on a few other pages, but fewer than a template, is unknown;
 * - so is what is on no other page but outside the element with the page's own running text: teasers, "also bought" and
 * ads are new on every page but are not content. On 13 labelled sets that raised word F1 from 0.864 to 0.871.
 *
 * @param rule `paper` for the paper's labels.
 */
export function labelPage(
  page: Page,
  builder: SiteBuilder,
  templates: SiteTemplates,
  rule: LabelRule = "sure",
): Int8Array {
  const marks = templateNodes(page, templates);
  if (rule === "paper") return Int8Array.from(marks, (mark) => (mark === 0 ? 0 : 1));
  const frequencies = builder.frequencies(page);
  const labels = new Int8Array(page.size);
  for (let i = 0; i < page.size; i++) {
    if (marks[i] !== 0) labels[i] = 1;
    else if (frequencies[i] > 1) labels[i] = -1;
  }
  const own = ownProse(page, labels);
  if (own[page.size] < minProse) return labels;
  const { node, distance } = findMainContainer(page, own);
  if (node === 0) return labels;
  for (let i = 0; i < page.size; i++) if (labels[i] === 0 && distance[i] > 0) labels[i] = -1;
  return labels;
}

/** Running sum of the characters of prose that is on no other page. */
function ownProse(page: Page, labels: Int8Array): Int32Array {
  const prose = proseSums(page);
  const own = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const counts = labels[i] === 0 && isText(page, i);
    own[i + 1] = own[i] + (counts ? prose[i + 1] - prose[i] : 0);
  }
  return own;
}
