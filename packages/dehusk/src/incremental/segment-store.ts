/**
 * Where the tables of sites are kept. For each site a store holds a table as of some page, and the pages added since;
 * the current table follows from these. So adding a page is one small record, whatever it does to the table, and that
 * is the atomic step: a page counts if and only if its record is there.
 */

/** Progress of a run over some inputs. */
export interface Progress {
  /** Finished input records, failed ones included. */
  readonly records: number;
  /** Id of the last of them. */
  readonly lastId: string;
  /** The output file, "" for none, and its bytes that belong to them. */
  readonly output: string;
  readonly outputBytes: number;
  /** Records among them that failed. */
  readonly failed: number;
}

/** The stored state of a site. */
export interface StoredSite {
  /** The table as of some page; undefined if the pages are all there is, or all that was asked for. */
  readonly table: Uint8Array | undefined;
  /** The pages after it, in order. */
  readonly pages: readonly Uint8Array[];
}

/** A page to be counted. */
export interface Step {
  readonly site: string;
  /** Its number in its site, from 1. */
  readonly page: number;
  /** From `writePage`. */
  readonly bytes: Uint8Array;
  /** The page's run, and its progress including this page. */
  readonly run?: { readonly name: string; readonly progress: Progress } | undefined;
}

/** All methods may be called by many workers concurrently. */
export interface SegmentStore {
  /**
   * The options that all tables of the store use, as text: the given ones if the store is new, else those it was
   * created with.
   */
  settings(given: string): Promise<string>;
  /** Everything that happened to a site after a page; 0 for all. */
  read(site: string, after: number): Promise<StoredSite>;
  /** Adds a page and records the progress atomically. False if the site already has a page with that number. */
  append(step: Step): Promise<boolean>;
  /** Replaces all pages up to `page` by the table as of that page. */
  compact(site: string, page: number, table: Uint8Array): Promise<void>;
  /** The names of all sites, in order. */
  sites(): Promise<string[]>;
  progress(run: string): Promise<Progress | undefined>;
  /** Records progress without a page; undefined to start over. */
  setProgress(run: string, progress: Progress | undefined): Promise<void>;
  close(): Promise<void>;
}
