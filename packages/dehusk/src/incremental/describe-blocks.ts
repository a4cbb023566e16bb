import { boundedPaths, type Page } from "../page/index.ts";
import type { StreamAnswer } from "./template-stream.ts";

/** A block of a page, for people and programs. */
export interface DescribedBlock {
  /** XPath of the smallest element that contains the block; null if it would be too long. */
  readonly path: string | null;
  readonly words: number;
  /** Share of its text that is in template segments. */
  readonly ratio: number;
  readonly template: boolean;
}

/** The blocks of a page in document order. */
export function describeBlocks(page: Page, { segments, blocks }: StreamAnswer): DescribedBlock[] {
  const { node, blockFrom } = segments;
  const { words } = page.sums;
  const tops: number[] = [];
  for (let b = 0; b < blocks.ratio.length; b++) {
    const last = node[blockFrom[b + 1] - 1];
    let top = page.parent[node[blockFrom[b]]];
    while (page.end[top] <= last) top = page.parent[top];
    tops.push(top);
  }
  return boundedPaths(page, tops).map((path, b) => {
    let count = 0;
    for (let s = blockFrom[b]; s < blockFrom[b + 1]; s++) {
      const own = node[s];
      count += words[own + 1] - words[own];
    }
    const ratio = Math.round(blocks.ratio[b] * 1e4) / 1e4;
    return { path, words: count, ratio, template: blocks.template[b] === 1 };
  });
}

/** 1 for each text node in a template block. */
export function templateTexts(page: Page, { segments, blocks }: Pick<StreamAnswer, "segments" | "blocks">): Uint8Array {
  const { node, blockFrom } = segments;
  const marks = new Uint8Array(page.size);
  for (let b = 0; b < blocks.template.length; b++) {
    if (blocks.template[b] === 0) continue;
    for (let s = blockFrom[b]; s < blockFrom[b + 1]; s++) marks[node[s]] = 1;
  }
  return marks;
}
