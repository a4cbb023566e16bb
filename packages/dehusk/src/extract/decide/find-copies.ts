import { type Page, sumOf } from "../../page/index.ts";
import { findContained, foldedCode } from "./find-contained.ts";
import type { JudgedText } from "./judged-text.ts";
import { type UnitTree, unitKind } from "./unit-tree.ts";

/** Shorter texts may well occur twice. */
const leastWords = 8;

/** Cards of a listing may well share short texts, unless these are many or a list. */
const leastWordsOfShort = 40;

/** How much likelier a copy must be than the original to replace it. */
const clearlyLikelier = 0.3;

const TABLE = unitKind("table");
const CODE = unitKind("code");
const FORMULA = unitKind("formula");
const ITEM = unitKind("item");
const QUOTE = unitKind("quote");
const LEAD = unitKind("lead");

/** Kinds in which a copy can be removed without a gap. */
const loose: ReadonlySet<number> = new Set([unitKind("page"), unitKind("section"), QUOTE, LEAD]);

/** Who wrote a post, and when, takes fewer words, and is likelier content than signatures are. */
const longName = 12;
const likely = 0.6;

/** Maximum levels from a text up to the part of the page that contains its copy, too, for the two to correspond. */
const mostLevels = 20;

/** A text contained in another with this share of its words is the same text. */
const nearlyAll = 0.75;

/** The share of a quotation's runs of words that must be found: people leave words out, or name who is quoted. */
const mostOfQuote = 0.85;

/** Kinds that are compared as a whole, or not at all. */
const wholeKinds: ReadonlySet<number> = new Set([TABLE, CODE, FORMULA]);

/** Blocks that are compared as a whole: a single block, or all of a table or code. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly words: number;
  /** Words times probabilities. */
  readonly likely: number;
  /** The preceding piece with the same text; -1 for none. */
  readonly before: number;
}

/**
 * Finds repeated text: layouts for narrow and wide screens, layers for print, cloned slides,
 * quoted posts. A run of pieces with the same texts as an earlier run is a copy of it; the first of the two stays
 * unless the other is clearly likelier. A text that another contains is a copy too. What is said twice at corresponding
 * places of one part of the page is no copy: a refrain, an answer, a step of each day.
 *
 * @param chance Probability of content of each block, as adjusted by the preset.
 * @returns For each copy the block that stays; -1 for others.
 */
export function findCopies(
  { page, view, words, isThread }: JudgedText,
  units: UnitTree,
  chance: Float64Array,
): Int32Array {
  const { element } = view;
  const { blocksBefore } = view.view;
  const { shape } = view.view.shapes;
  const copyOf = new Int32Array(element.length).fill(-1);
  const pieces = findPieces(page, units, words, chance);
  /** For each piece the one with its text that stays. */
  const original = new Int32Array(pieces.length);
  for (let i = 0; i < pieces.length; i++) original[i] = i;
  for (let from = 0; from < pieces.length; ) {
    const first = pieces[from].before;
    let to = from + 1;
    if (first >= 0) {
      while (to < pieces.length && pieces[to].before === first + to - from && pieces[to].before < from) to++;
      markRun(from, to, first);
    }
    from = to;
  }
  markContained();
  widenToQuotes(units, words, copyOf);
  spareItems(units, words, copyOf);
  for (let b = 0; b < copyOf.length; b++) if (copyOf[b] >= 0) copyOf[b] = originalOf(copyOf[b]);
  return copyOf;

  function markRun(from: number, to: number, first: number): void {
    let size = 0;
    let lead = 0;
    let longest = 0;
    for (let i = from; i < to; i++) {
      size += pieces[i].words;
      longest = Math.max(longest, pieces[i].words);
      lead += pieces[i].likely - pieces[original[pieces[i].before]].likely;
    }
    // An adjacent copy may be a refrain, unless it is long.
    const isElsewhere = holder(from) !== holder(first);
    const isList = units.kind[units.unit[pieces[from].from]] === ITEM;
    const least = longest >= leastWords || isList ? leastWords : leastWordsOfShort;
    if (isElsewhere && size < least) return;
    const isLikelier = lead > clearlyLikelier * size;
    for (let i = from; i < to; i++) {
      if (!isElsewhere && pieces[i].words < leastWords) continue;
      const other = original[pieces[i].before];
      if (isSaidAgain(pieces[other].from, pieces[i].from)) continue;
      markPiece(pieces[isLikelier ? other : i], pieces[isLikelier ? i : other]);
      original[i] = isLikelier ? i : other;
    }
  }

  function markPiece(copy: Piece, stays: Piece): void {
    copyOf.fill(-1, stays.from, stays.to);
    for (let b = copy.from; b < copy.to; b++) copyOf[b] = Math.min(stays.from + b - copy.from, stays.to - 1);
  }

  function markContained(): void {
    const kindOf = (b: number): number => units.kind[units.unit[b]];
    const holder = findContained(page, (b) => {
      if (copyOf[b] >= 0 || words[b] === 0 || wholeKinds.has(kindOf(b))) return 0;
      return kindOf(b) === QUOTE ? mostOfQuote : 1;
    });
    for (let b = 0; b < holder.length; b++) {
      if (holder[b] < 0) continue;
      const stays = originalOf(holder[b]);
      // A sentence may well precede its text as a summary, or be a pull quote; a quotation repeats earlier text.
      const isAlike = words[b] >= nearlyAll * words[stays] || kindOf(b) === QUOTE;
      // The text around it may be something other than content, such as a form to edit it.
      if (stays !== b && isAlike && !isSaidAgain(stays, b) && chance[stays] + clearlyLikelier >= chance[b])
        copyOf[b] = stays;
    }
  }

  /**
   * Whether two blocks with others between them are in one element, or in elements of the same shapes up to one; not if
   * these are alike as a whole, such as cloned slides.
   */
  function isSaidAgain(one: number, other: number): boolean {
    // Posts repeat their subject, signatures and quotations, but also who wrote them.
    if (isThread && !isName(other)) return false;
    if (Math.abs(one - other) === 1 || isMailPart(page, other)) return false;
    let a = element[one];
    let b = element[other];
    if (a === b) return true;
    for (let level = 0; level < mostLevels && a > 0 && b > 0 && shape[a] === shape[b]; level++) {
      if (page.parent[a] === page.parent[b]) return !isWholeCopy(a, b);
      a = page.parent[a];
      b = page.parent[b];
    }
    return false;
  }

  /** Whether a text in a post says who wrote it, or when. */
  function isName(block: number): boolean {
    const kind = units.kind[units.unit[block]];
    return words[block] < longName && chance[block] > likely && kind !== QUOTE && !wholeKinds.has(kind);
  }

  function isWholeCopy(a: number, b: number): boolean {
    const blocks = blocksBefore[page.end[a]] - blocksBefore[a];
    if (blocks < 2 || blocks !== blocksBefore[page.end[b]] - blocksBefore[b]) return false;
    return sumOf(page, page.sums.words, a) === sumOf(page, page.sums.words, b);
  }

  /** Several copies all refer to the one that stays. */
  function originalOf(block: number): number {
    let stays = block;
    while (copyOf[stays] >= 0) stays = copyOf[stays];
    return stays;
  }

  function holder(piece: number): number {
    return page.parent[element[pieces[piece].from]];
  }
}

