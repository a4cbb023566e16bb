import { sumOf } from "../page/index.ts";
import { textKinds } from "./content-model.ts";
import type { ScoredPage } from "./scored-page.ts";

/** Stands for the kind of a node that shows no text. */
export const noKind = 255;

/**
 * The kind of each node's text if it is content: that of most of its words, each word weighted by how likely its block
 * is content. Undefined without a content model. Linear in the nodes.
 *
 * @returns An index into `textKinds` for each node of the page, {@link noKind} for those without text.
 */
export function nodeKinds(scored: ScoredPage): Uint8Array | undefined {
  if (scored.detector !== "content") return undefined;
  const { page, view, blocks } = scored;
  const { first, last, count } = page.blocks;
  const width = textKinds.length;
  /** For each kind, the running sum of likely words over the blocks. */
  const sums = new Float64Array((count + 1) * width);
  for (let b = 0; b < count; b++) {
    const at = b * width;
    sums.copyWithin(at + width, at, at + width);
    const own = at + width + blocks.kind[b];
    sums[own] = sums[own] + blocks.words[b] * blocks.chance[b];
  }
  const kinds = new Uint8Array(page.size).fill(noKind);
  for (let node = 0; node < page.size; node++) {
    if (sumOf(page, page.sums.characters, node) === 0) continue;
    let from = view.blocksBefore[node];
    // Part of a block that began before it.
    if (from > 0 && last[from - 1] >= node && first[from - 1] < node) from--;
    const to = view.blocksBefore[page.end[node]];
    let most = 0;
    kinds[node] = from < to ? blocks.kind[from] : noKind;
    for (let kind = 0; kind < width; kind++) {
      const words = sums[to * width + kind] - sums[from * width + kind];
      if (words <= most) continue;
      most = words;
      kinds[node] = kind;
    }
  }
  return kinds;
}
