import type { MessagePort } from "node:worker_threads";
import { DehuskError, type ErrorCode } from "dehusk/internal/basics";
import type { Progress, SegmentStore, Step, StoredSite } from "dehusk/internal/incremental";
import type { FromThread, StoreCall, StoreResult } from "./task.ts";

/**
 * The store as threads have it: each call goes to where the service lives, and the store with it. So tables outlive a
 * thread that is ended, and any number of threads share what only one process may open.
 */
export class RemoteStore implements SegmentStore {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (result: StoreResult) => void>();
  #calls = 0;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** To be called with each result that comes. */
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

  /** Requests are no run that could be gone on with. */
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
