import type { Progress, SegmentStore, Step, StoredSite } from "./segment-store.ts";
import { checkSiteName } from "./store-failure.ts";

interface Site {
  table: Uint8Array | undefined;
  /** The last page the table includes. */
  tablePage: number;
  pages: Uint8Array[];
}

/** Keeps tables for the lifetime of the process. */
export class MemoryStore implements SegmentStore {
  #settings: string | undefined;
  readonly #sites = new Map<string, Site>();
  readonly #runs = new Map<string, Progress>();

  async settings(given: string): Promise<string> {
    this.#settings ??= given;
    return this.#settings;
  }

  async read(site: string, after: number): Promise<StoredSite> {
    checkSiteName(site);
    const found = this.#sites.get(site);
    if (found === undefined) return { table: undefined, pages: [] };
    const { table, tablePage, pages } = found;
    // Copies, so that results do not change later.
    return after >= tablePage
      ? { table: undefined, pages: pages.slice(after - tablePage) }
      : { table, pages: pages.slice() };
  }

  async append({ site, page, bytes, run }: Step): Promise<boolean> {
    checkSiteName(site);
    const found = this.#sites.get(site) ?? { table: undefined, tablePage: 0, pages: [] };
    if (page !== found.tablePage + found.pages.length + 1) return false;
    found.pages.push(bytes);
    this.#sites.set(site, found);
    if (run !== undefined) this.#runs.set(run.name, run.progress);
    return true;
  }

  async compact(site: string, page: number, table: Uint8Array): Promise<void> {
    const found = this.#sites.get(site);
    if (found === undefined || page <= found.tablePage || page > found.tablePage + found.pages.length) return;
    found.pages.splice(0, page - found.tablePage);
    found.table = table;
    found.tablePage = page;
  }

  async sites(): Promise<string[]> {
    return [...this.#sites.keys()].sort();
  }

  async progress(run: string): Promise<Progress | undefined> {
    return this.#runs.get(run);
  }

  async setProgress(run: string, progress: Progress | undefined): Promise<void> {
    if (progress === undefined) this.#runs.delete(run);
    else this.#runs.set(run, progress);
  }

  async close(): Promise<void> {}
}
