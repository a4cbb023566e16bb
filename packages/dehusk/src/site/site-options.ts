import { checkNumber, checkSwitch, checkTexts, withDefaults } from "../basics/index.ts";
import type { Resolved } from "./block-options.ts";
import { type Canonical, canonicalRules } from "./canonical.ts";

export interface SiteOptions {
  /** A node on more than this share of the pages is a template. Default 0.1 (section 5.1 of the paper). */
  readonly theta?: number | undefined;
  /** A node with more than this share of its HTML in templates is a template too. Default 0.85 (section 5.1). */
  readonly coverage?: number | undefined;
  /**
   * Minimum pages with a template, however small the site. Default 3: with five pages of a site, 2 lost 11.3 % of the
   * known content values to templates, 3 lost 4.0 %, while the text found fell from 45.0 % to 42.7 %.
   */
  readonly minimumPages?: number | undefined;
  /**
   * Whether words within a paragraph stay content, though many pages have them, unless the paragraph is repeated too.
   * Default true; the paper does not say.
   */
  readonly spareMixed?: boolean | undefined;
  /** What is compared. Default "standard". */
  readonly canonical?: Canonical | undefined;
  /** Attributes to ignore, besides those that `canonical` ignores. */
  readonly dropAttributes?: readonly string[] | undefined;
  /** Maximum fingerprints held at a time, at about 50 bytes each. Default 524,288. */
  readonly maxFingerprints?: number | undefined;
}

export type ResolvedSiteOptions = Resolved<SiteOptions>;

const defaults: ResolvedSiteOptions = {
  theta: 0.1,
  coverage: 0.85,
  minimumPages: 3,
  spareMixed: true,
  canonical: "standard",
  dropAttributes: [],
  maxFingerprints: 1 << 19,
};

/**
 * Fills in the defaults.
 *
 * @throws DehuskError `bad-option` if one is unknown or invalid.
 */
export function resolveSiteOptions(given: SiteOptions): ResolvedSiteOptions {
  const resolved = withDefaults(defaults, given);
  checkNumber("theta", resolved.theta, 0, 1);
  checkNumber("coverage", resolved.coverage, 0, 1);
  checkNumber("minimumPages", resolved.minimumPages, 1, 2 ** 31);
  checkNumber("maxFingerprints", resolved.maxFingerprints, 1, 2 ** 26);
  checkSwitch("spareMixed", resolved.spareMixed);
  const { dropAttributes } = resolved;
  checkTexts("dropAttributes", dropAttributes);
  canonicalRules(resolved.canonical);
  return resolved;
}
