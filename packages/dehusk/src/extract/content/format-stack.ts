import type { Attribute } from "../../page/index.ts";
import { Kind } from "./content-tree.ts";

/** A format of the next text. Two texts share a format node if their formats have the same key. */
export interface Format {
  readonly kind: Kind;
  readonly key: number;
  readonly attributes: readonly Attribute[];
  readonly text: string;
  readonly label: string;
  /** Characters written for its attributes so far: once per paragraph. */
  written: number;
}

/** Formats that merge with their neighbours: adjacent bold words are one bold text. */
const melting = new Set<Kind>([
  Kind.Emphasis,
  Kind.Strong,
  Kind.Underline,
  Kind.Strike,
  Kind.Deleted,
  Kind.Inserted,
  Kind.Marked,
  Kind.Small,
  Kind.Subscript,
  Kind.Superscript,
]);

export function isMelting(kind: Kind): boolean {
  return melting.has(kind);
}

/** More than the number of kinds, so that keys of nodes differ from keys of kinds. */
const kindRange = 128;

/**
 * The formats of the current text. Each kind counts once however often it is nested, so the list stays short. Links
 * come first and code last, in any page, since code cannot contain formats in Markdown.
 */
export class FormatStack {
  readonly #depths = new Int32Array(kindRange);
  readonly #nodes = new Int32Array(kindRange);
  #formats: Format[] = [];
  #current: readonly Format[] | undefined = [];

  add(kind: Kind, node: number, attributes: readonly Attribute[], text: string, label: string): void {
    const depth = this.#depths[kind];
    this.#depths[kind] = depth + 1;
    if (depth > 0) return;
    this.#nodes[kind] = node;
    const key = isMelting(kind) ? kind : kindRange + node;
    this.#formats.push({ kind, key, attributes, text, label, written: 0 });
    this.#current = undefined;
  }

  remove(kind: Kind): void {
    const depth = this.#depths[kind] - 1;
    this.#depths[kind] = depth;
    if (depth > 0) return;
    this.#formats = this.#formats.filter((format) => format.kind !== kind);
    this.#current = undefined;
  }

  has(kind: Kind): boolean {
    return this.#depths[kind] > 0;
  }

  /** The element that opened the format of a kind, the outermost of its kind; -1 for none. */
  nodeOf(kind: Kind): number {
    return this.#depths[kind] > 0 ? this.#nodes[kind] : -1;
  }

  /** Outermost first. */
  get current(): readonly Format[] {
    this.#current ??= this.#arrange();
    return this.#current;
  }

  #arrange(): readonly Format[] {
    const links: Format[] = [];
    const others: Format[] = [];
    let code: Format | undefined;
    for (const format of this.#formats) {
      if (format.kind === Kind.Link) links.push(format);
      else if (format.kind === Kind.Code) code = format;
      else if (code === undefined && (format.kind !== Kind.RubyText || this.has(Kind.Ruby))) others.push(format);
    }
    return code === undefined ? [...links, ...others] : [...links, ...others, code];
  }
}
