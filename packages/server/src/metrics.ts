import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The service's metrics for Prometheus. */
export interface Gauged {
  /** Requests waiting for a thread. */
  readonly waiting: number;
  /** Busy threads. */
  readonly busy: number;
}

/** Totals of requests in progress. */
interface Held {
  readonly bytes: number;
}

export interface RequestMeasures {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<"method" | "route" | "status">;
  readonly #durations: Histogram<"route">;
  readonly #replaced: Counter<"reason">;
  readonly #bytesIn: Counter;
  readonly #bytesOut: Counter;

  constructor(workers: number, gauged: Gauged, held: Held) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: "dehusk_requests_total",
      help: "Requests answered.",
      labelNames: ["method", "route", "status"],
      registers,
    });
    this.#durations = new Histogram({
      name: "dehusk_request_seconds",
      help: "Time from the request's headers to the end of the response.",
      labelNames: ["route"],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
      registers,
    });
    this.#replaced = new Counter({
      name: "dehusk_workers_replaced_total",
      help: "Threads that ended because of a page, by error code.",
      labelNames: ["reason"],
      registers,
    });
    this.#bytesIn = new Counter({ name: "dehusk_bytes_in_total", help: "Bytes of request bodies.", registers });
    this.#bytesOut = new Counter({ name: "dehusk_bytes_out_total", help: "Bytes of response bodies.", registers });
    gauge("dehusk_queue_length", "Requests waiting for a thread.", registers, () => gauged.waiting);
    gauge("dehusk_held_bytes", "Bytes held by requests in progress.", registers, () => held.bytes);
    gauge("dehusk_workers_busy", "Busy threads.", registers, () => gauged.busy);
    gauge("dehusk_workers", "Threads that read pages.", registers, () => workers);
  }

  count({ method, route, status, seconds, bytesIn, bytesOut }: RequestMeasures): void {
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ route }, seconds);
    this.#bytesIn.inc(bytesIn);
    this.#bytesOut.inc(bytesOut);
  }

  countReplaced(reason: string): void {
    this.#replaced.inc({ reason });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

function gauge(name: string, help: string, registers: Registry[], value: () => number): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(value());
    },
  });
}
