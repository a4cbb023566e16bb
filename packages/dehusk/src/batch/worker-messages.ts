import type { SiteTemplates } from "../site/index.ts";
import type { PageLineOptions } from "./page-line-options.ts";
import type { Outcome } from "./work-item.ts";

/** What a thread is started with. */
export interface WorkerStart {
  readonly options: Omit<PageLineOptions, "templatesOf">;
  /** Templates by site. */
  readonly templates?: ReadonlyMap<string, SiteTemplates> | undefined;
  /** How many records the thread has begun with, on shared memory. */
  readonly begun: Int32Array;
}

/** What a thread sends for a batch: its lines one after the other, and where each ends. */
export interface BatchAnswer {
  readonly lines: Uint8Array;
  readonly ends: Uint32Array;
  readonly outcomes: readonly Outcome[];
  readonly keys: readonly (Float64Array | undefined)[] | undefined;
}
