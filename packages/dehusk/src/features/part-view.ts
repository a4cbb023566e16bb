import { type Boxes, estimateStyles, type NodeStyles } from "../layout/index.ts";
import { type Page, TEXT } from "../page/index.ts";
import { Inside, insideOf } from "./inside.ts";
import { proseSums } from "./prose.ts";

/**
 * The parts of a page for segmentation, as a tree in pre-order: its leaves are visible pieces, its
 * internal nodes the elements with at least two of them. Arrays have one entry per part.
 */
export interface PartTree {
  readonly size: number;
  /** The page's node of a part, or the common ancestor of a piece's nodes. */
  readonly node: Int32Array;
  /** The part is the page's nodes from `from` to `to` − 1. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Around all pieces of the part. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly w: Float32Array;
  readonly h: Float32Array;
  /** -1 for the first part, the root. */
  readonly parent: Int32Array;
  /** One past the last part below; leaves have the next part's number. */
  readonly end: Int32Array;
  readonly depth: Int32Array;
  /** Number of pieces in it; 1 for a piece. */
  readonly pieces: Int32Array;
}

/** Data shared by the features of all parts, computed once per page. */
export interface PartView {
  readonly page: Page;
  readonly boxes: Boxes;
  readonly styles: NodeStyles;
  readonly parts: PartTree;
  /** Running sums over the page's nodes of characters of prose, and in headings. */
  readonly prose: Int32Array;
  readonly headings: Int32Array;
  /** Bits of what each node lies in. */
  readonly inside: Uint16Array;
  /** Running sums of {@link looks} of each text times its characters, {@link looks} entries per node. */
  readonly looks: Float64Array;
  /** The visible background of each node, as 0xRRGGBBAA. */
  readonly ground: Uint32Array;
}

/** The sums for looks: log2 of the font size, its weight in 400ths, red, green and blue of the text. */
export const looks = 5;

/**
 * Computes the data shared by the features of a page's parts. Linear in the page's nodes.
 *
 * @param styles How the nodes look; estimated if not given.
 */
export function viewParts(page: Page, boxes: Boxes, parts: PartTree, styles: NodeStyles = estimateStyles(page)) {
  const inside = insideOf(page);
  const view: PartView = {
    page,
    boxes,
    styles,
    parts,
    prose: proseSums(page),
    headings: headingSums(page, inside),
    inside,
    looks: lookSums(page, styles),
    ground: grounds(page, styles),
  };
  return view;
}

function headingSums(page: Page, inside: Uint16Array): Int32Array {
  const { characters } = page.sums;
  const sums = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const own = (inside[i] & Inside.Heading) === 0 ? 0 : characters[i + 1] - characters[i];
    sums[i + 1] = sums[i] + own;
  }
  return sums;
}

function lookSums(page: Page, { fontSize, fontWeight, color }: NodeStyles): Float64Array {
  const { characters } = page.sums;
  const sums = new Float64Array(looks * (page.size + 1));
  for (let i = 0; i < page.size; i++) {
    const at = looks * i;
    sums.copyWithin(at + looks, at, at + looks);
    const own = characters[i + 1] - characters[i];
    if (own === 0 || page.tag[i] !== TEXT) continue;
    const colour = color[i];
    const next = at + looks;
    sums[next] = sums[next] + own * Math.log2(Math.max(1, fontSize[i]));
    sums[next + 1] = sums[next + 1] + (own * fontWeight[i]) / 400;
    sums[next + 2] = sums[next + 2] + (own * (colour >>> 24)) / 255;
    sums[next + 3] = sums[next + 3] + (own * ((colour >>> 16) & 255)) / 255;
    sums[next + 4] = sums[next + 4] + (own * ((colour >>> 8) & 255)) / 255;
  }
  return sums;
}

const white = 0xffffffff;

/** Backgrounds from the outside in, translucent ones blended with those behind. */
function grounds(page: Page, { background }: NodeStyles): Uint32Array {
  const ground = new Uint32Array(page.size).fill(white);
  for (let i = 0; i < page.size; i++) {
    const behind = i === 0 ? white : ground[page.parent[i]];
    const own = background[i];
    const alpha = own & 255;
    ground[i] = alpha === 255 ? own : alpha === 0 ? behind : mixed(own, behind, alpha / 255);
  }
  return ground;
}

function mixed(over: number, under: number, share: number): number {
  const channel = (shift: number) =>
    (Math.round(((over >>> shift) & 255) * share + ((under >>> shift) & 255) * (1 - share)) << shift) >>> 0;
  return (channel(24) | channel(16) | channel(8) | 255) >>> 0;
}
