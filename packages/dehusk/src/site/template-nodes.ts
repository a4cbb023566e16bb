/**
 * Which nodes of a page are the site's templates: labels as in section 5.1 of "Page-level Template Detection via
 * Isotonic Smoothing". Linear in nodes plus the characters compared.
 */

import { isElement, type Page } from "../page/index.ts";
import { canonicalRules } from "./canonical.ts";
import { FingerprintTable } from "./fingerprint-table.ts";
import { nodeFingerprints } from "./fingerprints.ts";
import { shownNodes } from "./shown-nodes.ts";
import { fingerprintHalves, type SiteTemplates } from "./site-templates.ts";
import { spareMixedBlocks } from "./spare-mixed-blocks.ts";

/** Why a node is a template. */
export const TemplateNode = {
  None: 0,
  /** It, or an ancestor, is on many pages. */
  Repeated: 1,
  /** Most of its HTML is in repeated nodes. */
  Covered: 2,
} as const;

/**
 * Marks the nodes of a page that are templates of its site, as {@link TemplateNode}; the page need not be one the
 * templates come from.
 *
 * HTML of nodes that show nothing (scripts, line breaks, empty cells) counts neither as covered nor as uncovered.
 *
 * @example
 * const marks = templateNodes(page, templates);
 * marks[node] === TemplateNode.Repeated;
 */
export function templateNodes(page: Page, templates: SiteTemplates): Uint8Array {
  const { low, high } = nodeFingerprints(page, canonicalRules(templates.canonical, templates.dropAttributes));
  const shown = shownNodes(page);
  const table = tableOf(templates);
  const marks = new Uint8Array(page.size);
  for (let i = 1; i < page.size; i++) {
    if (marks[page.parent[i]] === TemplateNode.Repeated) marks[i] = TemplateNode.Repeated;
    else if (shown[i] === 1 && isElement(page, i) && table.find(low[i], high[i]) >= 0) {
      marks[i] = TemplateNode.Repeated;
    }
  }
  if (templates.spareMixed !== false) spareMixedBlocks(page, marks, templates.coverage);
  markCovered(page, shown, marks, templates.coverage);
  return marks;
}

function markCovered(page: Page, shown: Uint8Array, marks: Uint8Array, coverage: number): void {
  const { size, end } = page;
  const { htmlLength } = page.sums;
  const html = new Int32Array(size + 1);
  const covered = new Int32Array(size + 1);
  for (let i = 0; i < size; i++) {
    const own = shown[i] === 1 ? htmlLength[i + 1] - htmlLength[i] : 0;
    html[i + 1] = html[i] + own;
    covered[i + 1] = covered[i] + (marks[i] === TemplateNode.Repeated ? own : 0);
  }
  for (let i = 0; i < size; i++) {
    if (marks[i] !== TemplateNode.None || shown[i] === 0) continue;
    const last = end[i];
    const whole = html[last] - html[i];
    if (covered[last] - covered[i] > coverage * whole) marks[i] = TemplateNode.Covered;
  }
}

/** Lookup tables of templates, cached while the caller holds them: many pages are compared with the same ones. */
const tables = new WeakMap<SiteTemplates, FingerprintTable>();

function tableOf(templates: SiteTemplates): FingerprintTable {
  let table = tables.get(templates);
  if (table === undefined) {
    table = new FingerprintTable(2 ** 26);
    for (const { fingerprint, parts } of templates.templates) {
      for (const text of [fingerprint, ...parts]) {
        const { low, high } = fingerprintHalves(text);
        table.count(low, high, 1);
      }
    }
    tables.set(templates, table);
  }
  return table;
}
