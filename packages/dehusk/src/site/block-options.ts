import { checkNumber, checkTexts, checkWhole, DehuskError, withDefaults } from "../basics/index.ts";

/** What counts as a block (section 4.1 of "Site-Independent Template-Block Detection"). */
export interface TextBlockOptions {
  /** Tags that blocks have. Default: the paper's list, see {@link blockTags}. */
  readonly tags?: readonly string[] | undefined;
  /** Minimum characters of a block's text, white space collapsed. Default 40. */
  readonly minimumCharacters?: number | undefined;
  /** Minimum distinct words of a block's text. Default 3; at most 64. */
  readonly minimumWords?: number | undefined;
}

/** When a block is a template, and when it is certainly not one (sections 3 and 4.1). */
export interface BlockLabelOptions extends TextBlockOptions {
  /** A block on at least this share of the pages is a template. Default 0.1. */
  readonly templateShare?: number | undefined;
  /** Minimum pages with a template, however small the site. Default 2, so that no page is its own template. */
  readonly minimumPages?: number | undefined;
  /** A block on at most this many pages may be a non-template. Default 1. */
  readonly nonTemplatePages?: number | undefined;
  /** Maximum blocks held at a time, at about 50 bytes each. Default 524,288. */
  readonly maxFingerprints?: number | undefined;
}

export type Resolved<Options> = { readonly [Name in keyof Options]-?: NonNullable<Options[Name]> };
export type ResolvedTextBlockOptions = Resolved<TextBlockOptions>;
export type ResolvedBlockLabelOptions = Resolved<BlockLabelOptions>;

/** Tags "that typically affect visual block layout" (section 4.1). */
export const blockTags: readonly string[] =
  "blockquote,dd,div,dl,dt,h1,h2,h3,h4,h5,h6,li,ol,pre,small,table,td,th,tr,ul".split(",");

const textDefaults: ResolvedTextBlockOptions = { tags: blockTags, minimumCharacters: 40, minimumWords: 3 };

const labelDefaults: ResolvedBlockLabelOptions = {
  ...textDefaults,
  templateShare: 0.1,
  minimumPages: 2,
  nonTemplatePages: 1,
  maxFingerprints: 1 << 19,
};

/**
 * Fills in the defaults.
 *
 * @throws DehuskError `bad-option` if one is unknown or invalid.
 */
export function resolveTextBlockOptions(given: TextBlockOptions): ResolvedTextBlockOptions {
  const resolved = withDefaults(textDefaults, given);
  checkTextBlocks(resolved);
  return resolved;
}

/**
 * Fills in the defaults.
 *
 * @throws DehuskError `bad-option` if one is unknown or invalid.
 */
export function resolveBlockLabelOptions(given: BlockLabelOptions): ResolvedBlockLabelOptions {
  const resolved = withDefaults(labelDefaults, given);
  checkTextBlocks(resolved);
  checkNumber("templateShare", resolved.templateShare, 0, 1);
  checkNumber("minimumPages", resolved.minimumPages, 1, 2 ** 31);
  checkNumber("nonTemplatePages", resolved.nonTemplatePages, 1, 2 ** 31);
  checkNumber("maxFingerprints", resolved.maxFingerprints, 1, 2 ** 26);
  if (resolved.nonTemplatePages >= resolved.minimumPages) {
    const { nonTemplatePages, minimumPages } = resolved;
    throw new DehuskError(
      "bad-option",
      `Option "nonTemplatePages" must be less than "minimumPages" (${minimumPages}), not ${nonTemplatePages}.`,
    );
  }
  return resolved;
}

function checkTextBlocks({ tags, minimumCharacters, minimumWords }: ResolvedTextBlockOptions): void {
  checkNumber("minimumCharacters", minimumCharacters, 1, 2 ** 31);
  checkWhole("minimumWords", minimumWords, 0, 64);
  checkTexts("tags", tags);
}
