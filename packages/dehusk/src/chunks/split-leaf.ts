import { escapeLineStarts } from "../extract/index.ts";
import type { TokenCounter } from "./chunk-options.ts";
import type { Leaf } from "./markdown-leaves.ts";

/** A stretch of Markdown that goes into a chunk as it is, with what it needs around it to be read alone. */
export interface Piece {
  readonly leaf: Leaf;
  readonly from: number;
  readonly to: number;
  /** Repeated before it if a chunk begins with it: the header of a table, the fence of code, the sign of a quotation. */
  readonly before: string;
  /** Needed after it: the fence that ends code. Nothing may follow in the chunk. */
  readonly after: string;
  readonly tokens: number;
}

/** All of a block. */
export function wholePiece(leaf: Leaf, markdown: string, count: TokenCounter): Piece {
  const { from, to } = leaf;
  return { leaf, from, to, before: "", after: "", tokens: count(markdown.slice(from, to)) };
}

/**
 * Cuts a block that does not fit: a table between rows, code between lines, text between sentences, else words. A row, a
 * line or a word is cut only where it does not fit by itself.
 *
 * @param first Tokens for the first piece, where less than for the others is left.
 */
export function splitLeaf(leaf: Leaf, markdown: string, count: TokenCounter, max: number, first = max): Piece[] {
  switch (leaf.kind) {
    case "table":
      return splitTable(leaf, markdown, count, max, first);
    case "code":
      return splitCode(leaf, markdown, count, max, first);
    case "formula":
      return gather(leaf, lineRanges(markdown, leaf.from, leaf.to), markdown, count, { max, first });
    default: {
      const before = /^[\t ]*((?:> ?)+)/.exec(markdown.slice(leaf.from, leaf.from + 100))?.[1] ?? "";
      return gather(leaf, wordRanges(markdown, leaf.from, leaf.to), markdown, count, { max, first, before });
    }
  }
}

function splitTable(leaf: Leaf, markdown: string, count: TokenCounter, max: number, first: number): Piece[] {
  const lines = lineRanges(markdown, leaf.from, leaf.to);
  const [header, rule, ...rows] = lines;
  if (header === undefined || rule === undefined) return [];
  const head = markdown.slice(header.from, rule.to);
  // A header that leaves no room for rows is not repeated.
  const before = count(head) <= max / 2 ? `${head}\n` : "";
  if (before === "") return gather(leaf, lines, markdown, count, { max, first });
  // The header goes with the first row, or with what of it fits.
  const [row] = rows;
  const isWhole = row !== undefined && count(markdown.slice(header.from, row.to)) <= max;
  const start: Range = { from: header.from, to: isWhole ? row.to : rule.to, isEnd: isWhole };
  return gather(leaf, [start, ...rows.slice(isWhole ? 1 : 0)], markdown, count, { max, first, before });
}

function splitCode(leaf: Leaf, markdown: string, count: TokenCounter, max: number, first: number): Piece[] {
  const lines = lineRanges(markdown, leaf.from, leaf.to);
  const start = lines.findIndex(({ from, to }) => fenceLine.test(markdown.slice(from, to)));
  const [open, second] = lines.slice(Math.max(start, 0));
  const close = lines.at(-1);
  if (open === undefined || second === undefined || close === undefined || lines.length - start < 3)
    return gather(leaf, lines, markdown, count, { max, first });
  // The title of a callout may precede the fence.
  const title = gather(leaf, lines.slice(0, start), markdown, count, { max, first });
  const ending = markdown.slice(close.from, close.to);
  const opening = markdown.slice(open.from, open.to).replace(/^(\s*)(?:[-*+]|\d+[.)])( )/, "$1 $2");
  // A name of a language that leaves no room for code is not repeated.
  const before = `${count(opening) <= max / 4 ? opening : ending}\n`;
  const after = `\n${ending}`;
  const body: Range[] = [{ from: open.from, to: second.to, isEnd: true }, ...lines.slice(start + 2, -1)];
  const last = body.at(-1) as Range;
  const room = title.length === 0 ? first : max;
  const pieces = gather(leaf, body, markdown, count, { max, first: room, before, after });
  // The last piece has its fence already.
  return [...title, ...pieces.map((piece) => (piece.to === last.to ? { ...piece, to: leaf.to, after: "" } : piece))];
}

