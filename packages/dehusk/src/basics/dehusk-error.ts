/**
 * Every way a call can fail. The command line maps each to an exit code.
 *
 * - `bad-option`: an option is unknown or has a value that makes no sense.
 * - `bad-input`: the input is not something a page can be made of.
 * - `unreadable`, `unwritable`: a file or stream cannot be read, or not be written.
 * - `bad-model`: a file of templates, a model or a store is not one, or not one of this version.
 * - `no-browser`: there is no Chromium to render with, or it does not start.
 * - `render-failed`: Chromium gave up a page.
 * - `refused`: the network policy does not let an address be reached.
 * - `limit-bytes`, `limit-nodes`, `limit-depth`, `limit-time`: the page is over a limit.
 */
export type ErrorCode =
  | "bad-option"
  | "bad-input"
  | "unreadable"
  | "unwritable"
  | "bad-model"
  | "no-browser"
  | "render-failed"
  | "refused"
  | "limit-bytes"
  | "limit-nodes"
  | "limit-depth"
  | "limit-time";

/**
 * The only error that Dehusk throws on purpose: a code for programs, a sentence for people.
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
}

/** Something about a page that a user should know and that did not stop the work. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** XPath of the node it is about. */
  readonly path?: string;
}
