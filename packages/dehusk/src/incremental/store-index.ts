/**
 * The state that a store's log adds up to: the table of each site with the pages after it, and the progress of each run.
 * `Piece` stands for the bytes of a table or page: the bytes themselves, or where to find them.
 */

import type { Progress } from "./segment-store.ts";

/** One step of a log. */
export type Entry =
  | { readonly kind: "settings"; readonly text: string }
  | {
      readonly kind: "page";
      readonly site: string;
      readonly page: number;
      readonly run?: { readonly name: string; readonly progress: Progress } | undefined;
    }
  /** Replaces the pages up to `page`. */
  | { readonly kind: "table"; readonly site: string; readonly page: number }
  | { readonly kind: "run"; readonly name: string; readonly progress?: Progress | undefined }
  /** The last entry of a file. */
  | { readonly kind: "seal" };

export interface IndexedSite<Piece> {
  table: Piece | undefined;
  /** The last page that the table includes. */
  tablePage: number;
  /** The pages after it. */
  readonly pages: Piece[];
}

export class StoreIndex<Piece> {
  settings: string | undefined;
  readonly runs = new Map<string, Progress>();
  readonly sites = new Map<string, IndexedSite<Piece>>();

  copy(): StoreIndex<Piece> {
    const copy = new StoreIndex<Piece>();
    copy.settings = this.settings;
    for (const [name, progress] of this.runs) copy.runs.set(name, progress);
    for (const [name, site] of this.sites) copy.sites.set(name, { ...site, pages: site.pages.slice() });
    return copy;
  }

  /** Number of pages of a site. */
  pagesOf(site: string): number {
    const found = this.sites.get(site);
    return found === undefined ? 0 : found.tablePage + found.pages.length;
  }

  /** Whether a table that includes the pages up to `page` is newer than the one there is, and not ahead of the pages. */
  acceptsTable(site: string, page: number): boolean {
    return page > (this.sites.get(site)?.tablePage ?? 0) && page <= this.pagesOf(site);
  }

  /** What came after a page of a site. */
  read(site: string, after: number): { table: Piece | undefined; pages: Piece[] } {
    const { table, tablePage, pages } = this.sites.get(site) ?? { table: undefined, tablePage: 0, pages: [] };
    return after >= tablePage
      ? { table: undefined, pages: pages.slice(after - tablePage) }
      : { table, pages: pages.slice() };
  }

  /** Applies an entry. False, with nothing changed, if an earlier one got there first. */
  apply(entry: Entry, piece: Piece): boolean {
    switch (entry.kind) {
      case "settings":
        if (this.settings !== undefined) return false;
        this.settings = entry.text;
        return true;
      case "page":
        if (entry.page !== this.pagesOf(entry.site) + 1) return false;
        this.#site(entry.site).pages.push(piece);
        if (entry.run !== undefined) this.runs.set(entry.run.name, entry.run.progress);
        return true;
      case "table":
        return this.#applyTable(this.#site(entry.site), entry.page, piece);
      case "run":
        if (entry.progress === undefined) this.runs.delete(entry.name);
        else this.runs.set(entry.name, entry.progress);
        return true;
      case "seal":
        return true;
    }
  }

  #applyTable(site: IndexedSite<Piece>, page: number, piece: Piece): boolean {
    if (page <= site.tablePage) return false;
    site.pages.splice(0, page - site.tablePage);
    site.table = piece;
    site.tablePage = page;
    return true;
  }

  #site(name: string): IndexedSite<Piece> {
    const found = this.sites.get(name) ?? { table: undefined, tablePage: 0, pages: [] };
    this.sites.set(name, found);
    return found;
  }
}