const fenceLine = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*`{3,}/;

/** Cuts a piece again, into smaller ones. */
export function splitPiece(
  { leaf, from, to, before, after }: Piece,
  markdown: string,
  count: TokenCounter,
  max: number,
): Piece[] {
  const hasLines = leaf.kind === "table" || leaf.kind === "code";
  const ranges = hasLines ? lineRanges(markdown, from, to) : wordRanges(markdown, from, to);
  return gather(leaf, ranges, markdown, count, { max, first: max, start: before, before, after });
}

/** What is not cut if it fits. */
interface Range {
  readonly from: number;
  readonly to: number;
  /** Whether a cut after it is better than others: at the end of a line or sentence. */
  readonly isEnd: boolean;
}

interface Gathering {
  readonly max: number;
  readonly first: number;
  /** The prefix of the first piece, and of the others. */
  readonly start?: string;
  readonly before?: string;
  readonly after?: string;
}

/** Makes pieces of as many ranges as fit, cut at the last good place in the second half of each. */
function gather(
  leaf: Leaf,
  ranges: readonly Range[],
  markdown: string,
  count: TokenCounter,
  { max, first, start: opening = "", before = "", after = "" }: Gathering,
): Piece[] {
  const around = count(before) + count(after);
  const aroundFirst = count(opening) + count(after);
  const pieces: Piece[] = [];
  const room = (): number => (pieces.length === 0 ? Math.min(first, max) - aroundFirst : max - around);
  let open: Range[] = [];
  let tokens = 0;
  const close = (to: number): void => {
    const [start] = open;
    const end = open[to - 1];
    if (start === undefined || end === undefined) return;
    const isFirst = pieces.length === 0;
    const text = markdown.slice(start.from, end.to);
    const piece = { leaf, from: start.from, to: end.to, before: isFirst ? opening : before, after };
    pieces.push({ ...piece, tokens: count(piece.before + text + after) });
    open = open.slice(to);
    tokens = open.reduce((sum, range) => sum + sizeOf(range), 0);
  };
  const whole = ranges.flatMap((each, i) =>
    fitting(each, markdown, count, Math.max(1, max - (i === 0 ? aroundFirst : around))),
  );
  for (const range of whole) {
    const size = sizeOf(range);
    while (open.length > 0 && tokens + size > room()) close(bestCut());
    open.push(range);
    tokens += size;
  }
  while (open.length > 0) close(open.length);
  return pieces;

  /** With the line break after it. */
  function sizeOf({ from, to }: Range): number {
    return count(markdown.slice(from, to)) + (markdown[to] === "\n" ? 1 : 0);
  }

  function bestCut(): number {
    for (let i = open.length; i > open.length / 2; i--) if (open[i - 1]?.isEnd) return i;
    return open.length;
  }
}

/** Longest run of marks that is kept together: without a bound, a text of marks alone would be cut off one by one. */
const mostMarks = 32;

/** A range that fits, or what it is cut into: words, then halves of what is left. */
function fitting(range: Range, markdown: string, count: TokenCounter, max: number): Range[] {
  const text = markdown.slice(range.from, range.to);
  if (count(text) <= max) return [range];
  const words = wordRanges(markdown, range.from, range.to);
  if (words.length > 1) return words.flatMap((word) => fitting(word, markdown, count, max));
  if (text.length < 2) return [range];
  let middle = range.from + (text.length >> 1);
  const earliest = Math.max(range.from + 1, middle - mostMarks);
  // Not between the halves of a character, nor between a letter and its marks.
  while (middle > earliest && /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u.test(markdown.slice(middle, middle + 2))) middle--;
  if (/[\ud800-\udbff]/.test(markdown[middle - 1] ?? "") && middle - 1 > range.from) middle--;
  const halves = [
    { from: range.from, to: middle, isEnd: false },
    { from: middle, to: range.to, isEnd: range.isEnd },
  ];
  return halves.flatMap((half) => (half.to - half.from < text.length ? fitting(half, markdown, count, max) : [half]));
}

function lineRanges(markdown: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  for (let at = from; at < to; ) {
    const end = markdown.indexOf("\n", at);
    const stop = end < 0 || end > to ? to : end;
    ranges.push({ from: at, to: stop, isEnd: true });
    at = stop + 1;
  }
  return ranges;
}

/**
 * Formulas, code, links and pictures, which are not cut where they fit; then words. Han, kana and scripts of South-East Asia,
 * which write no spaces, are cut after signs, or anywhere.
 */
const words =
  /(?:!?\[[^[\]\n]{0,300}\]\([^()\s]{0,2000}\)|\$[^$\n]{1,500}\$|`[^`\n]{1,500}`|\*\*[^*\n]{1,200}\*\*|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]\p{M}*[、。，．！？；：」』）]*|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}])[^\s])+)\s*/gu;

const sentenceEnd = /[.!?…。！？][)\]"'»”’*_]*\s*$|\n$/u;

function wordRanges(markdown: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  for (const { 0: word, index } of markdown.slice(from, to).matchAll(words)) {
    const last = ranges.at(-1);
    const end = from + index + word.length;
    const isEnd = sentenceEnd.test(word);
    // A sign that would make a heading, list or quotation of a chunk that begins with it stays with the word before.
    if (last !== undefined && markdown[last.to - 1] !== "\n" && escapeLineStarts(word.trimEnd()) !== word.trimEnd())
      ranges[ranges.length - 1] = { from: last.from, to: end, isEnd };
    else ranges.push({ from: last === undefined ? from : from + index, to: end, isEnd });
  }
  return ranges.length === 0 && to > from ? [{ from, to, isEnd: true }] : ranges;
}

/** Where a block of text may begin anew: at its sentences. */
export function sentenceStarts(markdown: string, from: number, to: number): number[] {
  const ranges = wordRanges(markdown, from, to);
  return ranges.filter((_, i) => i === 0 || ranges[i - 1]?.isEnd).map((range) => range.from);
}

/** Where the lines of a block begin. */
export function lineStarts(markdown: string, from: number, to: number): number[] {
  return lineRanges(markdown, from, to).map((range) => range.from);
}
