import type { PageSource } from "../engine/messages.ts";

/** Pages to keep: enough to go back a few times. */
const maxPages = 12;

interface Shelved {
  readonly id: string;
  readonly at: number;
  readonly source: PageSource;
}

/**
 * Keeps the last opened pages in this browser, so that they survive a reload. Where storage is blocked or full, they last
 * as long as the window.
 */
export class PageShelf {
  readonly #here = new Map<string, PageSource>();
  #opened: Promise<IDBDatabase> | undefined;

  async put(id: string, source: PageSource): Promise<void> {
    this.#here.set(id, source);
    for (const old of [...this.#here.keys()].slice(0, -maxPages)) this.#here.delete(old);
    try {
      const pages = await this.#pages("readwrite");
      await answered(pages.put({ id, at: Date.now(), source } satisfies Shelved));
      const keys = await answered(pages.index("at").getAllKeys());
      for (const old of keys.slice(0, -maxPages)) pages.delete(old);
    } catch {
      // The page is still kept by this window.
    }
  }

  async get(id: string): Promise<PageSource | undefined> {
    const here = this.#here.get(id);
    if (here !== undefined) return here;
    try {
      const found = (await answered((await this.#pages("readonly")).get(id))) as Shelved | undefined;
      return found?.source;
    } catch {
      return undefined;
    }
  }

  async #pages(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.#opened ??= openShelf();
    return (await this.#opened).transaction("pages", mode).objectStore("pages");
  }
}

function openShelf(): Promise<IDBDatabase> {
  const request = indexedDB.open("dehusk-inspector", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("pages", { keyPath: "id" }).createIndex("at", "at");
  return answered(request);
}

function answered<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
