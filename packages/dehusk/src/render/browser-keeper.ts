import type { Browser } from "playwright-core";
import { launchBrowser, type StartedBrowser } from "./launch-browser.ts";

/** A browser lent for one page. */
export interface LentBrowser {
  readonly browser: Browser;
  isAlive(): boolean;
  /** Gives it no more pages; the next page gets a new browser. */
  retire(): void;
  /** Kills it with all its pages. */
  kill(): void;
}

/** Shares one browser among pages, and replaces it when it is used up, dead or hung. */
export class BrowserKeeper {
  readonly #path: string;
  readonly #pagesPerBrowser: number;
  #current: Promise<KeptBrowser> | undefined;
  readonly #all = new Set<KeptBrowser>();
  #isClosed = false;

  constructor(path: string, pagesPerBrowser: number) {
    this.#path = path;
    this.#pagesPerBrowser = pagesPerBrowser;
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

  async #start(): Promise<KeptBrowser> {
    const kept = new KeptBrowser(await launchBrowser(this.#path), this.#pagesPerBrowser);
    this.#all.add(kept);
    if (this.#isClosed) kept.retire();
    return kept;
  }

  async #end(kept: KeptBrowser): Promise<void> {
    await kept.end();
    this.#all.delete(kept);
  }
}

/** Milliseconds a browser gets to exit by itself. */
const exitTimeout = 5_000;

class KeptBrowser implements LentBrowser {
  readonly browser: Browser;
  users = 0;
  readonly #pid: number;
  #left: number;

  constructor({ browser, pid }: StartedBrowser, pages: number) {
    this.browser = browser;
    this.#pid = pid;
    this.#left = pages;
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
    const timer = setTimeout(() => this.kill(), exitTimeout);
    await this.browser.close().catch(() => {});
    clearTimeout(timer);
  }
}
