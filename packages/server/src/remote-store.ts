import type { MessagePort } from "node:worker_threads";
import { DehuskError, type ErrorCode } from "dehusk/internal/basics";
import type { Progress, SegmentStore, Step, StoredSite } from "dehusk/internal/incremental";
import type { FromThread, StoreCall, StoreResult } from "./task.ts";

/**
 * The store for threads: each call goes to the main thread, which has the real one. So tables survive a terminated thread,
 * and any number of threads share what only one process may open.
 */
export class RemoteStore implements SegmentStore {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (result: StoreResult) => void>();
  #calls = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** Call it with each result. */
  take(result: StoreResult): void {
    this.#waiting.get(result.call)?.(result);
    this.#waiting.delete(result.call);
  }

  settings(given: string): Promise<string> {
    return this.#ask("settings", given);
  }

  read(site: string, after: number): Promise<StoredSite> {
    return this.#ask("read", site, after);
  }

  append({ site, page, bytes }: Step): Promise<boolean> {
    return this.#ask("append", { site, page, bytes });
  }

  compact(site: string, page: number, table: Uint8Array): Promise<void> {
    return this.#ask("compact", site, page, table);
  }

  sites(): Promise<string[]> {
    return this.#ask("sites");
  }

  /** Requests are not a run that could be resumed. */
  async progress(): Promise<Progress | undefined> {
    return undefined;
  }

  async setProgress(): Promise<void> {}

  async close(): Promise<void> {}

  #ask<Value>(method: StoreCall["method"], ...parameters: readonly unknown[]): Promise<Value> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, (result) => {
        if (result.error === undefined) resolve(result.value as Value);
        else reject(new DehuskError(result.error.code as ErrorCode, result.error.message));
      });
      this.#port.postMessage({ store: { call, method, parameters } } satisfies FromThread);
    });
  }
}
