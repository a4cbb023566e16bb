import type { Boxes } from "../../layout/index.ts";
import {
  attribute,
  hashWord,
  isElement,
  isShown,
  isText,
  knownTagNames,
  type Page,
  sumOf,
  tagNumber,
} from "../../page/index.ts";

/** Style of the nodes, one entry per node; a renderer's measurements fit. */
export interface VipsStyles {
  /** A number for each background colour; 0 if the node is transparent. */
  readonly background: ArrayLike<number>;
  /** In pixels. */
  readonly fontSize: ArrayLike<number>;
  /** 400 is normal, 700 bold. */
  readonly fontWeight: ArrayLike<number>;
}

/** VIPS's view of a page: the tree of visible nodes, with the terms of the paper's section 4.1. */
export interface VisualTree {
  readonly page: Page;
  /** Edges of each node's box. */
  readonly left: Float64Array;
  readonly top: Float64Array;
  readonly right: Float64Array;
  readonly bottom: Float64Array;
  /** 1 for visible nodes ("valid nodes"). */
  readonly isValid: Uint8Array;
  /** 1 for text nodes and "virtual text nodes": inline elements with only text in them. */
  readonly isTextual: Uint8Array;
  /** Area of the page. */
  readonly area: number;
  /** The effective background of each node: its own or its nearest ancestor's. */
  readonly background: Float64Array;
  readonly styles: VipsStyles;
  /** Running sums over nodes: characters, and characters times font size and weight. */
  readonly characters: Float64Array;
  readonly sizes: Float64Array;
  readonly weights: Float64Array;
}

const inline = flags(
  "a,abbr,acronym,b,bdi,bdo,big,blink,cite,code,data,del,dfn,em,font,i,ins,kbd,label,mark,nobr,q,s,samp,small,span," +
    "strike,strong,sub,sup,time,tt,u,var",
);

/** Elements that are visible though the page has no nodes inside them. */
const pictures = flags(
  "img,image,iframe,object,embed,applet,video,audio,canvas,input,select,textarea,button,meter,progress,svg svg",
);

const HR = tagNumber("hr");

export function visualTree(page: Page, boxes: Boxes, styles: VipsStyles = impliedStyles(page)): VisualTree {
  const { size, parent } = page;
  const left = Float64Array.from(boxes.x);
  const top = Float64Array.from(boxes.y);
  const right = left.map((x, i) => x + boxes.w[i]);
  const bottom = top.map((y, i) => y + boxes.h[i]);
  const isValid = new Uint8Array(size);
  const isTextual = new Uint8Array(size);
  // A box without a size, such as that of an element whose children all float, takes the size of its visible content.
  const isFlat = left.map((x, i) => Number(!(right[i] > x && bottom[i] > top[i])));
  const hasOther = new Uint8Array(size);
  const hasText = new Uint8Array(size);
  for (let i = size - 1; i >= 0; i--) {
    if (!isShown(page, i)) continue;
    if (isFlat[i] === 0 && isSeenItself(page, i)) isValid[i] = 1;
    if (isValid[i] === 0) continue;
    if (isText(page, i) || (isInline(page, i) && hasText[i] === 1 && hasOther[i] === 0)) isTextual[i] = 1;
    const above = parent[i];
    if (above < 0) continue;
    if (isTextual[i] === 1) hasText[above] = 1;
    else hasOther[above] = 1;
    if (isFlat[above] === 1) {
      const isFirst = isValid[above] === 0;
      left[above] = isFirst ? left[i] : Math.min(left[above], left[i]);
      top[above] = isFirst ? top[i] : Math.min(top[above], top[i]);
      right[above] = isFirst ? right[i] : Math.max(right[above], right[i]);
      bottom[above] = isFirst ? bottom[i] : Math.max(bottom[above], bottom[i]);
    }
    isValid[above] = 1;
  }
  const area = Math.max(1, boxes.width * boxes.height);
  const background = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const own = styles.background[i];
    background[i] = own !== 0 || i === 0 ? own : background[parent[i]];
  }
  return { page, left, top, right, bottom, isValid, isTextual, area, background, styles, ...fontSums(page, styles) };
}

function fontSums(page: Page, styles: VipsStyles): Pick<VisualTree, "characters" | "sizes" | "weights"> {
  const characters = new Float64Array(page.size + 1);
  const sizes = new Float64Array(page.size + 1);
  const weights = new Float64Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const count = isText(page, i) ? sumOf(page, page.sums.characters, i) : 0;
    characters[i + 1] = characters[i] + count;
    sizes[i + 1] = sizes[i] + count * styles.fontSize[i];
    weights[i + 1] = weights[i] + count * styles.fontWeight[i];
  }
  return { characters, sizes, weights };
}

/** Whether a node shows something of its own; others are visible through their content. */
function isSeenItself(page: Page, node: number): boolean {
  if (isText(page, node)) return sumOf(page, page.sums.characters, node) > 0;
  return isPicture(page, node) || page.tag[node] === HR;
}

/** An element that formats text and does not break the line. */
export function isInline(page: Page, node: number): boolean {
  return inline[page.tag[node]] === 1;
}

/** An element that is seen as a whole: an image, a frame, a control. */
export function isPicture(page: Page, node: number): boolean {
  return pictures[page.tag[node]] === 1;
}

export function isRule(page: Page, node: number): boolean {
  return page.tag[node] === HR;
}

/** The visible children. */
export function validChildren({ page, isValid }: VisualTree, node: number): number[] {
  const children: number[] = [];
  if (isPicture(page, node)) return children;
  const end = page.end[node];
  for (let child = node + 1; child < end; child = page.end[child]) {
    if (isValid[child] === 1) children.push(child);
  }
  return children;
}

export function areaOf({ left, top, right, bottom }: VisualTree, node: number): number {
  return (right[node] - left[node]) * (bottom[node] - top[node]);
}

const headingSizes = new Map([32, 24, 18.7, 16, 13.3, 10.7].map((size, i) => [tagNumber(`h${i + 1}`), size]));
const bold = flags("h1,h2,h3,h4,h5,h6,b,strong,th");
const [SMALL, BIG] = [tagNumber("small"), tagNumber("big")];

/** Style as far as tags, presentational attributes and inline styles tell: all there is without a renderer. */
function impliedStyles(page: Page): VipsStyles {
  const background = new Float64Array(page.size);
  const fontSize = new Float64Array(page.size).fill(16);
  const fontWeight = new Float64Array(page.size).fill(400);
  for (let i = 1; i < page.size; i++) {
    const above = page.parent[i];
    const tag = page.tag[i];
    const around = fontSize[above];
    fontSize[i] = headingSizes.get(tag) ?? (tag === SMALL ? around / 1.2 : tag === BIG ? around * 1.2 : around);
    fontWeight[i] = bold[tag] === 1 ? 700 : fontWeight[above];
    if (isElement(page, i)) background[i] = ownBackground(page, i);
  }
  return { background, fontSize, fontWeight };
}

function ownBackground(page: Page, node: number): number {
  const style = attribute(page, node, "style") ?? "";
  const match = /(?:^|;)\s*background(?:-color)?\s*:\s*([^;]+)/i.exec(style);
  const colour = (match?.[1] ?? attribute(page, node, "bgcolor") ?? "").trim().toLowerCase();
  return colour === "" || colour === "none" || colour === "transparent" ? 0 : hashWord(colour) + 2 ** 33;
}

function flags(names: string): Uint8Array {
  const result = new Uint8Array(knownTagNames.length);
  for (const name of names.split(",")) result[tagNumber(name)] = 1;
  return result;
}
