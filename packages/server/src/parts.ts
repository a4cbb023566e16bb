import type { Admission } from "./admission.ts";
import type { FetchThread } from "./fetch-thread.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestPool } from "./request-pool.ts";
import type { ServiceOptions } from "./service-options.ts";
import type { SiteTables } from "./site-tables.ts";

/** The parts of a service, for its routes. */
export interface Parts {
  readonly options: ServiceOptions;
  /** The version of dehusk. */
  readonly version: string;
  readonly pool: RequestPool;
  readonly tables: SiteTables;
  readonly admission: Admission;
  readonly metrics: Metrics;
  /** Undefined if fetching is off. */
  readonly fetcher: FetchThread | undefined;
  /** Whether the service has stopped accepting requests. */
  readonly isStopping: () => boolean;
}
