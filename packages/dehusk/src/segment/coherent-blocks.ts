import type { PartTree } from "../features/index.ts";
import type { Boxes, NodeStyles } from "../layout/index.ts";
import type { Page } from "../page/index.ts";
import { vipsLevels } from "./vips/vips.ts";

/** Degrees of coherence: below, at and above the best one for VIPS itself. */
const degrees = [6, 7, 8] as const;
const none = -2;

/**
 * The blocks VIPS sees: per degree of coherence and part, the number of the block that holds the whole part, or -1 if
 * it spans several. VIPS uses separators that run across the page, which features of two parts alone cannot show. Cost:
 * see `vips/vips-rounds.ts`.
 */
export function coherentBlocks(
  page: Page,
  boxes: Boxes,
  { leaf, part }: { readonly leaf: Int32Array; readonly part: Int32Array },
  parts: PartTree,
  styles: NodeStyles | undefined,
): Int32Array[] {
  return vipsLevels(page, boxes, leaf, degrees, styles).map((segment) => {
    const block = new Int32Array(parts.size).fill(none);
    const put = (at: number, own: number) => {
      block[at] = block[at] === none || block[at] === own ? own : -1;
    };
    for (let k = 0; k < leaf.length; k++) put(part[k], segment[k]);
    for (let at = parts.size - 1; at > 0; at--) put(parts.parent[at], block[at]);
    return block;
  });
}
