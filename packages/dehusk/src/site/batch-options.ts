import { checkNumber, checkSwitch, checkTexts, checkWhole, withDefaults } from "../basics/index.ts";

/** How the pages of a batch are merged into a style tree. */
export interface StyleTreeOptions {
  /**
   * Attributes in which two elements must agree besides their tags, if they are to be the same. Default none: with
   * `class` the text found fell from 39.2 % to 35.3 % on ordinary sites, since one class that differs parts all
   * that is below; display attributes such as `bgcolor`, which the paper compares, changed nothing.
   */
  readonly attributes?: readonly string[] | undefined;
  /**
   * Whether where a link leads is a feature of it, besides its words, as in the paper. Default false: addresses carry
   * marks of the page that they are on, and with them 3 to 6 % less text was found to be noise, while no content value
   * more survived.
   */
  readonly linkAddresses?: boolean | undefined;
  /** γ, by which what lies below a node counts less, the more styles the node has. Default 0.9, as in the paper. */
  readonly attenuation?: number | undefined;
}

/** What of a style tree is noise. */
export interface StyleNoiseOptions {
  /**
   * An element is noise when its importance and that of all below it is less than this. Default 0.1.
   *
   * Chosen on every third of 142 sites. On the other 94, with trees of 24 pages, text found to be noise is, with 0.1,
   * 32.2 % on ordinary sites and 52.0 % on product and data pages, of whose known content values 0.6 % are lost; with
   * 0.2 32.3, 52.2 and 1.4 %; with 0.5 33.5, 53.9 and 5.8 %. On pages that are not in the tree 0.1 finds 29.7 and
   * 49.4 %, and loses less than 0.1 % of the values.
   */
  readonly threshold?: number | undefined;
  /**
   * Fewest pages that noise is on. Default 2, as in the paper. With 3 the share of content values lost halves, and 2 to
   * 3 % less text is found.
   */
  readonly minimumPages?: number | undefined;
}

/** When a text is a template, by the pages of a batch that have it. */
export interface ShingleOptions {
  /**
   * Words of a shingle; 0 for the whole text between two tags. Default 0, as in the paper: shingles of 3 to 10 words
   * found up to 2.5 % more text, and took 1 to 3 % more of the content values with it.
   */
  readonly shingleWords?: number | undefined;
  /**
   * Fewest pages that a template is on. Default 5, as "Incremental Web Page Template Detection" has it for its segments.
   * Of batches of 24 product and data pages it found 61.4 % of the text and took 8.5 % of the content values; 3 found
   * 64.0 % and took 15.5 %.
   */
  readonly minimumPages?: number | undefined;
  /** Smallest share of the batch that a template is on. Default 0. */
  readonly minimumShare?: number | undefined;
  /** A text with more than this share of its shingles on enough pages is a template. Default 0.5. */
  readonly shingleShare?: number | undefined;
}

type Resolved<Options> = { readonly [Name in keyof Options]-?: NonNullable<Options[Name]> };
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
 * The defaults with the given options in their place.
 *
 * @throws DehuskError `bad-option` when one is unknown or has a value that makes no sense.
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
