import { type Page, sumOf, tagNumber } from "../page/index.ts";
import { findDataTables } from "./content/table-kinds.ts";
import { enoughAround, isMostlyKept } from "./mostly-kept.ts";

const FIGURE = tagNumber("figure");
const PRE = tagNumber("pre");
const TABLE = tagNumber("table");

/** What shows no text goes with what is around it, unless it is this much of a template. */
const mostTemplate = 0.85;

/**
 * Keeps or drops as a whole what makes no sense in parts: tables of data, preformatted text, figures with their captions,
 * by the larger part of their words. And keeps images and other things without text that stand in what is kept: judged
 * by themselves they look like banners.
 *
 * @param byAround Whether they are also kept when nearly all of the text around them is.
 * @param kept Changed in place; a node that is kept has a parent that is kept.
 */
export function keepWhole(
  page: Page,
  templateness: Float64Array,
  shown: Uint8Array,
  kept: Uint8Array,
  byAround = false,
): void {
  const { characters } = page.sums;
  const words = keptWords(page, kept);
  const units = findUnits(page, shown);
  const around = sumAround(page, kept, units);
  const isMinor = (unit: number): boolean => 2 * sumOf(page, words, unit) < sumOf(page, page.sums.words, unit);
  let minor = 0;
  for (const unit of units) if (isMinor(unit)) minor += sumOf(page, words, unit);
  // When nothing else would be left, nothing is dropped.
  const drops = minor < words[page.size];
  for (const unit of units) {
    if (kept[page.parent[unit]] !== 1) continue;
    const end = page.end[unit];
    if (!isMinor(unit) || (byAround && isAmongKept(page, around, unit)))
      for (let i = unit; i < end; i++) kept[i] = shown[i];
    else if (drops) kept.fill(0, unit, end);
  }
  for (let i = 1; i < page.size; i++) {
    if (shown[i] !== 1 || kept[i] === 1 || kept[page.parent[i]] !== 1) continue;
    if (sumOf(page, characters, i) === 0 && templateness[i] < mostTemplate) kept[i] = 1;
  }
}

/** Running sums of the words outside of all units: all, and those that are kept. */
interface Around {
  readonly all: Int32Array;
  readonly kept: Int32Array;
}

function sumAround(page: Page, kept: Uint8Array, units: readonly number[]): Around {
  const { words } = page.sums;
  const all = new Int32Array(page.size + 1);
  const keptAll = new Int32Array(page.size + 1);
  let unit = 0;
  for (let i = 0; i < page.size; i++) {
    while (unit < units.length && page.end[units[unit]] <= i) unit++;
    const isInside = unit < units.length && i >= units[unit];
    const own = isInside ? 0 : words[i + 1] - words[i];
    all[i + 1] = all[i] + own;
    keptAll[i + 1] = keptAll[i] + (kept[i] === 1 ? own : 0);
  }
  return { all, kept: keptAll };
}

/** Whether nearly all of the text around a unit, in the smallest part of the page that has some, is kept. */
function isAmongKept(page: Page, around: Around, unit: number): boolean {
  let up = page.parent[unit];
  while (up > 0 && sumOf(page, around.all, up) < enoughAround) up = page.parent[up];
  const words = sumOf(page, around.all, up);
  return isMostlyKept(sumOf(page, around.kept, up), words);
}

/** The outermost things that are kept or dropped as a whole, of those with words. */
function findUnits(page: Page, shown: Uint8Array): number[] {
  const tables = findDataTables(page, page.sums.characters);
  const units: number[] = [];
  for (let i = 1; i < page.size; i++) {
    if (shown[i] !== 1 || !isUnit(page, i, tables) || sumOf(page, page.sums.words, i) === 0) continue;
    units.push(i);
    i = page.end[i] - 1;
  }
  return units;
}

function isUnit(page: Page, node: number, tables: ReadonlySet<number>): boolean {
  const tag = page.tag[node];
  return tag === PRE || tag === FIGURE || (tag === TABLE && tables.has(node));
}

/** Running sum of the words that are kept. */
function keptWords(page: Page, kept: Uint8Array): Int32Array {
  const { words } = page.sums;
  const sum = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const own = kept[i] === 1 ? words[i + 1] - words[i] : 0;
    sum[i + 1] = sum[i] + own;
  }
  return sum;
}
