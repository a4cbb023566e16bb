import type { Progress, SegmentStore, Step, StoredSite } from "../segment-store.ts";

/** A store that forwards everything, counts calls, and fails when told to. */
export class WatchedStore implements SegmentStore {
  readonly calls = { read: 0, append: 0, compact: 0 };
  /** Called before an append reaches the store. */
  beforeAppend: (step: Step) => void | Promise<void> = () => {};
  /** Called before a table reaches the store. */
  beforeCompact: () => void = () => {};
  readonly #store: SegmentStore;

  constructor(store: SegmentStore) {
    this.#store = store;
  }

  settings(given: string): Promise<string> {
    return this.#store.settings(given);
  }

  async read(site: string, after: number): Promise<StoredSite> {
    this.calls.read++;
    return this.#store.read(site, after);
  }

  async append(step: Step): Promise<boolean> {
    this.calls.append++;
    await this.beforeAppend(step);
    return this.#store.append(step);
  }

  async compact(site: string, page: number, table: Uint8Array): Promise<void> {
    this.calls.compact++;
    this.beforeCompact();
    await this.#store.compact(site, page, table);
  }

  sites(): Promise<string[]> {
    return this.#store.sites();
  }

  progress(run: string): Promise<Progress | undefined> {
    return this.#store.progress(run);
  }

  setProgress(run: string, progress: Progress | undefined): Promise<void> {
    return this.#store.setProgress(run, progress);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}
