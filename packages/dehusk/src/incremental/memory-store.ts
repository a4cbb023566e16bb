import type { Progress, SegmentStore, Step, StoredSite } from "./segment-store.ts";
import { checkSiteName } from "./store-failure.ts";
import { StoreIndex } from "./store-index.ts";

const noBytes = new Uint8Array();

/** Keeps tables for the lifetime of the process. */
export class MemoryStore implements SegmentStore {
  readonly #index = new StoreIndex<Uint8Array>();

  async settings(given: string): Promise<string> {
    this.#index.settings ??= given;
    return this.#index.settings;
  }

  async read(site: string, after: number): Promise<StoredSite> {
    checkSiteName(site);
    return this.#index.read(site, after);
  }

  async append({ site, page, bytes, run }: Step): Promise<boolean> {
    checkSiteName(site);
    return this.#index.apply({ kind: "page", site, page, run }, bytes);
  }

  async compact(site: string, page: number, table: Uint8Array): Promise<void> {
    if (this.#index.acceptsTable(site, page)) this.#index.apply({ kind: "table", site, page }, table);
  }

  async sites(): Promise<string[]> {
    return [...this.#index.sites.keys()].sort();
  }

  async progress(run: string): Promise<Progress | undefined> {
    return this.#index.runs.get(run);
  }

  async setProgress(run: string, progress: Progress | undefined): Promise<void> {
    this.#index.apply({ kind: "run", name: run, progress }, noBytes);
  }

  async close(): Promise<void> {}
}
