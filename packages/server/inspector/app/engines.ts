import { EngineClient } from "../engine/engine-client.ts";

const start = (): Worker => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" });

/** Parses and judges the page. */
export const engine = new EngineClient(start);

/** Segments it, which may take long: a worker of its own, started when it is first asked. */
export const segmentEngine = new EngineClient(start);

/** The same for the second of two settings that are compared. */
export const otherSegmentEngine = new EngineClient(start);
