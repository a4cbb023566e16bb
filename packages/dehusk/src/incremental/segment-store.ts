/**
 * Where the tables of sites are kept. A store holds, for each site, a table as it was after some page and the pages that
 * came after it; what the table is now follows from that. So one page is one small record that is added, whatever it does
 * to the table, and that is the atomic step: a page whose record is there is counted, any other is not.
 */

/** How far a run over some inputs has come. */
export interface Progress {
  /** Records of the inputs that are done, failed ones included. */
  readonly records: number;
  /** What the last of them is called. */
  readonly lastId: string;
  /** The file that the output goes to, "" for none, and the bytes of it that belong to them. */
  readonly output: string;
  readonly outputBytes: number;
  /** Records among them that failed. */
  readonly failed: number;
}

/** What a store has of a site. */
export interface StoredSite {
  /** The table after some page; undefined when the pages are all there is, or all that was asked for. */
  readonly table: Uint8Array | undefined;
  /** The pages after it, in order. */
  readonly pages: readonly Uint8Array[];
}

/** A page to be counted. */
export interface Step {
  readonly site: string;
  /** Its number in its site, from 1. */
  readonly page: number;
  /** What `writePage` made of it. */
  readonly bytes: Uint8Array;
  /** What run it belongs to, and how far that has come with it. */
  readonly run?: { readonly name: string; readonly progress: Progress } | undefined;
}

/** All methods may be called by many workers at the same time. */
export interface SegmentStore {
  /**
   * The options that all tables of the store are made with, as text: those given when the store is new, else those that
   * were given then.
   */
  settings(given: string): Promise<string>;
  /** What happened to a site after a page; 0 for all. */
  read(site: string, after: number): Promise<StoredSite>;
  /** Adds a page, and notes the progress in the same step. False when the site has a page of that number already. */
  append(step: Step): Promise<boolean>;
  /** Puts a table as it is after a page in the place of all pages up to it. */
  compact(site: string, page: number, table: Uint8Array): Promise<void>;
  /** The names of all sites, in order. */
  sites(): Promise<string[]>;
  progress(run: string): Promise<Progress | undefined>;
  /** Notes progress that no page goes with; undefined to begin anew. */
  setProgress(run: string, progress: Progress | undefined): Promise<void>;
  close(): Promise<void>;
}
