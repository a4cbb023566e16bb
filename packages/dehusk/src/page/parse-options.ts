import type { OptionTable } from "../basics/index.ts";
import { type Limits, limitTable } from "./limits.ts";

/** The part of a `URL` that is read. A structural type, since programs compiled without the DOM types have none. */
export interface UrlObject {
  readonly href: string;
}

export interface ParseOptions {
  /** The page's address: links are resolved against it. Default: what the page names as its own. */
  readonly url?: string | UrlObject | null | undefined;
  /** Encoding label from outside, such as the charset of a Content-Type header. Only for bytes; unknown ones are ignored, with a warning. */
  readonly encoding?: string | undefined;
  /**
   * Whether scripts would run, so that `<noscript>` is not shown. Default: true, as in browsers, unless nearly all text of
   * the page is in `<noscript>`.
   */
  readonly scripting?: boolean | undefined;
  /** Whether to keep where each node lies in the HTML; about doubles the time. Default false. */
  readonly sourceRanges?: boolean | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** The options of `parse`, which all verbs share. */
export const parseTable = {
  url: { type: "string", nullable: true, orUrl: true },
  encoding: { type: "string" },
  scripting: { type: "boolean" },
  sourceRanges: { type: "boolean", default: false },
  limits: { type: "group", of: limitTable },
} as const satisfies OptionTable<ParseOptions>;
