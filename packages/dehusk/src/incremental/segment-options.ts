import { checkNumber, checkSwitch, checkTexts, DehuskError, withDefaults } from "../basics/index.ts";

/** What identifies a text segment besides its text: see {@link SegmentOptions.path}. */
export const segmentPaths = ["tags", "positions", "none"] as const;
export type SegmentPath = (typeof segmentPaths)[number];

/** How a page is split, and how long a segment is remembered. All tables of a store use the same options. */
export interface SegmentOptions {
  /** Tags that split a page into blocks. Default: {@link layoutTags}. */
  readonly layoutTags?: readonly string[] | undefined;
  /**
   * The DOM path that is part of a segment's identity: names of the tags above it ("tags", the default), the same with
   * positions among siblings ("positions"), or nothing ("none").
   */
  readonly path?: SegmentPath | undefined;
  /**
   * Whether numbers in texts with words are masked, so that "3 users online" and "12 users online" are one segment.
   * Default false, as in the paper.
   */
  readonly maskNumbers?: boolean | undefined;
  /** T_b: how many pages a segment seen once is remembered for. Default 5. */
  readonly baseLifetime?: number | undefined;
  /** N: the longest lifetime as a multiple of T_b. Default 5. */
  readonly lifetimeGrowth?: number | undefined;
  /** Whether texts are stored beside their hashes, for inspection. Default false. */
  readonly keepTexts?: boolean | undefined;
}

/** When a segment and a block are template (section 2.3). */
export interface BlockRule {
  /** A segment on a fifth of the site's pages so far is a template segment, if it is on at least this many. Default 3; 5 in the paper. */
  readonly templatePages?: number | undefined;
  /**
   * A segment on this many pages is a template segment however many pages the site has; not less than `templatePages`.
   * Default 16, or `templatePages` if that is given: neighbours in a crawl are often of one kind, and what five of them
   * share need not be the site's. 5 in the paper.
   */
  readonly settledPages?: number | undefined;
  /** A block with more than this share of its text in template segments is a template block. Default 0.7. */
  readonly templateRatio?: number | undefined;
}

type Resolved<Options> = { readonly [Name in keyof Options]-?: NonNullable<Options[Name]> };
export type ResolvedSegmentOptions = Resolved<SegmentOptions>;
export type ResolvedBlockRule = Resolved<BlockRule>;

/** "Html tags that usually determine the page layout" (section 2.1): the paper names `table` and `div`, "etc.". */
export const layoutTags: readonly string[] = (
  "address,article,aside,blockquote,body,center,dd,details,dialog,div,dl,dt,fieldset,figure,footer,form,h1,h2,h3,h4,h5," +
  "h6,header,hr,iframe,li,main,nav,ol,p,pre,section,table,tbody,td,tfoot,th,thead,tr,ul"
).split(",");

const segmentDefaults: ResolvedSegmentOptions = {
  layoutTags,
  path: "tags",
  maskNumbers: false,
  baseLifetime: 5,
  lifetimeGrowth: 5,
  keepTexts: false,
};

const ruleDefaults: ResolvedBlockRule = { templatePages: 3, settledPages: 16, templateRatio: 0.7 };

/**
 * Fills in the defaults.
 *
 * @throws DehuskError `bad-option` if an option is unknown or invalid.
 */
export function resolveSegmentOptions(given: SegmentOptions): ResolvedSegmentOptions {
  const resolved = withDefaults(segmentDefaults, given);
  checkNumber("baseLifetime", resolved.baseLifetime, 1, 1e6);
  checkNumber("lifetimeGrowth", resolved.lifetimeGrowth, 1, 1e6);
  if (!segmentPaths.includes(resolved.path)) {
    throw new DehuskError(
      "bad-option",
      `Option "path" must be one of ${segmentPaths.join(", ")}, not ${resolved.path}.`,
    );
  }
  const { layoutTags: tags } = resolved;
  checkTexts("layoutTags", tags);
  checkSwitch("maskNumbers", resolved.maskNumbers);
  checkSwitch("keepTexts", resolved.keepTexts);
  return resolved;
}

/**
 * Fills in the defaults.
 *
 * @throws DehuskError `bad-option` if an option is unknown or invalid.
 */
export function resolveBlockRule(given: BlockRule): ResolvedBlockRule {
  const { templatePages, settledPages = templatePages } = given;
  const resolved = withDefaults(ruleDefaults, { ...given, settledPages });
  checkNumber("templatePages", resolved.templatePages, 1, 2 ** 31);
  checkNumber("settledPages", resolved.settledPages, 1, 2 ** 31);
  checkNumber("templateRatio", resolved.templateRatio, 0, 1);
  return resolved;
}
