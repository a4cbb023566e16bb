import { knownTagNames } from "../page/index.ts";
import { type DeclarationContext, parseDeclarations } from "./declarations.ts";
import { GridStore } from "./grid-tracks.ts";
import { Field, fieldCount, Trait } from "./style-fields.ts";
import { userAgentRows } from "./user-agent-styles.ts";

/** Distinct styles per page; past it, declarations that would need a new one are ignored. */
const mostRows = 50_000;
const firstRows = 64;

/** Fields, each followed by its trait. */
const traitFields: readonly number[] = [
  ...[Field.PaddingLeft, Field.PaddingRight, Field.BorderLeft, Field.BorderRight].flatMap((field) => [
    field,
    Trait.SideEdges,
  ]),
  ...[Field.PaddingTop, Field.PaddingBottom, Field.BorderTop, Field.BorderBottom].flatMap((field) => [
    field,
    Trait.UprightEdges,
  ]),
  ...[Field.MarginLeft, Field.MarginRight].flatMap((field) => [field, Trait.SideMargins]),
  ...[Field.MinWidth, Field.MaxWidth].flatMap((field) => [field, Trait.WidthBounds]),
];

/** Ids of the normal and important declarations of a block; -1 for none. */
export interface BlockPair {
  readonly normal: number;
  readonly important: number;
}

/**
 * The distinct styles of a page. Applying a block to a style always gives the same style, so elements that match the
 * same rules share one row.
 */
export class StyleTable {
  rows: Int32Array;
  readonly context: DeclarationContext;
  #count = 0;
  /** Row of each known tag + 1, 0 if not computed yet. */
  readonly #tagRows = new Uint16Array(knownTagNames.length + 1);
  readonly #blocks: (readonly number[])[] = [];
  readonly #next = new Map<number, number>();
  readonly #parsed = new Map<string, BlockPair>();

  constructor(viewport: number, quirks: boolean) {
    this.rows = new Int32Array(firstRows * fieldCount);
    this.context = { viewport, quirks, variables: new Map(), grids: new GridStore() };
  }

  /** The user agent style of a tag. */
  tagRow(tag: number): number {
    const known = Math.min(tag, knownTagNames.length);
    let row = this.#tagRows[known] - 1;
    if (row < 0) {
      row = this.#copy(userAgentRows(), known);
      this.#tagRows[known] = row + 1;
    }
    return row;
  }

  /** Parses declarations, once per text. */
  block(text: string): BlockPair {
    let pair = this.#parsed.get(text);
    if (pair === undefined) {
      const { normal, important } = parseDeclarations(text, this.context);
      pair = { normal: this.#add(normal), important: this.#add(important) };
      if (this.#parsed.size < mostRows) this.#parsed.set(text, pair);
    }
    return pair;
  }

  /** The style that results from applying a block. */
  apply(row: number, block: number): number {
    const key = row * 0x400000 + block;
    let next = this.#next.get(key);
    if (next === undefined) {
      if (this.#count >= mostRows) return row;
      next = this.#copy(this.rows, row);
      const pairs = this.#blocks[block];
      for (let i = 0; i < pairs.length; i += 2) {
        this.rows[next * fieldCount + pairs[i]] = pairs[i + 1];
      }
      this.#next.set(key, next);
    }
    return next;
  }

  /** Computes the traits of every style; call when all styles are known. */
  noteTraits(): void {
    const { rows } = this;
    for (let row = 0; row < this.#count * fieldCount; row += fieldCount) {
      let traits = 0;
      for (let i = 0; i < traitFields.length; i += 2) {
        if (rows[row + traitFields[i]] !== 0) traits |= traitFields[i + 1];
      }
      rows[row + Field.Traits] = traits;
    }
  }

  #add(pairs: readonly number[]): number {
    if (pairs.length === 0 || this.#blocks.length >= 0x400000) return -1;
    return this.#blocks.push(pairs) - 1;
  }

  #copy(source: Int32Array, row: number): number {
    const from = row * fieldCount;
    const to = this.#count * fieldCount;
    const fields = source.subarray(from, from + fieldCount);
    if (to + fieldCount > this.rows.length) {
      const larger = new Int32Array(this.rows.length * 2);
      larger.set(this.rows);
      this.rows = larger;
    }
    this.rows.set(fields, to);
    return this.#count++;
  }
}
