import type { AddressInfo } from "node:net";
import { DehuskError } from "dehusk/internal/basics";
import { Admission } from "./admission.ts";
import { Connections } from "./connections.ts";
import { createApp, requestTime } from "./create-app.ts";
import { FetchThread } from "./fetch-thread.ts";
import { Metrics } from "./metrics.ts";
import { RequestPool } from "./request-pool.ts";
import { checkServiceOptions, type ServiceOptions } from "./service-options.ts";
import { SiteTables } from "./site-tables.ts";

/** A running service. */
interface Service {
  /** Where it listens, as http://127.0.0.1:8380. */
  readonly address: string;
  /** Finishes requests in progress, refuses new ones, and ends. */
  stop(): Promise<void>;
}

/**
 * Starts the HTTP service; resolves when it listens.
 *
 * @param version The version of dehusk.
 * @throws DehuskError `bad-option`; `bad-model` if the store cannot be used; `unreadable` if it cannot listen.
 */
export async function startService(options: ServiceOptions, version: string): Promise<Service> {
  checkServiceOptions(options);
  const { workers, memoryMb, limits, queue, queueBytes } = options;
  const tables = await SiteTables.open(options.store);
  const pool = new RequestPool({
    workers,
    memoryMb,
    limits,
    callStore: (call) => tables.call(call),
    onReplaced: (code) => {
      metrics.countReplaced(code);
      app.log.warn({ code }, "a thread was replaced");
    },
  });
  const admission = new Admission({ requests: queue + workers, bytes: queueBytes, bodyBytes: limits.bytes });
  const metrics = new Metrics(workers, pool, admission);
  const { allowFetch, allowPrivate } = options;
  const { bytes, milliseconds } = limits;
  const userAgent = `dehusk/${version}`;
  const fetcher = allowFetch ? new FetchThread({ bytes, milliseconds, userAgent, allowPrivate }) : undefined;
  let stopping: Promise<void> | undefined;
  const isStopping = (): boolean => stopping !== undefined;
  const app = await createApp({ options, version, pool, tables, admission, metrics, fetcher, isStopping });
  const connections = new Connections(app.server);
  const close = async (): Promise<void> => {
    const closed = app.close();
    connections.end(requestTime);
    await closed;
    await pool.close();
    await fetcher?.close();
    await tables.close();
  };
  try {
    await pool.start();
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await close();
    throw error instanceof DehuskError ? error : cannotListen(error, options.host, options.port);
  }
  return {
    address: addressOf(app.server.address() as AddressInfo),
    stop() {
      stopping ??= close();
      return stopping;
    },
  };
}

function cannotListen(error: unknown, host: string, port: number): DehuskError {
  const why = error instanceof Error ? error.message : String(error);
  return new DehuskError("unreadable", `The service cannot start at ${host}, port ${port}: ${why}.`, { cause: error });
}

function addressOf({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
