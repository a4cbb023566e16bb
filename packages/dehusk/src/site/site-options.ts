import { checkNumber, checkTexts, withDefaults } from "../basics/index.ts";
import { type Canonical, canonicalRules } from "./canonical.ts";

export interface SiteOptions {
  /** A node on more than this share of the pages is a template. Default 0.1 (section 5.1 of the paper). */
  readonly theta?: number | undefined;
  /** A node with more than this share of its HTML in templates is one as well. Default 0.85 (section 5.1). */
  readonly coverage?: number | undefined;
  /**
   * Fewest pages that a template is on, however few pages there are. Default 3: with five pages of a site, 2 took
   * 11.3 % of the known content values for templates, 3 took 4.0 %, while the text found fell from 45.0 % to 42.7 %.
   */
  readonly minimumPages?: number | undefined;
  /** What is compared. Default "standard". */
  readonly canonical?: Canonical | undefined;
  /** Attributes that do not count, besides those that `canonical` leaves out. */
  readonly dropAttributes?: readonly string[] | undefined;
  /** Most fingerprints that are held at a time, at about 50 bytes each. Default 524,288. */
  readonly maxFingerprints?: number | undefined;
}

export type ResolvedSiteOptions = { readonly [Name in keyof SiteOptions]-?: NonNullable<SiteOptions[Name]> };

const defaults: ResolvedSiteOptions = {
  theta: 0.1,
  coverage: 0.85,
  minimumPages: 3,
  canonical: "standard",
  dropAttributes: [],
  maxFingerprints: 1 << 19,
};

/**
 * The defaults with the given options in their place.
 *
 * @throws DehuskError `bad-option` when one is unknown or has a value that makes no sense.
 */
export function resolveSiteOptions(given: SiteOptions): ResolvedSiteOptions {
  const resolved = withDefaults(defaults, given);
  checkNumber("theta", resolved.theta, 0, 1);
  checkNumber("coverage", resolved.coverage, 0, 1);
  checkNumber("minimumPages", resolved.minimumPages, 1, 2 ** 31);
  checkNumber("maxFingerprints", resolved.maxFingerprints, 1, 2 ** 26);
  const { dropAttributes } = resolved;
  checkTexts("dropAttributes", dropAttributes);
  canonicalRules(resolved.canonical);
  return resolved;
}
