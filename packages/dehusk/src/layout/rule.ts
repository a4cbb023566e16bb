import type { Compound } from "./selectors.ts";
import type { BlockPair } from "./style-table.ts";

/** An id, class, tag or attribute name of the page, with the rules whose rightmost compound has it. */
export interface Bucket {
  /** A Bloom bit out of 64, to rule out quickly that an ancestor has the name. */
  readonly low: number;
  readonly high: number;
  readonly rules: Rule[];
}

/** Declarations of one or more rules, as a range of a style sheet; parsed on first use. */
export interface Body {
  readonly css: string;
  readonly from: number;
  readonly to: number;
  block: BlockPair | undefined;
  /** Whether its custom properties were read, and whether it clears floats; undefined if not checked yet. */
  hasVariablesRead: boolean;
  clears: boolean | undefined;
}

/** One selector with its declarations. */
export interface Rule {
  readonly text: string;
  readonly body: Body;
  readonly order: number;
  /** Compounds from right to left; empty if not parsed yet, or if the rule cannot match on this page. */
  tests: readonly CompoundTest[];
  specificity: number;
  /** Bloom bits of the classes and ids, and of the tags, that ancestors must have. */
  low: number;
  high: number;
  tagBits: number;
  isRead: boolean;
}

/** Tests of a compound besides tag, id and classes. */
export interface MoreTests extends Pick<Compound, "attributes" | "tests"> {
  readonly any: readonly (readonly CompoundTest[])[];
  readonly none: readonly CompoundTest[];
}

/** A compound resolved against the page's names. */
export interface CompoundTest {
  /** -1 for any. */
  readonly tag: number;
  readonly id: string | undefined;
  readonly classes: readonly Bucket[];
  readonly rest: MoreTests | undefined;
  /** The combinator to the compound on its left, "" if there is none. */
  readonly combinator: string;
}
