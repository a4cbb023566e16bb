/**
 * A store that keeps counted pages to itself until they are committed to a shared store: atomically, all sites or none.
 * A worker that has to start over, perhaps on another machine, starts from the tables as they were, so work done twice
 * is counted once.
 */

import type { Progress, SegmentStore, Step, StoredSite } from "./segment-store.ts";

/** What a batch of pages changed in a site. */
export interface SiteChange {
  readonly site: string;
  /** The site's number of pages before and after. */
  readonly before: number;
  readonly after: number;
  /** The table as of one of these pages, and its number; undefined if the pages tell everything. */
  readonly table: { readonly page: number; readonly bytes: Uint8Array } | undefined;
  /** The pages after the table, else all of them, in order. */
  readonly pages: readonly Uint8Array[];
}

/** A store that takes the pages of many sites atomically. */
export interface SharedStore extends SegmentStore {
  /**
   * Adds pages of sites and records the progress of their run atomically. A run's progress is never overwritten.
   *
   * @returns False if the run already had progress: then nothing is changed.
   * @throws DehuskError `bad-model` if pages were added to one of the sites in the meantime; nothing is changed.
   */
  commit(changes: readonly SiteChange[], run: { readonly name: string; readonly progress: Progress }): Promise<boolean>;
}

interface StagedSite {
  readonly base: StoredSite;
  /** Undefined until a page is added. */
  before: number | undefined;
  table: { readonly page: number; readonly bytes: Uint8Array } | undefined;
  /** After the table, else after those of the base. */
  pages: Uint8Array[];
}

export class StagedStore implements SegmentStore {
  readonly #shared: SharedStore;
  readonly #sites = new Map<string, StagedSite>();

  constructor(shared: SharedStore) {
    this.#shared = shared;
  }

  settings(given: string): Promise<string> {
    return this.#shared.settings(given);
  }

  async read(site: string, after: number): Promise<StoredSite> {
    const staged = await this.#site(site);
    // Nobody else adds pages: a caller that knows one page of the site knows all.
    if (after > 0) return { table: undefined, pages: [] };
    if (staged.table !== undefined) return { table: staged.table.bytes, pages: staged.pages.slice() };
    return { table: staged.base.table, pages: [...staged.base.pages, ...staged.pages] };
  }

  async append({ site, page, bytes }: Step): Promise<boolean> {
    const staged = await this.#site(site);
    staged.before ??= page - 1;
    staged.pages.push(bytes);
    return true;
  }

  async compact(site: string, page: number, table: Uint8Array): Promise<void> {
    const staged = await this.#site(site);
    staged.table = { page, bytes: table };
    staged.pages = [];
  }

  async sites(): Promise<string[]> {
    return [...new Set([...(await this.#shared.sites()), ...this.#sites.keys()])].sort();
  }

  progress(run: string): Promise<Progress | undefined> {
    return this.#shared.progress(run);
  }

  setProgress(run: string, progress: Progress | undefined): Promise<void> {
    return this.#shared.setProgress(run, progress);
  }

  /** Commits everything to the shared store; see `SharedStore.commit`. False if it was committed before. */
  commit(run: { readonly name: string; readonly progress: Progress }): Promise<boolean> {
    const changes: SiteChange[] = [];
    for (const [site, { before, table, pages }] of this.#sites) {
      if (before === undefined) continue;
      changes.push({ site, before, after: (table?.page ?? before) + pages.length, table, pages });
    }
    // The same order everywhere, so that concurrent commits wait for each other instead of deadlocking.
    changes.sort((a, b) => (a.site < b.site ? -1 : 1));
    return this.#shared.commit(changes, run);
  }

  close(): Promise<void> {
    return this.#shared.close();
  }

  async #site(site: string): Promise<StagedSite> {
    const known = this.#sites.get(site);
    if (known !== undefined) return known;
    const base = await this.#shared.read(site, 0);
    const staged: StagedSite = { base, before: undefined, table: undefined, pages: [] };
    this.#sites.set(site, staged);
    return staged;
  }
}
