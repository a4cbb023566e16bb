import type { Page } from "../../page/index.ts";
import type { JudgedText } from "./judged-text.ts";
import { type UnitTree, unitKind } from "./unit-tree.ts";

/** Texts of fewer words may well be said twice. */
const leastWords = 8;

/** How much likelier a copy must be than what it repeats to take its place. */
const clearlyLikelier = 0.3;

const TABLE = unitKind("table");
const CODE = unitKind("code");
const ITEM = unitKind("item");

/** Blocks that are compared as one: a block by itself, or all of a table or of code. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly words: number;
  /** Words times chances. */
  readonly likely: number;
  /** The piece before it with the same text; -1 for none. */
  readonly before: number;
}

/**
 * Finds text that the page has more than once: layouts for narrow and wide screens, layers for print, cloned slides,
 * quoted posts. A run of pieces with the same texts as a run before it is a copy of it; the first of the two stays
 * unless the other is clearly likelier.
 *
 * @param chance How likely each block is to be content, as far as the preset wants it.
 * @returns 1 for each block that is a copy of one that stays.
 */
export function findCopies({ page, view, words }: JudgedText, units: UnitTree, chance: Float64Array): Uint8Array {
  const { element } = view;
  const isCopy = new Uint8Array(element.length);
  const pieces = findPieces(page, units, words, chance);
  /** Of each piece the one with its text that stays. */
  const original = Int32Array.from(pieces.keys());
  for (let from = 0; from < pieces.length; ) {
    const first = pieces[from].before;
    let to = from + 1;
    if (first >= 0) {
      while (to < pieces.length && pieces[to].before === first + to - from && pieces[to].before < from) to++;
      markRun(from, to, first);
    }
    from = to;
  }
  spareItems(units, words, isCopy);
  return isCopy;

  function markRun(from: number, to: number, first: number): void {
    let size = 0;
    let lead = 0;
    for (let i = from; i < to; i++) {
      size += pieces[i].words;
      lead += pieces[i].likely - pieces[original[pieces[i].before]].likely;
    }
    // What stands beside it may be a refrain, unless it is long.
    const isElsewhere = holder(from) !== holder(first);
    if (isElsewhere && size < leastWords) return;
    const isLikelier = lead > clearlyLikelier * size;
    for (let i = from; i < to; i++) {
      if (!isElsewhere && pieces[i].words < leastWords) continue;
      const other = original[pieces[i].before];
      const copy = pieces[isLikelier ? other : i];
      isCopy.fill(1, copy.from, copy.to);
      original[i] = isLikelier ? i : other;
    }
  }

  function holder(piece: number): number {
    return page.parent[element[pieces[piece].from]];
  }
}

/** An item of fewer words stays in its list, unless all of the list is a copy. */
const longItem = 20;

/** Takes back what would leave holes in lists. */
function spareItems({ kind, parent, unit }: UnitTree, words: Int32Array, isCopy: Uint8Array): void {
  const isCopied = new Uint8Array(kind.length).fill(1);
  for (let b = 0; b < isCopy.length; b++) if (isCopy[b] === 0 && words[b] > 0) isCopied[unit[b]] = 0;
  for (let u = kind.length - 1; u > 0; u--) if (isCopied[u] === 0) isCopied[parent[u]] = 0;
  for (let b = 0; b < isCopy.length; b++) {
    const item = unit[b];
    if (kind[item] === ITEM && isCopied[parent[item]] === 0 && words[b] < longItem) isCopy[b] = 0;
  }
}

function findPieces(page: Page, units: UnitTree, words: ArrayLike<number>, chance: ArrayLike<number>): Piece[] {
  const pieces: Piece[] = [];
  const known = new Map<number, number>();
  for (let from = 0; from < words.length; ) {
    const unit = units.unit[from];
    const kind = units.kind[unit];
    let to = from + 1;
    if (kind === TABLE || kind === CODE) while (to < words.length && units.unit[to] === unit) to++;
    let size = 0;
    let likely = 0;
    for (let b = from; b < to; b++) {
      size += words[b];
      likely += words[b] * chance[b];
    }
    let before = -1;
    if (size > 0) {
      const text = foldedText(page, from, to);
      before = known.get(text) ?? -1;
      known.set(text, pieces.length);
    }
    pieces.push({ from, to, words: size, likely, before });
    from = to;
  }
  return pieces;
}

/** A hash of 53 bits of the text of some blocks: of ASCII letters without case, of digits, and of all beyond ASCII. */
function foldedText(page: Page, from: number, to: number): number {
  const { text } = page;
  const start = page.textFrom[page.blocks.first[from]];
  const end = page.textTo[page.blocks.last[to - 1] + 1];
  let high = 0;
  let low = 0;
  for (let i = start; i < end; i++) {
    let code = text.charCodeAt(i);
    if (code >= 65 && code <= 90) code += 32;
    const isSign = code < 48 || (code > 57 && code < 97) || (code > 122 && code < 128);
    if (isSign) continue;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 15);
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}
