import type { JudgedText } from "./judged-text.ts";
import { type UnitTree, unitKind } from "./unit-tree.ts";

const TABLE = unitKind("table");

/** Minimum siblings of the same shapes, and minimum share of them, and of their words, that is kept. */
const alike = { fewest: 3, kept: 0.75, words: 0.9 };

/** Added to the log-odds of such text. */
const evidence = 0.7;

/** Text less likely than this is something else, such as an advertisement. */
const leastChance = 0.2;

/** Maximum words of a gap, and maximum share of links in it: teasers stand between paragraphs, too. */
const mostWords = 150;
const mostLinks = 0.5;

/** Minimum share of kept words around a gap with a table, and the new probability of the table. */
const aroundTable = 0.7;
const enough = 0.6;

/** Maximum levels from a gap up to the part of the page that it is in, which bounds the time on deep pages. */
const mostLevels = 12;

/** The children with text of a part of the page that have one shape. */
interface Alike {
  all: number;
  kept: number;
  words: number;
  keptWords: number;
}

/**
 * Raises the probability of text that is left out between kept text, in the same part of the page: if nearly all
 * siblings of its shape are kept, since readers miss one paragraph of many; and of data tables there.
 *
 * @param kept What would be kept.
 * @param isFixed Whether a block is left out for another reason than its probability.
 * @param chance Changed in place.
 * @param isLifted Set to 1, in place, for each block whose probability was raised.
 * @returns Whether there are any.
 */
export function liftGaps(
  { page, view, words }: JudgedText,
  units: UnitTree,
  kept: Uint8Array,
  isFixed: (block: number) => boolean,
  chance: Float64Array,
  isLifted: Uint8Array,
): boolean {
  const { inControl } = view;
  const { blocksBefore } = view.view;
  const { shape } = view.view.shapes;
  const { first, last } = page.blocks;
  const { anchorCharacters, characters } = page.sums;
  const count = chance.length;
  const keptBefore = new Float64Array(count + 1);
  const before = new Float64Array(count + 1);
  for (let b = 0; b < count; b++) {
    before[b + 1] = before[b] + words[b];
    keptBefore[b + 1] = keptBefore[b] + words[b] * kept[b];
  }
  /** By part of the page, then by shape. */
  const tallies = new Map<number, ReadonlyMap<number, Alike>>();
  let isAny = false;
  for (let from = 0; from < count; ) {
    let to = from + 1;
    if (kept[from] === 0) {
      while (to < count && kept[to] === 0) to++;
      if (from > 0 && to < count && before[to] > before[from]) fill(from, to);
    }
    from = to;
  }
  return isAny;

  function fill(from: number, to: number): void {
    for (let b = from; b < to; b++) if (isFixed(b) || inControl[first[b]] === 1) return;
    /** The smallest part of the page around the gap, and its child before the gap. */
    let part = page.parent[last[from - 1]];
    let child = last[from - 1];
    for (let level = 0; part > 0 && page.end[part] <= first[to]; level++, part = page.parent[part]) {
      if (level === mostLevels) return;
      child = part;
    }
    if (before[to] - before[from] <= mostWords && !isLinks(from, to) && isAmongAlike(part, child, first[to]))
      lift(from, to);
    else liftTables(part, from, to);
  }

  function isLinks(from: number, to: number): boolean {
    const start = first[from];
    const end = last[to - 1] + 1;
    return anchorCharacters[end] - anchorCharacters[start] > mostLinks * (characters[end] - characters[start]);
  }

  function isAmongAlike(part: number, child: number, next: number): boolean {
    const shapes = new Map<number, { missing: number; words: number }>();
    for (let i = page.end[child]; page.end[i] <= next; i = page.end[i]) {
      const size = before[blocksBefore[page.end[i]]] - before[blocksBefore[i]];
      if (size === 0) continue;
      const own = shapes.get(shape[i]);
      shapes.set(shape[i], { missing: (own?.missing ?? 0) + 1, words: (own?.words ?? 0) + size });
    }
    const tally = tallyOf(part);
    const sum = { all: 0, kept: 0, words: 0, keptWords: 0 };
    for (const [own, { missing, words }] of shapes) {
      const found = tally.get(own);
      if (found === undefined) continue;
      sum.all += found.all - missing;
      sum.kept += found.kept;
      sum.words += found.words - words;
      sum.keptWords += found.keptWords;
    }
    return sum.all >= alike.fewest && sum.kept >= alike.kept * sum.all && sum.keptWords >= alike.words * sum.words;
  }

  function liftTables(part: number, from: number, to: number): void {
    const tables: [number, number][] = [];
    let size = 0;
    for (let b = from; b < to; ) {
      const unit = units.unit[b];
      let end = b + 1;
      while (end < to && units.unit[end] === unit) end++;
      if (units.kind[unit] === TABLE && !isLinks(b, end) && meanOf(b, end) >= leastChance) {
        tables.push([b, end]);
        size += before[end] - before[b];
      }
      b = end;
    }
    const start = blocksBefore[part];
    const end = blocksBefore[page.end[part]];
    if (keptBefore[end] - keptBefore[start] < aroundTable * (before[end] - before[start] - size)) return;
    for (const [b, end] of tables) for (let cell = b; cell < end; cell++) raise(cell, Math.max(chance[cell], enough));
  }

  function meanOf(from: number, to: number): number {
    let likely = 0;
    for (let b = from; b < to; b++) likely += words[b] * chance[b];
    return likely / Math.max(1, before[to] - before[from]);
  }

  function tallyOf(part: number): ReadonlyMap<number, Alike> {
    const known = tallies.get(part);
    if (known !== undefined) return known;
    const tally = new Map<number, Alike>();
    for (let i = part + 1; i < page.end[part]; i = page.end[i]) {
      const from = blocksBefore[i];
      const to = blocksBefore[page.end[i]];
      const size = before[to] - before[from];
      if (size === 0) continue;
      let own = tally.get(shape[i]);
      if (own === undefined) {
        own = { all: 0, kept: 0, words: 0, keptWords: 0 };
        tally.set(shape[i], own);
      }
      const keptSize = keptBefore[to] - keptBefore[from];
      own.all++;
      own.kept += Number(2 * keptSize > size);
      own.words += size;
      own.keptWords += keptSize;
    }
    tallies.set(part, tally);
    return tally;
  }

  function lift(from: number, to: number): void {
    for (let b = from; b < to; b++) {
      if (chance[b] < leastChance || words[b] === 0) continue;
      const odds = (Math.exp(evidence) * chance[b]) / (1 - chance[b]);
      raise(b, odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds));
    }
  }

  function raise(block: number, to: number): void {
    chance[block] = to;
    isLifted[block] = 1;
    isAny = true;
  }
}
