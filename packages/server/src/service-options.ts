import { isIP } from "node:net";
import { checkNumber, checkWhole, DehuskError } from "dehusk/internal/basics";
import type { Limits } from "dehusk/internal/page";

export const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** The settings of a service. */
export interface ServiceOptions {
  /** The address to listen at; 127.0.0.1 is for this machine only. */
  readonly host: string;
  /** The port to listen at; 0 for any that is free. */
  readonly port: number;
  /** Threads that read pages. */
  readonly workers: number;
  /** Heap limit of a thread, in megabytes. */
  readonly memoryMb: number;
  /** Maximum number of waiting requests; the next one gets 429. */
  readonly queue: number;
  /** Maximum bytes of bodies, fetched pages and answers of all requests in progress; the next one gets 429. */
  readonly queueBytes: number;
  /** Limits of each page. */
  readonly limits: Limits;
  /** Where the tables of sites are kept: "memory", a folder, or postgres://…. */
  readonly store: string;
  /** Whether pages may be fetched from addresses in requests. */
  readonly allowFetch: boolean;
  /** Whether these may be private addresses: of this machine or the local network. */
  readonly allowPrivate: boolean;
  /** Keys, one of which requests must have; empty if none is needed. */
  readonly keys: readonly string[];
  /** Whether to listen to other machines without keys. */
  readonly insecure: boolean;
  /** Names by which the service may be called, besides those of this machine. */
  readonly allowHosts: readonly string[];
  readonly logLevel: LogLevel;
}

/** With less a thread does not even start, and newer versions of Node then end the whole process. */
const leastMemoryMb = 32;

/** @throws DehuskError `bad-option` for invalid values, and for access from other machines without keys. */
export function checkServiceOptions(options: ServiceOptions): void {
  checkWhole("port", options.port, 0, 65_535);
  checkWhole("workers", options.workers, 1, 1024);
  checkWhole("queue", options.queue, 0, 1_000_000);
  checkNumber("memoryMb", options.memoryMb, leastMemoryMb, 2 ** 20);
  checkNumber("queueBytes", options.queueBytes, 1, Number.MAX_SAFE_INTEGER);
  if (isLoopback(options.host) || options.keys.length > 0 || options.insecure) return;
  const ways = "give API keys with --api-key-file, or --insecure if everyone who can reach it may use it";
  throw new DehuskError("bad-option", `"${options.host}" can be reached from other machines: ${ways}.`);
}

/** Whether a host name or an IP address, with or without brackets, is always this machine. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, "");
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost");
}
