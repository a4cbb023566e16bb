import { DehuskError } from "../../basics/index.ts";

/** The fields of a page besides `version` and `id`, in output order, with their types. */
export const corpusFieldKinds = {
  url: "string",
  title: "string",
  author: "string",
  authors: "json",
  date: "string",
  modified: "string",
  language: "string",
  declaredLanguage: "string",
  siteName: "string",
  description: "string",
  image: "string",
  canonical: "string",
  breadcrumbs: "json",
  isAccessibleForFree: "json",
  text: "long",
  markdown: "long",
  html: "long",
  confidence: "double",
  comments: "long",
  words: "integer",
  warnings: "json",
  links: "json",
  images: "json",
  tei: "long",
  sections: "json",
  chunks: "json",
  pageType: "json",
  posts: "json",
  readerComments: "json",
  product: "json",
  recipe: "json",
  event: "json",
  questions: "json",
  thingsMarkdown: "long",
  fieldSources: "json",
} as const;

export type CorpusField = keyof typeof corpusFieldKinds;

/** A line of `batch`: `extract`'s JSON with an id, or the error of the page with that id. */
export interface CorpusLine {
  readonly version: 1;
  readonly id: string;
  readonly url?: string | null;
  readonly title?: string | null;
  readonly author?: string | null;
  readonly authors?: readonly string[];
  readonly date?: string | null;
  readonly modified?: string | null;
  readonly language?: string | null;
  readonly declaredLanguage?: string | null;
  readonly siteName?: string | null;
  readonly description?: string | null;
  readonly image?: string | null;
  readonly canonical?: string | null;
  readonly breadcrumbs?: readonly string[];
  readonly isAccessibleForFree?: boolean | null;
  readonly text?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly confidence?: number | null;
  readonly comments?: string | undefined;
  readonly words?: number;
  readonly warnings?: readonly unknown[];
  readonly links?: readonly unknown[];
  readonly images?: readonly unknown[];
  readonly tei?: string;
  readonly sections?: readonly unknown[];
  readonly chunks?: readonly unknown[];
  readonly pageType?: unknown;
  readonly posts?: readonly unknown[];
  readonly readerComments?: readonly unknown[];
  readonly product?: unknown;
  readonly recipe?: unknown;
  readonly event?: unknown;
  readonly questions?: readonly unknown[];
  readonly thingsMarkdown?: string;
  readonly fieldSources?: readonly unknown[];
  /** WARC-Record-ID of the page's record, for `WARC-Refers-To`. */
  readonly recordId?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Writes a corpus. Await each call before the next. */
export interface CorpusWriter {
  /** @throws DehuskError `unwritable`; then everything written is removed. */
  write(line: CorpusLine): Promise<void> | void;
  /**
   * Moves the corpus to its name, replacing an existing one.
   *
   * @throws DehuskError `unwritable`; then the previous one is still there.
   */
  close(): Promise<void>;
  /** Discards the output; a previous one stays unchanged. Does nothing after `close`. */
  abort(): Promise<void>;
}

/** Always in a line; asking for them changes nothing. */
const always: ReadonlySet<string> = new Set(["version", "id", "error"]);
/** Only present on request. */
const onDemand: ReadonlySet<string> = new Set([
  ...["links", "images", "tei", "sections", "chunks"],
  ...["pageType", "posts", "readerComments", "product", "recipe", "event", "questions", "thingsMarkdown"],
  "fieldSources",
]);

/**
 * The fields to write, in the order of `corpusFieldKinds`.
 *
 * @throws DehuskError `bad-option` if a field is unknown.
 */
export function chooseFields(names: readonly string[] | undefined): CorpusField[] {
  const known = Object.keys(corpusFieldKinds) as CorpusField[];
  const unknown = names?.find((name) => !always.has(name) && !known.includes(name as CorpusField));
  if (unknown !== undefined) {
    throw new DehuskError("bad-option", `Unknown field "${unknown}"; expected one of ${known.join(", ")}.`);
  }
  return known.filter((name) => (names === undefined ? !onDemand.has(name) : names.includes(name)));
}
