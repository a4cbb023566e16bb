import { beginning, type MappedPage, mappedPage } from "../drawing/index.ts";
import type { PlainBox } from "../layout/index.ts";
import { boundedPaths, isShown, isText, type Page, tagName } from "../page/index.ts";
import { boxOf, type PartKind, partKind, sectionKinds } from "./describe-detection.ts";
import type { Detection } from "./detect.ts";
import { listSections, type Section } from "./list-sections.ts";

/** The data of a heat map: plain data with the page's text, which is untrusted. */
export interface HeatMap extends MappedPage {
  readonly model: string;
  readonly blocks: readonly HeatBlock[];
  readonly sections: readonly HeatSection[];
  /** Total number of blocks and sections; huge pages list fewer. */
  readonly allBlocks: number;
  readonly allSections: number;
}

/** A run of text in one block and one section. */
export interface HeatBlock {
  readonly box: PlainBox;
  /** Raw score, the mean over the block's characters; of small nodes their ancestor's. */
  readonly score: number;
  readonly templateness: number;
  /** Its kind; null if kinds are unknown. */
  readonly kind: PartKind | null;
  /** Index of its section. */
  readonly section: number;
  readonly text: string;
  /** Number of characters cut off. */
  readonly cut: number;
}

export interface HeatSection extends Section {
  readonly tag: string;
  readonly kind: PartKind | null;
  readonly path: string | null;
  readonly box: PlainBox;
}

const mostBlocks = 4000;
const mostSections = 1000;
const longestText = 280;
/** Texts that are only this much longer are shown whole. */
const leeway = 80;

/** Collects the data of a heat map; linear in the page, with a bounded result. */
export function heatMapOf(detection: Detection): HeatMap {
  const { page, boxes, model } = detection;
  const all = listSections(detection);
  const chosen = all.slice(0, mostSections);
  const paths = boundedPaths(
    page,
    chosen.map(({ root }) => root),
  );
  const kinds = sectionKinds(detection);
  const sections = chosen.map((section, i): HeatSection => {
    const tag = tagName(page, section.root);
    const kind = kinds.get(section.root) ?? null;
    return { ...section, tag, kind, path: paths[i], box: boxOf(detection, section.root) };
  });
  const { blocks, count } = gatherBlocks(detection, new Map(sections.map(({ root }, i) => [root, i])));
  return {
    ...mappedPage(page, boxes),
    model,
    blocks,
    sections,
    allBlocks: count,
    allSections: all.length,
  };
}

/** The page's blocks, split where a new section begins within one. */
function gatherBlocks(
  detection: Detection,
  indexOfRoot: ReadonlyMap<number, number>,
): { blocks: HeatBlock[]; count: number } {
  const { page, section } = detection;
  const raw = rawScores(detection);
  const blocks: HeatBlock[] = [];
  let count = 0;
  const add = (first: number, last: number): void => {
    const index = indexOfRoot.get(section[first]);
    if (blocks.length < mostBlocks && index !== undefined) blocks.push(blockOf(detection, raw, first, last, index));
    count++;
  };
  for (let block = 0; block < page.blocks.count; block++) {
    let first = page.blocks.first[block];
    let last = first;
    for (let node = first; node <= page.blocks.last[block]; node++) {
      if (!isShownText(page, node)) continue;
      if (section[node] !== section[first]) {
        add(first, last);
        first = node;
      }
      last = node;
    }
    add(first, last);
  }
  return { blocks, count };
}

function isShownText(page: Page, node: number): boolean {
  return isText(page, node) && isShown(page, node) && charactersOf(page, node) > 0;
}

function charactersOf({ sums: { characters } }: Page, node: number): number {
  return characters[node + 1] - characters[node];
}

function blockOf(detection: Detection, raw: Float64Array, first: number, last: number, section: number): HeatBlock {
  const { page, boxes, templateness } = detection;
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  let sum = 0;
  let characters = 0;
  for (let node = first; node <= last; node++) {
    if (!isShownText(page, node)) continue;
    sum += raw[node] * charactersOf(page, node);
    characters += charactersOf(page, node);
    const [x, y] = [boxes.x[node], boxes.y[node]];
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + boxes.w[node]);
    bottom = Math.max(bottom, y + boxes.h[node]);
  }
  const from = page.textFrom[first];
  const to = page.textTo[last + 1];
  const end = to - from > longestText + leeway ? from + longestText : to;
  const box: PlainBox = characters === 0 ? [0, 0, 0, 0] : [left, top, right - left, bottom - top];
  return {
    box,
    score: characters === 0 ? raw[first] : sum / characters,
    templateness: templateness[first],
    kind: partKind(detection, first),
    section,
    text: beginning(page.text.slice(from, to), end - from),
    cut: Math.max(0, to - end),
  };
}

/** The raw score of each node, of hidden ones their nearest ancestor's that has one. */
function rawScores({ page, score, hidden }: Detection): Float64Array {
  const raw = new Float64Array(page.size);
  for (let node = 0; node < page.size; node++) {
    raw[node] = (hidden[node] === 1 ? raw[page.parent[node]] : score[node]) as number;
  }
  return raw;
}
