import type { TokenCounter } from "./chunk-options.ts";
import type { Leaf } from "./markdown-leaves.ts";
import { renderPieces } from "./render-pieces.ts";
import type { Part } from "./section-parts.ts";
import { type Piece, splitLeaf, splitPiece, wholePiece } from "./split-leaf.ts";

/**
 * Packs the parts of a page into chunks of at most `max` tokens. What fits goes in whole, with its neighbours if they fit too;
 * what does not is opened: sections into their blocks and sections, lists into items, at last blocks into rows, lines and
 * sentences. A section that must be opened begins a chunk, and a heading goes with what it heads. Linear in the number of
 * blocks, besides counting tokens: of each block once or twice, and of each chunk.
 */
export function packParts(
  root: Part,
  leaves: readonly Leaf[],
  markdown: string,
  count: TokenCounter,
  max: number,
): Piece[][] {
  const whole = leaves.map((leaf) => wholePiece(leaf, markdown, count));
  /** Tokens of all blocks before each, with a token for each gap. */
  const sums = [0];
  for (const { tokens } of whole) sums.push((sums.at(-1) as number) + tokens + 1);
  const chunks: Piece[][] = [];
  let open: Piece[] = [];
  let tokens = 0;
  pack(root);
  flush();
  return chunks;

  function pack(part: Part): void {
    for (const child of part.parts) {
      const size = (sums[child.end] as number) - (sums[child.first] as number);
      if (tokens + size <= max) {
        for (let i = child.first; i < child.end; i++) add(whole[i] as Piece);
        continue;
      }
      const isHeaded = open.length > 0 && open.every(({ leaf }) => leaf.kind === "heading");
      if (!isHeaded && (child.kind === "section" || size <= max)) flush();
      if (size <= max && open.length === 0) {
        for (let i = child.first; i < child.end; i++) add(whole[i] as Piece);
      } else if (child.kind !== "leaf") {
        pack(child);
        if (child.kind === "section") flush();
      } else split(leaves[child.first] as Leaf, size);
    }
  }

  /** Adds a block that does not fit into what is open. */
  function split(leaf: Leaf, size: number): void {
    let pieces = splitLeaf(leaf, markdown, count, max - 1, max - tokens - 1);
    const isTooLong = (pieces[0]?.tokens ?? 0) + tokens > max;
    // Below its heading, too, a formula that fits alone is not cut, nor is a row or a line.
    if (open.length > 0 && (isTooLong || (leaf.kind === "formula" && size <= max))) {
      flush();
      pieces = size <= max ? [wholePiece(leaf, markdown, count)] : splitLeaf(leaf, markdown, count, max - 1);
    }
    for (const piece of pieces) {
      if (tokens + piece.tokens > max) flush();
      add(piece);
    }
  }

  function add(piece: Piece): void {
    open.push(piece);
    tokens += piece.tokens + 1;
    if (piece.after !== "") flush();
  }

  /** Ends a chunk. Tokens of parts may add up to less than those of the whole: then the last parts go into the next chunk. */
  function flush(): void {
    if (open.length === 0) return;
    const pieces = open;
    open = [];
    tokens = 0;
    let end = pieces.length;
    while (end > 1 && count(renderPieces(pieces.slice(0, end), markdown)) > max) end--;
    const kept = pieces.slice(0, end);
    const [only] = kept;
    if (end === 1 && only !== undefined) chunks.push(...shrunk(only));
    else chunks.push(kept);
    for (const piece of pieces.slice(end)) add(piece);
    if (end < pieces.length) flush();
  }

  /** A piece alone, cut again where it has more tokens than its words. */
  function shrunk(piece: Piece): Piece[][] {
    let parts = [piece];
    for (let room = max - 1; room > 1 && parts.some((each) => count(renderPieces([each], markdown)) > max); ) {
      room = Math.floor(room * 0.9);
      parts = splitPiece(piece, markdown, count, room);
    }
    return parts.map((part) => [part]);
  }
}
