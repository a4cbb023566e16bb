import { ownText, wellFormed, withGetters } from "../../basics/index.ts";
import type { Page } from "../../page/index.ts";
import { languageOf } from "../language/detect-language.ts";
import { readAccess } from "./access.ts";
import { readCanonical, readImage } from "./addresses.ts";
import { readAuthors } from "./author.ts";
import { readBreadcrumbs } from "./breadcrumbs.ts";
import { readDate, readModified } from "./date.ts";
import { readDescription } from "./description.ts";
import { readLanguage } from "./language.ts";
import { readSite } from "./site-name.ts";
import { readSources } from "./sources.ts";
import { readTitle } from "./title.ts";
import type { Title } from "./title-in-text.ts";

/** A page's metadata; null if unknown. */
export interface Metadata {
  /** Without the site's name. */
  readonly title: string | null;
  /** Several are joined by ", ". */
  readonly author: string | null;
  /** One by one. */
  readonly authors: readonly string[];
  /** When it was published, in ISO 8601: `YYYY-MM-DD`, with time and offset if the page gives them. */
  readonly date: string | null;
  /** When it was last changed, if declared. */
  readonly modified: string | null;
  /** The language of the text, as a BCP 47 tag; the declared one if the text is too short. */
  readonly language: string | null;
  /** The declared language, as a BCP 47 tag. */
  readonly declaredLanguage: string | null;
  readonly siteName: string | null;
  readonly description: string | null;
  /** An absolute address. */
  readonly image: string | null;
  /** An absolute address. */
  readonly canonical: string | null;
  /** The path from the site's top to the page, as declared or shown. */
  readonly breadcrumbs: readonly string[];
  /** Whether the page is free to read, if declared. */
  readonly isAccessibleForFree: boolean | null;
}

/**
 * Reads a page's metadata: JSON-LD, OpenGraph, Dublin Core, microdata, other meta elements, `<time>`, and finally what
 * the page shows. The head and the body check each other. Never throws.
 */
export function readMetadata(page: Page): Metadata {
  return readDescribed(page).metadata;
}

/** The title with its position on the page, the site's name, and the page's metadata, which is read on first use. */
export interface Described {
  readonly title: Title | null;
  readonly siteName: string | undefined;
  readonly metadata: Metadata;
}

export function readDescribed(page: Page): Described {
  const sources = readSources(page);
  const site = readSite(sources);
  const title = readTitle(sources, site);
  let metadata: Metadata | undefined;
  return withGetters(
    { title: title === null ? null : { ...title, text: wellFormed(title.text) }, siteName: site.names[0] },
    {
      metadata: () => {
        metadata ??= readAll();
        return metadata;
      },
    },
  );

  function readAll(): Metadata {
    const declaredLanguage = readLanguage(sources);
    const language = languageOf(sources.page.text, declaredLanguage);
    const authors = readAuthors(sources, site, title);
    return {
      title: copyOf(title?.text),
      author: copyOf(authors.join(", ") || null),
      authors: authors.map(own),
      date: copyOf(readDate(sources, language, title)),
      modified: copyOf(readModified(sources, language)),
      language: copyOf(language),
      declaredLanguage: copyOf(declaredLanguage),
      siteName: copyOf(site.names[0]),
      description: copyOf(readDescription(sources)),
      image: copyOf(readImage(sources)),
      canonical: copyOf(readCanonical(sources)),
      breadcrumbs: readBreadcrumbs(sources).map(own),
      isAccessibleForFree: readAccess(sources),
    };
  }
}

function own(text: string): string {
  return wellFormed(ownText(text));
}

/** Strings that outlive the page must not keep its source in memory. */
function copyOf(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : own(text);
}
