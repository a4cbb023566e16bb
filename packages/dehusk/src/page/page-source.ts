import type { Warning } from "../basics/index.ts";

/** What is known about a page beside its tree. */
export interface PageSource {
  readonly url: string | undefined;
  readonly encoding: string | undefined;
  /** Whether scripts would run, so that `<noscript>` is not shown. */
  readonly scripting: boolean;
  readonly sourceRanges: boolean;
  readonly warnings: readonly Warning[];
}
