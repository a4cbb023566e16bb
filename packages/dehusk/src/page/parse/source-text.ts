import type { CodeUnits } from "../code-units.ts";
import { decodeReferences } from "./character-references.ts";

/**
 * Ranges of the source as strings. Most have neither references nor NUL: then they are slices, which share the source's
 * characters. The positions of the next ampersand and NUL are cached.
 */
export class SourceText {
  readonly source: string;
  readonly length: number;
  /** Its characters, then zeros. */
  readonly codes: Uint16Array | Uint8Array;
  readonly #ampersands: NextSign;
  readonly #nuls: NextSign | undefined;

  constructor(source: string, { codes }: CodeUnits) {
    this.source = source;
    this.length = source.length;
    this.codes = codes;
    this.#ampersands = new NextSign(source, "&");
    // Backwards is faster: forwards, every high byte of a two-byte string looks like NUL at first.
    this.#nuls = source.lastIndexOf("\0") < 0 ? undefined : new NextSign(source, "\0");
  }

  hasAmpersand(from: number, to: number): boolean {
    return this.#ampersands.isIn(from, to);
  }

  hasNul(from: number, to: number): boolean {
    return this.#nuls?.isIn(from, to) ?? false;
  }

  /** An attribute value: references decoded, NUL replaced. */
  value(from: number, to: number): string {
    if (from >= to) return "";
    const value = this.hasAmpersand(from, to)
      ? decodeReferences(this.source, from, to, true)
      : this.source.slice(from, to);
    return this.hasNul(from, to) ? value.replaceAll("\0", "\ufffd") : value;
  }

  /** A range with NUL replaced and nothing decoded: scripts, styles, comments. */
  raw(from: number, to: number): string {
    const text = this.source.slice(from, to);
    return this.hasNul(from, to) ? text.replaceAll("\0", "\ufffd") : text;
  }

  /** A range with references decoded; NUL stays. */
  decoded(from: number, to: number): string {
    return this.hasAmpersand(from, to) ? decodeReferences(this.source, from, to, false) : this.source.slice(from, to);
  }
}

/** Where a character occurs next. Ranges are mostly requested in the order of the source. */
class NextSign {
  readonly #source: string;
  readonly #sign: string;
  readonly #code: number;
  /** The first occurrence at or after the first position. */
  #from = 0;
  #next: number;

  constructor(source: string, sign: string) {
    this.#source = source;
    this.#sign = sign;
    this.#code = sign.charCodeAt(0);
    this.#next = this.#indexFrom(0);
  }

  isIn(from: number, to: number): boolean {
    if (from < this.#from) return this.#occurs(from, to);
    if (this.#next < from) {
      this.#from = from;
      this.#next = this.#indexFrom(from);
    }
    return this.#next < to;
  }

  #indexFrom(from: number): number {
    const at = this.#source.indexOf(this.#sign, from);
    return at < 0 ? this.#source.length : at;
  }

  #occurs(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.#source.charCodeAt(i) === this.#code) return true;
    return false;
  }
}
