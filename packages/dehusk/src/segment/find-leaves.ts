import type { Boxes } from "../layout/index.ts";
import { isShown, type Page, TEXT, tagNumber } from "../page/index.ts";

/**
 * The leaves of a page (GraphSeg, section 3): texts, and elements that show something by themselves such as images and
 * controls, if they have a box. Leaves in one line of text form one piece: section 3 calls single leaves "too small to
 * have reliable features", and no segment starts within a paragraph.
 */
export interface Leaves {
  /** Nodes of the page, in document order. */
  readonly leaf: Int32Array;
  /** The piece of each leaf, numbered from 0 in document order. */
  readonly piece: Int32Array;
  readonly pieces: number;
}

/** Elements that are leaves together with everything inside them. */
const atomicTags = new Set(
  (
    "img,image,video,audio,canvas,input,select,textarea,keygen,iframe,frame,object,embed,applet,meter,progress," +
    "svg svg"
  )
    .split(",")
    .map(tagNumber),
);

/** Thinner elements show nothing: spacers and tracking pixels. */
const minThickness = 3;

/** An image or control of at least this many square pixels is a piece of its own, even within a line. */
const largeArea = 10_000;

/** Texts of one block with a larger vertical gap, in pixels, are separate pieces: the style sheet splits the block. */
const maxGap = 24;

/**
 * Finds the leaves. If nothing has a box (style not understood), everything shown is a leaf. Linear in the page's
 * nodes.
 */
export function findLeaves(page: Page, boxes: Boxes): Leaves {
  const leaves = collect(page, (node, least) => {
    const [w, h] = [boxes.w[node], boxes.h[node]];
    // Content left of the page or above it is hidden there for screen readers.
    return w >= least && h >= least && boxes.x[node] + w > 0 && boxes.y[node] + h > 0;
  });
  return joinPieces(page, boxes, leaves.length > 0 ? leaves : collect(page, () => true));
}

function collect(page: Page, isPlaced: (node: number, least: number) => boolean): Int32Array {
  const leaves = new Int32Array(page.size);
  const { characters } = page.sums;
  let count = 0;
  for (let node = 0; node < page.size; ) {
    const tag = page.tag[node];
    const isAtomic = atomicTags.has(tag);
    if (isShown(page, node)) {
      if (tag === TEXT) {
        if (characters[node + 1] > characters[node] && isPlaced(node, minTextSize)) {
          leaves[count++] = node;
        }
      } else if (isAtomic && isPlaced(node, minThickness)) leaves[count++] = node;
    }
    node = isAtomic ? page.end[node] : node + 1;
  }
  return leaves.slice(0, count);
}

const minTextSize = 1e-3;

function joinPieces(page: Page, boxes: Boxes, leaf: Int32Array): Leaves {
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
    const continues = own >= 0 && own === before && !isLarge && !wasLarge && top - bottom <= maxGap;
    if (!continues) {
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
