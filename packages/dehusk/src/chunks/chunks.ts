import { checkOptions } from "../basics/index.ts";
import { contentPartsOf, type Extraction, fenceFor } from "../extract/index.ts";
import { xpathsOf } from "../page/index.ts";
import { type ChunkOptions, checkOverlap, chunkTable } from "./chunk-options.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { markdownLeaves } from "./markdown-leaves.ts";
import { packParts } from "./pack-parts.ts";
import { renderPieces } from "./render-pieces.ts";
import { sectionParts } from "./section-parts.ts";
import { lineStarts, type Piece, sentenceStarts } from "./split-leaf.ts";
import { unsafeCuts } from "./unsafe-cuts.ts";

/** A part of a page's content, short enough for a language model or an index. */
export interface Chunk {
  /** Its number, from 0. */
  readonly index: number;
  /**
   * Markdown that can be read alone: tables have their header, code its fences. Where code or an address within a line is longer
   * than a chunk, its parts are shown as source, between fences.
   */
  readonly text: string;
  readonly tokens: number;
  /** The headings above all of it, outermost first. */
  readonly headings: readonly string[];
  /** Its range in the Markdown of the result: `[from, to)` in characters. */
  readonly from: number;
  readonly to: number;
  /** How many of these characters the chunk before has too. */
  readonly overlap: number;
  /** XPath of the page's node at which it begins, without what it repeats; null for the title at the top. */
  readonly path: string | null;
}

/**
 * Cuts the content of a page along its structure into chunks of at most `maxTokens`: sections first, then lists and their items,
 * paragraphs, rows of tables, lines of code, sentences, words. Each is cut only where it does not fit.
 *
 * @example
 * for (const { text, headings, tokens } of chunks(extract(html), { maxTokens: 400, overlap: 40 })) index(headings, text);
 *
 * @throws DehuskError `bad-option`; `bad-input` for anything but a result of `extract`.
 */
export function chunks(result: Extraction, options: ChunkOptions = {}): Chunk[] {
  checkOptions(options, chunkTable);
  const { maxTokens = chunkTable.maxTokens.default, overlap = chunkTable.overlap.default } = options;
  const { tokenizer: count = estimateTokens } = options;
  checkOverlap(maxTokens, overlap);
  const parts = contentPartsOf(result);
  const { page, tree, outline, matter } = parts;
  const { markdown } = outline;
  const leaves = markdownLeaves(parts);
  const isUnsafe = unsafeCuts(leaves, markdown);
  const pack = (room: number) => packParts(sectionParts(tree, leaves), leaves, markdown, count, room);
  let packed = pack(maxTokens - overlap);
  // Shown as source, between fences, for which there must be room.
  const fence = fenceFor(markdown);
  const fences = count(`${fence}\n\n${fence}`);
  const hasUnsafe = packed.some((pieces) => isUnsafe((pieces.at(-1) as Piece).to));
  if (hasUnsafe) packed = pack(Math.max(1, maxTokens - overlap - fences));
  const paths = xpathsOf(
    page,
    packed.map(([first]) => sourceOf(first as Piece)),
  );
  return packed.map((pieces, index) => {
    const first = pieces[0] as Piece;
    const start =
      index === 0 || overlap === 0 ? first.from : startOf(pieces, packed[index - 1] ?? [], { overlap, maxTokens });
    const isCut = isUnsafe(start) || isUnsafe((pieces.at(-1) as Piece).to);
    const rendered = renderPieces(pieces, markdown, start);
    const text = isCut ? `${fence}\n${rendered}\n${fence}` : rendered;
    const source = sourceOf(first);
    return {
      index,
      text,
      tokens: count(text),
      headings: sharedHeadings(pieces),
      from: matter + start,
      to: matter + (pieces.at(-1) as Piece).to,
      overlap: first.from - start,
      path: source < 0 ? null : paths[source],
    };
  });

  function sourceOf({ leaf }: Piece): number {
    return tree[leaf.node].source;
  }

  /** Where a chunk begins with so much of the one before as may be repeated. */
  function startOf(
    pieces: readonly Piece[],
    before: readonly Piece[],
    limit: { overlap: number; maxTokens: number },
  ): number {
    const first = pieces[0] as Piece;
    if (first.leaf.kind === "heading") return first.from;
    for (const start of startsIn(before, first, markdown)) {
      if (isUnsafe(start) || count(markdown.slice(start, first.from)) > limit.overlap) continue;
      if (count(renderPieces(pieces, markdown, start)) <= limit.maxTokens - (hasUnsafe ? fences : 0)) return start;
    }
    return first.from;
  }
}

/** Places at which what is repeated may begin, the first in the text first. A table or code begins only with all of it. */
function startsIn(before: readonly Piece[], next: Piece, markdown: string): number[] {
  const starts: number[] = [];
  for (const piece of before) {
    const { leaf, from, to } = piece;
    const isSame = leaf.node === next.leaf.node && leaf.from === next.leaf.from;
    if (leaf.kind === "text" || leaf.kind === "heading") starts.push(...sentenceStarts(markdown, from, to));
    else if (!isSame) starts.push(from);
    // The header is repeated anyway.
    else starts.push(...lineStarts(markdown, from, to).filter((start) => start > leaf.from + next.before.length));
    // Overlap would come between continued code, or a continued table, and its start.
    if (isSame && next.before !== "" && leaf.kind !== "text") return starts.filter((start) => start >= from);
  }
  return starts;
}

/** The headings above all blocks of a chunk; for a chunk of headings, those above the first. */
function sharedHeadings(pieces: readonly Piece[]): string[] {
  const bodies = pieces.filter(({ leaf }) => leaf.kind !== "heading");
  const [first, ...others] = (bodies.length > 0 ? bodies : pieces).map(({ leaf }) => leaf.headings);
  if (first === undefined) return [];
  let shared = first.length;
  for (const other of others) {
    shared = Math.min(shared, other.length);
    for (let i = 0; i < shared; i++) if (other[i]?.node !== first[i]?.node) shared = i;
  }
  return first.slice(0, shared).map(({ text }) => text);
}
