import type { Page } from "../../page/index.ts";
import { readCanonical, readImage } from "./addresses.ts";
import { readAuthor } from "./author.ts";
import { readDate, readModified } from "./date.ts";
import { readDescription } from "./description.ts";
import { readLanguage } from "./language.ts";
import { readSite } from "./site-name.ts";
import { readSources } from "./sources.ts";
import { readTitle } from "./title.ts";

/** What a page says about itself; null where it says nothing. */
export interface Metadata {
  /** Without the site's name. */
  readonly title: string | null;
  /** Several are joined by ", ". */
  readonly author: string | null;
  /** When it was published, ISO 8601: `YYYY-MM-DD`, with time and offset where the page gives them. */
  readonly date: string | null;
  /** When it was last changed, where the page declares it. */
  readonly modified: string | null;
  /** A BCP 47 tag. */
  readonly language: string | null;
  readonly siteName: string | null;
  readonly description: string | null;
  /** An absolute address. */
  readonly image: string | null;
  /** An absolute address. */
  readonly canonical: string | null;
}

/**
 * Reads a page's metadata: JSON-LD, OpenGraph, Dublin Core, microdata, other meta elements, `<time>`, and at last what
 * the page shows. The head and the body check each other. Never throws.
 */
export function readMetadata(page: Page): Metadata {
  const sources = readSources(page);
  const site = readSite(sources);
  const title = readTitle(sources, site);
  const headline = title?.node ?? -1;
  const language = readLanguage(sources);
  return {
    title: title?.text ?? null,
    author: readAuthor(sources, site, headline),
    date: readDate(sources, language, headline),
    modified: readModified(sources, language),
    language,
    siteName: site.names[0] ?? null,
    description: readDescription(sources),
    image: readImage(sources),
    canonical: readCanonical(sources),
  };
}
