import { type BlockDetector, detectPage, pageLevelModel } from "../detect/index.ts";
import { keepContent, keepShown, writeText } from "../extract/index.ts";
import { viewPage } from "../features/index.ts";
import { estimateBoxes } from "../layout/index.ts";
import { isElement, isText, type Page, siteOf } from "../page/index.ts";
import { SiteBuilder, type SiteOptions, type SiteTemplates, templateNodes } from "../site/index.ts";

/**
 * How much of the template is removed before an application reads a page: `none`, `site` and `page` are FULLTEXT,
 * SITELEVEL and PAGELEVEL of page-level template detection, sections 6.2 and 6.3, and `frame` is SITELEVEL outside the
 * main part of a page; `blocks` is the de-noising of
 * site-independent template-block detection, section 5; `segment` keeps the largest segment as in graph-theoretic
 * segmentation, section 5.2, and `segment+page` the segments that are content.
 */
export const cleanings = ["none", "site", "frame", "page", "blocks", "segment", "segment+page"] as const;
export type Cleaning = (typeof cleanings)[number];

/** Selects the nodes of a page that an application reads: 1 for each. */
export type Keep = (page: Page) => Uint8Array;

/** The kept text of a page. */
export function cleanText(page: Page, keep: Keep): string {
  return writeText(page, keep(page));
}

/** Everything the page shows. */
export const keepAll: Keep = keepShown;

/** The page's content, judged by this page alone or with its site's templates as evidence. */
export function keepMain(site?: SiteTemplates): Keep {
  return (page) => keepContent(detectPage(page, { site, model: pageLevelModel }));
}

/** Everything outside a site's templates. */
export function keepOutside(templates: SiteTemplates): Keep {
  return (page) => {
    const kept = keepShown(page);
    const marks = templateNodes(page, templates);
    for (let i = 0; i < kept.length; i++) if (marks[i] !== 0) kept[i] = 0;
    return kept;
  };
}

/**
 * Everything outside a site's frame: its templates, but for the smallest element with nearly all of the rest, which is kept
 * whole. What repeats there are labels of values and headings of sections, which say what the page is about.
 */
export function keepOutsideFrame(templates: SiteTemplates): Keep {
  const keepRest = keepOutside(templates);
  return (page) => {
    const kept = keepRest(page);
    const main = mainNode(page, kept);
    if (main < 0) return kept;
    const shown = keepShown(page);
    kept.set(shown.subarray(main, page.end[main]), main);
    for (let up = page.parent[main]; up > 0; up = page.parent[up]) kept[up] = shown[up];
    return kept;
  };
}

/** Share of a page's own words that its main part has. */
const mainShare = 0.9;

/** The smallest element with nearly all words of what is kept; -1 if nothing is. */
function mainNode(page: Page, kept: Uint8Array): number {
  const words = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    words[i + 1] = words[i] + (isText(page, i) && kept[i] === 1 ? page.sums.words[i + 1] - page.sums.words[i] : 0);
  }
  const enough = mainShare * words[page.size];
  if (enough === 0) return -1;
  // Such elements contain each other: the last one is the smallest.
  let main = 0;
  for (let i = 1; i < page.size; i++) if (isElement(page, i) && words[page.end[i]] - words[i] >= enough) main = i;
  return main;
}

/**
 * Everything outside the blocks that a detector takes for templates; a block is removed with all its descendants. The
 * paper uses a recall of 0.5.
 *
 * @example
 * const keep = keepOutsideBlocks(blockDetector(model, "rf", { recall: 0.5 }));
 */
export function keepOutsideBlocks(detector: BlockDetector): Keep {
  return (page) => {
    const kept = keepShown(page);
    const template = templateBlockNodes(page, detector);
    for (let i = 0; i < kept.length; i++) if (template[i] === 1) kept[i] = 0;
    return kept;
  };
}

/** 1 for each node in a block that a detector takes for a template. */
export function templateBlockNodes(page: Page, detector: BlockDetector): Uint8Array {
  const template = new Uint8Array(page.size);
  const { nodes, isTemplate } = detector.judge(viewPage(page, estimateBoxes(page)), detector);
  let filled = 0;
  for (let b = 0; b < nodes.length; b++) {
    const node = nodes[b];
    // Blocks come in document order: blocks inside a marked one need no second pass.
    if (isTemplate[b] === 0 || node < filled) continue;
    filled = page.end[node];
    template.fill(1, node, filled);
  }
  return template;
}

/**
 * Learns the templates of all sites in a collection: add every page, then clean each. Pages with the same host form a
 * site, and so do all pages without an address. Memory: one `SiteBuilder` per site.
 *
 * @example
 * const sites = new SiteKeeper();
 * for (const page of pages) sites.add(page);
 * const keep = sites.finish();
 * const texts = pages.map((page) => cleanText(page, keep));
 */
export class SiteKeeper {
  readonly #options: SiteOptions;
  readonly #builders = new Map<string, SiteBuilder>();

  /** @throws DehuskError `bad-option`. */
  constructor(options: SiteOptions = {}) {
    this.#options = options;
  }

  add(page: Page): void {
    const site = siteOf(page);
    const builder = this.#builders.get(site) ?? new SiteBuilder(this.#options);
    this.#builders.set(site, builder);
    builder.add(page);
  }

  /**
   * Pages of sites that were not added are left unchanged.
   *
   * @param keepOf What to keep of a site's pages: {@link keepOutside} its templates, or {@link keepOutsideFrame}.
   */
  finish(keepOf: (templates: SiteTemplates) => Keep = keepOutside): Keep {
    const keeps = new Map([...this.#builders].map(([site, builder]) => [site, keepOf(builder.finish())]));
    return (page) => (keeps.get(siteOf(page)) ?? keepAll)(page);
  }
}
