import type { Compound } from "./selectors.ts";
import type { BlockPair } from "./style-table.ts";

/** An id, class, tag or attribute name of the page, with the rules whose right-most part asks for it. */
export interface Bucket {
  /** One bit of 64 in two words, to tell quickly that no ancestor has the name. */
  readonly low: number;
  readonly high: number;
  readonly rules: Rule[];
}

/** Declarations of one or more rules, as a range of a style sheet; read when first needed. */
export interface Body {
  readonly css: string;
  readonly from: number;
  readonly to: number;
  block: BlockPair | undefined;
  /** Whether its custom properties were read, and whether it clears floats; undefined while not looked for. */
  hasVariablesRead: boolean;
  clears: boolean | undefined;
}

/** One selector with its declarations. */
export interface Rule {
  readonly text: string;
  readonly body: Body;
  readonly order: number;
  /** Compounds from right to left; none while not read, or when the rule cannot match on this page. */
  tests: readonly CompoundTest[];
  specificity: number;
  /** Bits of the classes and ids, and of the tags, that the ancestors must have. */
  low: number;
  high: number;
  tagBits: number;
  isRead: boolean;
}

/** What is to be tested of a compound besides tag, id and classes. */
export interface MoreTests extends Pick<Compound, "attributes" | "tests"> {
  readonly any: readonly (readonly CompoundTest[])[];
  readonly none: readonly CompoundTest[];
}

/** A compound in this page's terms. */
export interface CompoundTest {
  /** -1 for any. */
  readonly tag: number;
  readonly id: string | undefined;
  readonly classes: readonly Bucket[];
  readonly rest: MoreTests | undefined;
  /** What ties it to the compound on its left, "" when there is none. */
  readonly combinator: string;
}
