import { isShown, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { tablesOf } from "../content/table-kinds.ts";
import { keepShown } from "../kept-nodes.ts";
import { keepPictures } from "./keep-pictures.ts";

const FIGURE = tagNumber("figure");
const PRE = tagNumber("pre");
const TABLE = tagNumber("table");

/** Nodes without text follow the text around them, unless their templateness is this high. */
const mostTemplate = 0.85;

/**
 * The nodes to keep for some blocks of text: their text, its ancestors, and nodes without text, such as images and
 * empty cells, within kept elements. On a page without words it keeps everything.
 *
 * @param blocks 1 for each block that is content.
 * @param templateness For each node, from 0 to 1.
 */
export function keepNodes(page: Page, blocks: Uint8Array, templateness: Float64Array): Uint8Array {
  const shown = keepShown(page);
  if (page.sums.words[page.size] === 0) return shown;
  const kept = new Uint8Array(page.size);
  kept[0] = 1;
  const { first, last } = page.blocks;
  for (let b = 0; b < blocks.length; b++) {
    if (blocks[b] !== 1) continue;
    for (let i = first[b]; i <= last[b]; i++) {
      if (shown[i] !== 1) continue;
      kept[i] = 1;
      for (let up = page.parent[i]; kept[up] !== 1; up = page.parent[up]) kept[up] = 1;
    }
  }
  const { characters } = page.sums;
  const tables = tablesOf(page).data;
  for (let i = 1; i < page.size; i++) {
    if (shown[i] !== 1 || kept[page.parent[i]] !== 1 || sumOf(page, characters, i) > 0) continue;
    if (kept[i] === 1) continue;
    if (templateness[i] < mostTemplate || isInWhole(i)) kept[i] = 1;
  }
  keepPictures(page, blocks, templateness, (node) => shown[node] === 1 && !(kept[node] === 1 && isInWhole(node)), kept);
  return kept;

  /** Whether a node is a direct part of something that is kept as a whole. */
  function isInWhole(node: number): boolean {
    for (let up = page.parent[node], levels = 0; up > 0 && levels < 6; up = page.parent[up], levels++) {
      const tag = page.tag[up];
      if (tag === FIGURE || tag === PRE || (tag === TABLE && tables.has(up))) return isShown(page, node);
    }
    return false;
  }
}
