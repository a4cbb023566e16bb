import { EngineClient } from "../engine/engine-client.ts";

const start = (): Worker => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });

/** Parses and judges the page. */
export const engine = new EngineClient(start);

/** Segments it, which may take long: a separate worker, started on first use. */
export const segmentEngine = new EngineClient(start);

/** The same for the second of two compared settings. */
export const otherSegmentEngine = new EngineClient(start);
