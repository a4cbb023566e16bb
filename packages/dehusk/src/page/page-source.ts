import type { Warning } from "../basics/index.ts";

/** A page's properties besides its tree. */
export interface PageSource {
  readonly url: string | undefined;
  readonly encoding: string | undefined;
  /** Whether scripts would run, which hides `<noscript>`. */
  readonly scripting: boolean;
  readonly sourceRanges: boolean;
  readonly warnings: readonly Warning[];
}
