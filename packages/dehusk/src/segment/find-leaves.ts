import type { Boxes } from "../layout/index.ts";
import { isShown, type Page, TEXT, tagNumber } from "../page/index.ts";

/**
 * The leaves of what a page shows (GraphSeg, section 3): texts, and elements that show something by themselves, such as
 * images and controls, that have a place on the page. Leaves that stand in one line of text are one piece: by themselves,
 * says section 3, leaves are "too small to have reliable features", and no segment begins within a paragraph.
 */
export interface Leaves {
  /** The page's nodes, in document order. */
  readonly leaf: Int32Array;
  /** The piece that each is in, numbered from 0 in document order. */
  readonly piece: Int32Array;
  readonly pieces: number;
}

/** Elements that are leaves with all that is in them. */
const alone = new Set(
  (
    "img,image,video,audio,canvas,input,select,textarea,keygen,iframe,frame,object,embed,applet,meter,progress," +
    "svg svg"
  )
    .split(",")
    .map(tagNumber),
);

/** Elements that are thinner show nothing: spacers, and images that count visitors. */
const thinnest = 3;

/** An image or the like of so many square pixels is a piece of its own, even within a line. */
const largeArea = 10_000;

/** Texts of one block so many pixels below one another are not one piece: the page's style makes blocks of its own. */
const tallestGap = 24;

/**
 * Finds the leaves. If nothing on the page has a place, as where styles are not understood, all that is shown is taken.
 * Linear in the page's nodes.
 */
export function findLeaves(page: Page, boxes: Boxes): Leaves {
  const leaves = collect(page, (node, least) => {
    const [w, h] = [boxes.w[node], boxes.h[node]];
    // What lies to the left of the page, or above it, is hidden there for screen readers.
    return w >= least && h >= least && boxes.x[node] + w > 0 && boxes.y[node] + h > 0;
  });
  return joined(page, boxes, leaves.length > 0 ? leaves : collect(page, () => true));
}

function collect(page: Page, isPlaced: (node: number, least: number) => boolean): Int32Array {
  const leaves = new Int32Array(page.size);
  const { characters } = page.sums;
  let count = 0;
  for (let node = 0; node < page.size; ) {
    const tag = page.tag[node];
    const isAlone = alone.has(tag);
    if (isShown(page, node)) {
      if (tag === TEXT) {
        if (characters[node + 1] > characters[node] && isPlaced(node, smallest)) {
          leaves[count++] = node;
        }
      } else if (isAlone && isPlaced(node, thinnest)) leaves[count++] = node;
    }
    node = isAlone ? page.end[node] : node + 1;
  }
  return leaves.slice(0, count);
}

const smallest = 1e-3;

function joined(page: Page, boxes: Boxes, leaf: Int32Array): Leaves {
  const { first, last, count } = page.blocks;
  const piece = new Int32Array(leaf.length);
  let block = 0;
  let before = -1;
  let wasLarge = false;
  let bottom = 0;
  let pieces = 0;
  for (let k = 0; k < leaf.length; k++) {
    const node = leaf[k];
    while (block < count && last[block] < node) block++;
    const own = block < count && first[block] <= node ? block : -1;
    const isLarge = page.tag[node] !== TEXT && boxes.w[node] * boxes.h[node] >= largeArea;
    const top = boxes.y[node];
    const goesOn = own >= 0 && own === before && !isLarge && !wasLarge && top - bottom <= tallestGap;
    if (!goesOn) {
      pieces++;
      bottom = Number.NEGATIVE_INFINITY;
    }
    piece[k] = pieces - 1;
    bottom = Math.max(bottom, top + boxes.h[node]);
    before = own;
    wasLarge = isLarge;
  }
  return { leaf, piece, pieces };
}
