import { sumOf } from "../page/index.ts";
import { textKinds } from "./content-model.ts";
import type { ScoredPage } from "./score-page.ts";

/** Stands for the kind of a node that shows no text. */
export const noKind = 255;

/**
 * What the text of each node is, if it is content: the kind of most of its words, each word counting as much as its block
 * is likely to be content. Undefined where no content model told kinds. Linear in the nodes.
 *
 * @returns An index into `textKinds` for each node of the page, {@link noKind} for those without text.
 */
export function nodeKinds({ page, view, blocks }: ScoredPage): Uint8Array | undefined {
  if (blocks === undefined) return undefined;
  const { first, last, count } = page.blocks;
  const sums = textKinds.map((_, kind) => {
    const sum = new Float64Array(count + 1);
    for (let b = 0; b < count; b++) {
      const own = blocks.kind[b] === kind ? (blocks.words[b] as number) * (blocks.chance[b] as number) : 0;
      sum[b + 1] = (sum[b] as number) + own;
    }
    return sum;
  });
  const kinds = new Uint8Array(page.size).fill(noKind);
  for (let node = 0; node < page.size; node++) {
    if (sumOf(page, page.sums.characters, node) === 0) continue;
    let from = view.blocksBefore[node] as number;
    // Part of a block that began before it.
    if (from > 0 && (last[from - 1] as number) >= node && (first[from - 1] as number) < node) from--;
    const to = view.blocksBefore[page.end[node] as number] as number;
    let most = 0;
    kinds[node] = from < to ? (blocks.kind[from] as number) : noKind;
    for (const [kind, sum] of sums.entries()) {
      const words = (sum[to] as number) - (sum[from] as number);
      if (words <= most) continue;
      most = words;
      kinds[node] = kind;
    }
  }
  return kinds;
}
