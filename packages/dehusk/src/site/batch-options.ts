import { checkNumber, checkSwitch, checkTexts, checkWhole, withDefaults } from "../basics/index.ts";
import type { Resolved } from "./block-options.ts";

/** How the pages of a batch are merged into a style tree. */
export interface StyleTreeOptions {
  /**
   * Attributes that must match, besides the tag, for two elements to be the same. Default none: with `class` the text
   * found fell from 39.2 % to 35.3 % on ordinary sites, since one differing class separates everything below it;
   * display attributes such as `bgcolor`, which the paper compares, changed nothing.
   */
  readonly attributes?: readonly string[] | undefined;
  /**
   * Whether a link's target is a feature of it, besides its words, as in the paper. Default false: URLs carry
   * page-specific parameters, and with them 3 to 6 % less text was found to be noise, while no more content values
   * survived.
   */
  readonly linkAddresses?: boolean | undefined;
  /** γ: weight of what is below a node; falls with the number of its styles. Default 0.9, as in the paper. */
  readonly attenuation?: number | undefined;
}

/** What counts as noise in a style tree. */
export interface StyleNoiseOptions {
  /**
   * An element is noise if its importance and that of everything below it is less than this. Default 0.1.
   *
   * Chosen on every third of 142 sites. On the other 94, with trees of 24 pages, 0.1 finds 32.2 % of the text on
   * ordinary sites and 52.0 % on product and data pages to be noise, and loses 0.6 % of the latter's known content
   * values; 0.2 gives 32.3, 52.2 and 1.4 %, 0.5 gives 33.5, 53.9 and 5.8 %. On pages that are not in the tree 0.1 finds
   * 29.7 and 49.4 %, and loses less than 0.1 % of the values.
   */
  readonly threshold?: number | undefined;
  /**
   * Minimum pages with the noise. Default 2, as in the paper. With 3 the share of content values lost halves, and 2 to
   * 3 % less text is found.
   */
  readonly minimumPages?: number | undefined;
}

/** When a text counts as template, by how many pages of the batch have it. */
export interface ShingleOptions {
  /**
   * Words per shingle; 0 for the whole text between two tags. Default 0, as in the paper: shingles of 3 to 10 words
   * found up to 2.5 % more text, and lost 1 to 3 % more of the content values.
   */
  readonly shingleWords?: number | undefined;
  /**
   * Minimum pages with a template. Default 5, as for the segments of "Incremental Web Page Template Detection". On
   * batches of 24 product and data pages it found 61.4 % of the text and lost 8.5 % of the content values; 3 found 64.0
   * % and lost 15.5 %.
   */
  readonly minimumPages?: number | undefined;
  /** Minimum share of the batch with a template. Default 0. */
  readonly minimumShare?: number | undefined;
  /** A text with more than this share of its shingles on enough pages is a template. Default 0.5. */
  readonly shingleShare?: number | undefined;
}

export type ResolvedStyleTreeOptions = Resolved<StyleTreeOptions>;
export type ResolvedShingleOptions = Resolved<ShingleOptions>;

const treeDefaults: ResolvedStyleTreeOptions = { attributes: [], linkAddresses: false, attenuation: 0.9 };

const noiseDefaults: Resolved<StyleNoiseOptions> = { threshold: 0.1, minimumPages: 2 };

const shingleDefaults: ResolvedShingleOptions = {
  shingleWords: 0,
  minimumPages: 5,
  minimumShare: 0,
  shingleShare: 0.5,
};

/**
 * Fills in the defaults.
 *
 * @throws DehuskError `bad-option` if one is unknown or invalid.
 */
export function resolveStyleTreeOptions(given: StyleTreeOptions): ResolvedStyleTreeOptions {
  const resolved = withDefaults(treeDefaults, given);
  const { attributes, linkAddresses, attenuation } = resolved;
  checkTexts("attributes", attributes);
  checkSwitch("linkAddresses", linkAddresses);
  checkNumber("attenuation", attenuation, 0, 1);
  return resolved;
}

/** @throws DehuskError `bad-option`. */
export function resolveStyleNoiseOptions(given: StyleNoiseOptions): Resolved<StyleNoiseOptions> {
  const resolved = withDefaults(noiseDefaults, given);
  checkNumber("threshold", resolved.threshold, 0, 1);
  checkNumber("minimumPages", resolved.minimumPages, 1, 2 ** 31);
  return resolved;
}

/** @throws DehuskError `bad-option`. */
export function resolveShingleOptions(given: ShingleOptions): ResolvedShingleOptions {
  const resolved = withDefaults(shingleDefaults, given);
  const { shingleWords } = resolved;
  checkWhole("shingleWords", shingleWords, 0, 2 ** 20);
  checkNumber("minimumPages", resolved.minimumPages, 1, 2 ** 31);
  checkNumber("minimumShare", resolved.minimumShare, 0, 1);
  checkNumber("shingleShare", resolved.shingleShare, 0, 1);
  return resolved;
}
