/**
 * Every way a call can fail. The command line maps each to an exit code.
 *
 * - `bad-option`: an option is unknown or has an invalid value.
 * - `bad-input`: the input cannot be turned into a page.
 * - `not-html`: the input is a picture, an archive, JSON or the like, not a page.
 * - `unreadable`, `unwritable`: a file or stream cannot be read or written.
 * - `bad-model`: a templates file, model or store is corrupt, or of another version.
 * - `no-browser`: Chromium is missing or does not start.
 * - `render-failed`: Chromium failed to render a page.
 * - `refused`: the network policy forbids the address.
 * - `limit-bytes`, `limit-nodes`, `limit-depth`, `limit-time`, `limit-memory`: the page is over a limit.
 */
export type ErrorCode =
  | "bad-option"
  | "bad-input"
  | "not-html"
  | "unreadable"
  | "unwritable"
  | "bad-model"
  | "no-browser"
  | "render-failed"
  | "refused"
  | "limit-bytes"
  | "limit-nodes"
  | "limit-depth"
  | "limit-time"
  | "limit-memory";

/**
 * The only error Dehusk throws on purpose: a code for programs, a sentence for people.
 *
 * @example
 * try {
 *   parse(html, { limits: { nodes: 1000 } });
 * } catch (error) {
 *   if (error instanceof DehuskError && error.code === "limit-nodes") skip(html);
 * }
 */
export class DehuskError extends Error {
  override readonly name = "DehuskError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Also true for errors of another copy of this class: ESM and CommonJS each have one, and so has each bundle. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "DehuskError";
  }
}

/**
 * What can be odd about a page without stopping the work.
 *
 * - `empty-input`: there is nothing to read.
 * - `url-as-html`: the input is a URL, not a page.
 * - `url-ignored`: the given address is not an http, https or file URL.
 * - `encoding-unknown`: nobody knows the given encoding.
 * - `encoding-guessed`: the page declares no usable encoding, and is not UTF-8.
 * - `encoding-errors`: some bytes are not valid in the page's encoding.
 * - `hidden-ignored`, `aria-hidden-ignored`: nearly everything is hidden, and was read as if shown.
 * - `noscript-shown`: the page shows its text only without scripts.
 * - `unclosed`: an unclosed element swallowed the page, and was read as closed.
 * - `frames`: the page consists of frames, listed as links.
 * - `text-from-data`: the text was found in data for scripts.
 * - `empty-content`: nothing was extracted; the message says why.
 */
export type WarningCode =
  | "empty-input"
  | "url-as-html"
  | "url-ignored"
  | "encoding-unknown"
  | "encoding-guessed"
  | "encoding-errors"
  | "hidden-ignored"
  | "aria-hidden-ignored"
  | "noscript-shown"
  | "unclosed"
  | "frames"
  | "text-from-data"
  | "empty-content";

/** Something the user should know about a page, but that did not stop the work. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  /** XPath of the node concerned. */
  readonly path?: string;
}