/** Whether a block is a reply's subject, or begins with the line that separates a mail from its signature. */
function isMailPart({ blocks, text, textFrom }: Page, block: number): boolean {
  const from = textFrom[blocks.first[block]];
  return /^\s*(?:-- ?\n|(?:[^:\n]{1,30}:\s*)?Re:\s)/.test(text.slice(from, from + 50));
}

/** Names and dates follow a quotation that is mostly a copy; a sentence that ends in a colon follows what it introduces. */
function widenToQuotes({ kind, parent, unit }: UnitTree, words: Int32Array, copyOf: Int32Array): void {
  const all = new Int32Array(kind.length);
  const copied = new Int32Array(kind.length);
  const original = new Int32Array(kind.length).fill(-1);
  for (let b = 0; b < copyOf.length; b++) {
    all[unit[b]] += words[b];
    if (copyOf[b] < 0) continue;
    copied[unit[b]] += words[b];
    original[unit[b]] = copyOf[b];
  }
  for (let u = kind.length - 1; u > 0; u--) {
    all[parent[u]] += all[u];
    copied[parent[u]] += copied[u];
    if (original[u] >= 0) original[parent[u]] = original[u];
  }
  for (let u = 0; u < kind.length; u++) {
    const isWide = (kind[u] === QUOTE || kind[u] === LEAD) && 3 * copied[u] >= 2 * all[u];
    const around = u > 0 && original[parent[u]] >= 0 ? original[parent[u]] : -1;
    if (!isWide) original[u] = around;
  }
  for (let b = 0; b < copyOf.length; b++) if (copyOf[b] < 0) copyOf[b] = original[unit[b]];
}

/** A shorter text stays in its list or other unit, unless all of the unit is a copy. */
const longText = 20;

/** A longer item is a post or a comment: a text that is dropped from it leaves no gap. */
const longItem = 60;

/** Reverts copies that would leave gaps in units. */
function spareItems({ kind, parent, unit }: UnitTree, words: Int32Array, copyOf: Int32Array): void {
  const isCopied = new Uint8Array(kind.length).fill(1);
  const wordsOf = new Int32Array(kind.length);
  for (let b = 0; b < copyOf.length; b++) {
    wordsOf[unit[b]] += words[b];
    if (copyOf[b] < 0 && words[b] > 0) isCopied[unit[b]] = 0;
  }
  for (let u = kind.length - 1; u > 0; u--) if (isCopied[u] === 0) isCopied[parent[u]] = 0;
  for (let b = 0; b < copyOf.length; b++) {
    const u = unit[b];
    const isLoose = loose.has(kind[u]) || (kind[u] === ITEM && wordsOf[u] >= longItem);
    if (isLoose || words[b] >= longText) continue;
    const whole = kind[u] === ITEM ? parent[u] : u;
    if (isCopied[whole] === 0) copyOf[b] = -1;
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
    // A formula may well occur twice: it is a copy only together with text.
    pieces.push({ from, to, words: kind === FORMULA ? 0 : size, likely, before });
    from = to;
  }
  return pieces;
}

/** A hash of 53 bits of the letters and digits of some blocks. */
function foldedText(page: Page, from: number, to: number): number {
  const { text } = page;
  const end = page.textTo[page.blocks.last[to - 1] + 1];
  let high = 0;
  let low = 0;
  for (let i = page.textFrom[page.blocks.first[from]]; i < end; i++) {
    const code = foldedCode(text.charCodeAt(i));
    if (code === 0) continue;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low + code, 0x85ebca6b) ^ (low >>> 15);
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}
