import type { SiteTemplates } from "../site/index.ts";
import type { LineVerb } from "./line-makers.ts";
import type { PageLineOptions } from "./page-line-options.ts";
import type { Outcome } from "./work-item.ts";

/** Data passed to a thread. */
export interface WorkerStart {
  readonly options: Omit<PageLineOptions, "templatesOf">;
  /** What is made of pages. Default: "extract". */
  readonly verb?: LineVerb | undefined;
  /** Templates by site. */
  readonly templates?: ReadonlyMap<string, SiteTemplates> | undefined;
  /** Number of records the thread has started, in shared memory. */
  readonly begun: Int32Array;
}

/** A thread's answer to a batch: its concatenated lines, and where each ends. */
export interface BatchAnswer {
  readonly lines: Uint8Array;
  readonly ends: Uint32Array;
  readonly outcomes: readonly Outcome[];
  readonly keys: readonly (Float64Array | undefined)[] | undefined;
}
