/**
 * What the entries of a store add up to: for each site the table and the pages after it, for each run how far it has come.
 * A piece stands for the bytes of a table or a page: the bytes themselves, or the place where they are.
 */

import type { Progress } from "./segment-store.ts";

/** One step of a store. */
export type Entry =
  | { readonly kind: "settings"; readonly text: string }
  | {
      readonly kind: "page";
      readonly site: string;
      readonly page: number;
      readonly run?: { readonly name: string; readonly progress: Progress } | undefined;
    }
  | { readonly kind: "table"; readonly site: string; readonly page: number }
  | { readonly kind: "run"; readonly name: string; readonly progress?: Progress | undefined }
  /** Nothing follows in this file. */
  | { readonly kind: "end" };

export interface IndexedSite<Piece> {
  table: Piece | undefined;
  /** The page after which the table is. */
  tablePage: number;
  readonly pages: Piece[];
}

export class StoreIndex<Piece> {
  settings: string | undefined;
  readonly runs = new Map<string, Progress>();
  readonly sites = new Map<string, IndexedSite<Piece>>();

  /** The same, and what is taken in later changes only one of the two. */
  copy(): StoreIndex<Piece> {
    const copy = new StoreIndex<Piece>();
    copy.settings = this.settings;
    for (const [name, progress] of this.runs) copy.runs.set(name, progress);
    for (const [name, site] of this.sites) copy.sites.set(name, { ...site, pages: site.pages.slice() });
    return copy;
  }

  /** Pages of a site. */
  pagesOf(site: string): number {
    const found = this.sites.get(site);
    return found === undefined ? 0 : found.tablePage + found.pages.length;
  }

  /** Whether a table as it is after a page could replace pages. */
  takesTable(site: string, page: number): boolean {
    return page > (this.sites.get(site)?.tablePage ?? 0) && page <= this.pagesOf(site);
  }

  /** What happened to a site after a page. */
  read(site: string, after: number): { table: Piece | undefined; pages: Piece[] } {
    const { table, tablePage, pages } = this.sites.get(site) ?? { table: undefined, tablePage: 0, pages: [] };
    return after >= tablePage
      ? { table: undefined, pages: pages.slice(after - tablePage) }
      : { table, pages: pages.slice() };
  }

  /** Takes an entry in. False, with nothing changed, when another came first. */
  take(entry: Entry, piece: Piece): boolean {
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
        return this.#takeTable(this.#site(entry.site), entry.page, piece);
      case "run":
        if (entry.progress === undefined) this.runs.delete(entry.name);
        else this.runs.set(entry.name, entry.progress);
        return true;
      case "end":
        return true;
    }
  }

  #takeTable(site: IndexedSite<Piece>, page: number, piece: Piece): boolean {
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
