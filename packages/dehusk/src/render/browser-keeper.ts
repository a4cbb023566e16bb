import type { Browser } from "playwright-core";
import { launchBrowser, removeFolder, type StartedBrowser } from "./launch-browser.ts";
import { treeMemory } from "./process-memory.ts";

/** A browser lent for one page. */
export interface LentBrowser {
  readonly browser: Browser;
  isAlive(): boolean;
  /** Gives it no more pages; the next page gets a new browser. */
  retire(): void;
  /** Kills it with all its pages. */
  kill(): void;
  /** How many pages were in it when it was killed for the memory that it held; undefined if it was not. */
  readonly pagesOverMemory: number | undefined;
}

/** Shares one browser among pages, and replaces it when it is used up, dead or hung. */
export class BrowserKeeper {
  readonly #path: string;
  readonly #pagesPerBrowser: number;
  readonly #memoryMb: number;
  #current: Promise<KeptBrowser> | undefined;
  readonly #all = new Set<KeptBrowser>();
  #isClosed = false;

  constructor(path: string, { pagesPerBrowser, memoryMb }: { pagesPerBrowser: number; memoryMb: number }) {
    this.#path = path;
    this.#pagesPerBrowser = pagesPerBrowser;
    this.#memoryMb = memoryMb;
  }

  /** @throws DehuskError `no-browser` */
  async borrow(): Promise<LentBrowser> {
    for (;;) {
      this.#current ??= this.#start();
      const current = this.#current;
      const kept = await current.catch((error: unknown) => {
        if (this.#current === current) this.#current = undefined;
        throw error;
      });
      if (kept.lend()) return kept;
      if (this.#current === current) this.#current = undefined;
    }
  }

  /**
   * A browser that no other page shares.
   *
   * @throws DehuskError `no-browser`
   */
  async borrowAlone(): Promise<LentBrowser> {
    const kept = await this.#start(1);
    kept.lend();
    return kept;
  }

  giveBack(lent: LentBrowser): void {
    const kept = lent as KeptBrowser;
    kept.users--;
    if (kept.users === 0 && !kept.isUsable()) void this.#end(kept);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#current?.catch(() => {});
    await Promise.all([...this.#all].map((kept) => this.#end(kept)));
  }

  async #start(pages = this.#pagesPerBrowser): Promise<KeptBrowser> {
    const kept = new KeptBrowser(await launchBrowser(this.#path), pages, this.#memoryMb);
    this.#all.add(kept);
    if (this.#isClosed) kept.retire();
    return kept;
  }

  async #end(kept: KeptBrowser): Promise<void> {
    await kept.end();
    this.#all.delete(kept);
  }
}

/** Milliseconds between two looks at the memory of a browser. */
const watchInterval = 250;

/** Milliseconds a browser gets to exit by itself. */
const exitTimeout = 5_000;

class KeptBrowser implements LentBrowser {
  readonly browser: Browser;
  users = 0;
  pagesOverMemory: number | undefined;
  readonly #pid: number;
  readonly #mostBytes: number;
  readonly #folder: string;
  readonly #watch: NodeJS.Timeout;
  #isLooking = false;
  #left: number;

  constructor({ browser, pid, folder }: StartedBrowser, pages: number, memoryMb: number) {
    this.browser = browser;
    this.#pid = pid;
    this.#folder = folder;
    this.#left = pages;
    this.#mostBytes = memoryMb * 2 ** 20;
    this.#watch = setInterval(() => void this.#look(), watchInterval).unref();
    browser.once("disconnected", () => {
      clearInterval(this.#watch);
      void removeFolder(folder);
    });
  }

  /** V8's limit is on objects only: buffers, pictures and the page's own tree are beside it. */
  async #look(): Promise<void> {
    if (this.users === 0 || this.#isLooking) return;
    this.#isLooking = true;
    const bytes = (await treeMemory(this.#pid)) ?? 0;
    this.#isLooking = false;
    if (bytes <= this.#mostBytes || !this.isAlive()) return;
    this.pagesOverMemory ??= this.users;
    this.kill();
  }

  isAlive(): boolean {
    return this.browser.isConnected();
  }

  isUsable(): boolean {
    return this.#left > 0 && this.isAlive();
  }

  lend(): boolean {
    if (!this.isUsable()) return false;
    this.#left--;
    this.users++;
    return true;
  }

  retire(): void {
    this.#left = 0;
  }

  kill(): void {
    this.retire();
    // Once it has exited, its pid may belong to another process.
    if (!this.isAlive()) return;
    try {
      process.kill(this.#pid, "SIGKILL");
    } catch {
      // It has exited already.
    }
  }

  async end(): Promise<void> {
    this.retire();
    clearInterval(this.#watch);
    const timer = setTimeout(() => this.kill(), exitTimeout);
    await this.browser.close().catch(() => {});
    clearTimeout(timer);
    await removeFolder(this.#folder);
  }
}
