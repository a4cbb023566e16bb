import { DehuskError } from "../../basics/index.ts";

/** What a corpus keeps of a page besides `version` and `id`, in the order in which it is written, and of what kind it is. */
export const corpusFieldKinds = {
  url: "string",
  title: "string",
  author: "string",
  date: "string",
  modified: "string",
  language: "string",
  siteName: "string",
  description: "string",
  image: "string",
  canonical: "string",
  text: "long",
  markdown: "long",
  html: "long",
  confidence: "double",
  comments: "long",
  words: "integer",
  warnings: "json",
} as const;

export type CorpusField = keyof typeof corpusFieldKinds;

/** A line as `batch` makes it: `extract`'s JSON with an id, or what went wrong with the page of that id. */
export interface CorpusLine {
  readonly version: 1;
  readonly id: string;
  readonly url?: string | null;
  readonly title?: string | null;
  readonly author?: string | null;
  readonly date?: string | null;
  readonly modified?: string | null;
  readonly language?: string | null;
  readonly siteName?: string | null;
  readonly description?: string | null;
  readonly image?: string | null;
  readonly canonical?: string | null;
  readonly text?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly confidence?: number | null;
  readonly comments?: string | undefined;
  readonly words?: number;
  readonly warnings?: readonly unknown[];
  /** WARC-Record-ID of the record that the page is from, for `WARC-Refers-To`. */
  readonly recordId?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** What writes a corpus. Wait for each call before the next. */
export interface CorpusWriter {
  /** @throws DehuskError `unwritable`; then nothing is left of what was written. */
  write(line: CorpusLine): Promise<void> | void;
  /**
   * Makes the corpus appear under its name, in the place of one that was there.
   *
   * @throws DehuskError `unwritable`; then what was there before is there still.
   */
  close(): Promise<void>;
  /** Forgets what was written; what was there before stays as it is. Does nothing after `close`. */
  abort(): Promise<void>;
}

/** Which lines always have, so that asking for them changes nothing. */
const always: ReadonlySet<string> = new Set(["version", "id", "error"]);

/**
 * The fields to write, in the order of `corpusFieldKinds`.
 *
 * @throws DehuskError `bad-option` when a field is not known.
 */
export function chooseFields(names: readonly string[] | undefined): CorpusField[] {
  const known = Object.keys(corpusFieldKinds) as CorpusField[];
  const unknown = names?.find((name) => !always.has(name) && !known.includes(name as CorpusField));
  if (unknown !== undefined) {
    throw new DehuskError("bad-option", `Unknown field "${unknown}"; known are ${known.join(", ")}.`);
  }
  return known.filter((name) => names === undefined || names.includes(name));
}
