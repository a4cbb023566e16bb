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

/** Something the user should know about a page, but that did not stop the work. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** XPath of the node concerned. */
  readonly path?: string;
}
