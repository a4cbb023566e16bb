import type { Attribute } from "../../page/index.ts";
import { Kind } from "./content-tree.ts";

/** A format that the next text has. Two texts share a format node when their formats have the same key. */
export interface Format {
  readonly kind: Kind;
  readonly key: number;
  readonly attributes: readonly Attribute[];
  readonly text: string;
  readonly label: string;
  /** Characters written for its attributes so far: once for each paragraph that it goes through. */
  written: number;
}

/** Formats whose neighbours melt into one: two bold words in a row are bold words. */
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

/** More than there are kinds, to make keys of nodes that differ from keys of kinds. */
const kindRange = 128;

/**
 * The formats of the text at hand. Each kind counts once however often it is nested, so the list stays short. Links
 * come first and code last, whatever the page's order, since code may hold no formats in Markdown.
 */
export class FormatStack {
  readonly #depths = new Int32Array(kindRange);
  #formats: Format[] = [];
  #current: readonly Format[] | undefined = [];

  add(kind: Kind, node: number, attributes: readonly Attribute[], text: string, label: string): void {
    const depth = this.#depths[kind];
    this.#depths[kind] = depth + 1;
    if (depth > 0) return;
    const key = melting.has(kind) ? kind : kindRange + node;
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
