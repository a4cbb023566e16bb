import { checkNumber, checkSwitch, checkTexts, DehuskError, withDefaults } from "../basics/index.ts";

/** What makes two text segments the same, besides their text: see {@link SegmentOptions.path}. */
export const segmentPaths = ["tags", "positions", "none"] as const;
export type SegmentPath = (typeof segmentPaths)[number];

/** How a page is cut, and how long a segment is remembered. All tables of a store are made with the same. */
export interface SegmentOptions {
  /** Tags that cut a page into blocks. Default: {@link layoutTags}. */
  readonly layoutTags?: readonly string[] | undefined;
  /**
   * The DOM path that is part of a segment: names of the tags above it ("tags", the default), the same with positions
   * among siblings ("positions"), or nothing ("none").
   */
  readonly path?: SegmentPath | undefined;
  /** T_b: for how many pages a segment that was met once is remembered. Default 5. */
  readonly baseLifetime?: number | undefined;
  /** N: how many times as long a segment is remembered at most. Default 5. */
  readonly lifetimeGrowth?: number | undefined;
  /** Whether texts are kept beside their hashes, for inspection. Default false. */
  readonly keepTexts?: boolean | undefined;
}

/** When a segment and a block are template (section 2.3). */
export interface BlockRule {
  /** A segment on at least this many pages is a template segment. Default 5. */
  readonly templatePages?: number | undefined;
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
  baseLifetime: 5,
  lifetimeGrowth: 5,
  keepTexts: false,
};

const ruleDefaults: ResolvedBlockRule = { templatePages: 5, templateRatio: 0.7 };

/**
 * The defaults with the given options in their place.
 *
 * @throws DehuskError `bad-option` when one is unknown or has a value that makes no sense.
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
  checkSwitch("keepTexts", resolved.keepTexts);
  return resolved;
}

/**
 * The defaults with the given options in their place.
 *
 * @throws DehuskError `bad-option` when one is unknown or has a value that makes no sense.
 */
export function resolveBlockRule(given: BlockRule): ResolvedBlockRule {
  const resolved = withDefaults(ruleDefaults, given);
  checkNumber("templatePages", resolved.templatePages, 1, 2 ** 31);
  checkNumber("templateRatio", resolved.templateRatio, 0, 1);
  return resolved;
}
