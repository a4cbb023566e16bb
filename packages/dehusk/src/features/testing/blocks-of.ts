import { estimateBoxes } from "../../layout/index.ts";
import { type Page, parse } from "../../page/index.ts";
import { type BlockView, viewBlocks } from "../block-view.ts";
import type { FeatureFamily } from "../feature.ts";
import { viewPage } from "../page-view.ts";

/** The blocks of a page, whatever its size. */
export function blocksOf(html: string): BlockView {
  const page = parse(html, { limits: { depth: 1e6, nodes: 1e7 } });
  return viewBlocks(viewPage(page, estimateBoxes(page)));
}

/** The text of a block. */
export function blockText(page: Page, block: number): string {
  const from = page.textFrom[page.blocks.first[block]];
  return page.text.slice(from, page.textTo[page.blocks.last[block] + 1]);
}

/** The first block whose text begins with this. */
export function blockWith(page: Page, text: string): number {
  for (let b = 0; b < page.blocks.count; b++) if (blockText(page, b).startsWith(text)) return b;
  throw new Error(`There is no block that begins with ${text}.`);
}

/** The features of a group by name. */
export function valuesOf(group: FeatureFamily<BlockView>, blocks: BlockView, block: number): Record<string, number> {
  const row = new Float32Array(group.names.length);
  group.fill(blocks, block, row, 0);
  return Object.fromEntries(group.names.map((name, f) => [name, row[f]]));
}

/** This many words as one sentence. */
export function sentence(words: number, start = "Word"): string {
  return `${start}${" more".repeat(words - 1)}.`;
}
