/**
 * Tables in a folder on disk, by LevelDB. Each step is one batch, which LevelDB writes as one record of its log. What was
 * written survives the end of the process, whatever that was; after a crash of the machine the last steps may be missing,
 * but no part of one. Processes may share a folder: they take turns.
 */

import { type Level, LevelTurns } from "./level-turns.ts";
import { readProgress, writeProgress } from "./progress-text.ts";
import type { Progress, SegmentStore, Step, StoredSite } from "./segment-store.ts";
import { checkSiteName, storeFailure } from "./store-failure.ts";

const settingsKey = "settings";
/** The page after which the site's table is stored, and its last page. */
const headKey = (site: string): string => `site\0${site}`;
const tableKey = (site: string): string => `table\0${site}`;
const pageKey = (site: string, page: number): string => `page\0${site}\0${String(page).padStart(10, "0")}`;
const runKey = (run: string): string => `run\0${run}`;

export class DiskStore implements SegmentStore {
  readonly #turns: LevelTurns;
  readonly #path: string;

  private constructor(path: string) {
    this.#path = path;
    this.#turns = new LevelTurns(path);
  }

  /** @throws DehuskError `bad-model` when the folder cannot be used. */
  static async open(path: string): Promise<DiskStore> {
    const store = new DiskStore(path);
    await store.#use(async () => {});
    return store;
  }

  settings(given: string): Promise<string> {
    return this.#use(async (level) => {
      const found = await level.get(settingsKey);
      if (found !== undefined) return textOf(found);
      await level.put(settingsKey, bytesOf(given));
      return given;
    });
  }

  async read(site: string, after: number): Promise<StoredSite> {
    checkSiteName(site);
    return this.#use(async (level) => {
      const { tablePage, pages } = await headOf(level, site);
      const from = Math.max(after, tablePage) + 1;
      const list =
        from > pages ? [] : await level.values({ gte: pageKey(site, from), lte: pageKey(site, pages) }).all();
      if (list.length !== Math.max(0, pages - from + 1)) throw new Error(`pages of the site "${site}" are missing`);
      return { table: after >= tablePage ? undefined : await level.get(tableKey(site)), pages: list };
    });
  }

  async append({ site, page, bytes, run }: Step): Promise<boolean> {
    checkSiteName(site);
    return this.#use(async (level) => {
      const { tablePage, pages } = await headOf(level, site);
      if (page !== pages + 1) return false;
      const batch = level.batch().put(pageKey(site, page), bytes).put(headKey(site), headBytes(tablePage, page));
      if (run !== undefined) batch.put(runKey(run.name), bytesOf(writeProgress(run.progress)));
      await batch.write();
      return true;
    });
  }

  compact(site: string, page: number, table: Uint8Array): Promise<void> {
    return this.#use(async (level) => {
      const { tablePage, pages } = await headOf(level, site);
      if (page <= tablePage || page > pages) return;
      const batch = level.batch().put(tableKey(site), table).put(headKey(site), headBytes(page, pages));
      for (let old = tablePage + 1; old <= page; old++) batch.del(pageKey(site, old));
      await batch.write();
    });
  }

  sites(): Promise<string[]> {
    return this.#use(async (level) => {
      const keys = await level.keys({ gte: headKey(""), lt: "site\x01" }).all();
      return keys.map((key) => key.slice(headKey("").length)).sort();
    });
  }

  progress(run: string): Promise<Progress | undefined> {
    return this.#use(async (level) => {
      const found = await level.get(runKey(run));
      return found === undefined ? undefined : readProgress(textOf(found));
    });
  }

  setProgress(run: string, progress: Progress | undefined): Promise<void> {
    return this.#use(async (level) => {
      if (progress === undefined) await level.del(runKey(run));
      else await level.put(runKey(run), bytesOf(writeProgress(progress)));
    });
  }

  async close(): Promise<void> {
    try {
      await this.#turns.close();
    } catch (error) {
      throw storeFailure(this.#path, error);
    }
  }

  async #use<Result>(work: (level: Level) => Promise<Result>): Promise<Result> {
    try {
      return await this.#turns.use(work);
    } catch (error) {
      throw storeFailure(this.#path, error);
    }
  }
}

async function headOf(level: Level, site: string): Promise<{ tablePage: number; pages: number }> {
  const head = await level.get(headKey(site));
  if (head === undefined) return { tablePage: 0, pages: 0 };
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return { tablePage: view.getUint32(0, true), pages: view.getUint32(4, true) };
}

function headBytes(tablePage: number, pages: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, tablePage, true);
  view.setUint32(4, pages, true);
  return new Uint8Array(view.buffer);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
