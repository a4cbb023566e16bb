import { DehuskError } from "dehusk/internal/basics";
import {
  isPostgresAddress,
  openStore,
  resolveSegmentOptions,
  type SegmentStore,
  type Step,
} from "dehusk/internal/incremental";
import { givenUp } from "./admission.ts";
import { ServiceError } from "./service-error.ts";
import type { StoreCall, StoreResult } from "./task.ts";

/** Maximum sites in memory, where nothing else bounds them. */
const mostInMemory = 1000;
/** Bytes of their tables together. */
const mostBytesInMemory = 512 * 1024 * 1024;

/** The store of the tables of sites. It lives with the service; threads call it through messages. */
export class SiteTables {
  readonly kind: "memory" | "disk" | "postgres";
  readonly #store: SegmentStore;
  /** The work in progress for each site, and what waits for it. */
  readonly #turns = new Map<string, Promise<void>>();

  /** Bytes that each site takes, where they are in memory. */
  readonly #sizes = new Map<string, number>();
  readonly #mostBytes: number;

  private constructor(store: SegmentStore, place: string, mostBytes: number) {
    this.#store = store;
    this.#mostBytes = mostBytes;
    this.kind = place === "memory" ? "memory" : isPostgresAddress(place) ? "postgres" : "disk";
  }

  /**
   * Opens a store like `dehusk stream --store`. A new one keeps the texts of segments, for inspection.
   *
   * @param mostBytes Of tables in memory; no page is added when they have as many.
   * @throws DehuskError `bad-model` if it cannot be used.
   */
  static async open(place: string, mostBytes = mostBytesInMemory): Promise<SiteTables> {
    const store = await openStore(place);
    await store.settings(JSON.stringify({ version: 1, ...resolveSegmentOptions({ keepTexts: true }) }));
    return new SiteTables(store, place, mostBytes);
  }

  /** The names of all sites, in order. */
  sites(): Promise<string[]> {
    return this.#store.sites();
  }

  /**
   * Runs work on a site after all earlier work on it.
   *
   * @param over Cancels a pending turn, and releases the work's resources.
   * @throws ServiceError 499 then.
   */
  async inTurn<Result>(site: string, over: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(site) ?? Promise.resolve();
    let pass = (): void => {};
    const own = new Promise<void>((resolve) => {
      pass = resolve;
    });
    const turn = before.then(() => own);
    this.#turns.set(site, turn);
    void turn.then(() => {
      if (this.#turns.get(site) === turn) this.#turns.delete(site);
    });
    try {
      await beforeAbort(before, over);
      return await work();
    } finally {
      pass();
    }
  }

  /**
   * Refuses a site beyond the maximum, and pages when memory is full.
   *
   * @throws ServiceError 507.
   */
  async checkRoom(site: string): Promise<void> {
    if (this.kind !== "memory") return;
    const way = "start the service with a --store, a folder or a database";
    const bytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    if (bytes >= this.#mostBytes) {
      throw new ServiceError(
        507,
        "limit-sites",
        `The tables of sites are too large for memory (limit ${this.#mostBytes} bytes): ${way}.`,
      );
    }
    const sites = await this.#store.sites();
    if (sites.length < mostInMemory || sites.includes(site)) return;
    throw new ServiceError(507, "limit-sites", `There are too many sites for memory (limit ${mostInMemory}): ${way}.`);
  }

  /** Calls a method for a thread. */
  async call({ call, method, parameters }: StoreCall): Promise<StoreResult> {
    try {
      const run = this.#store[method] as (...given: readonly unknown[]) => Promise<unknown>;
      const value = await run.apply(this.#store, [...parameters]);
      if (method === "append") await this.#measure((parameters[0] as Step).site);
      if (method === "compact") await this.#measure(parameters[0] as string);
      return { call, value };
    } catch (error) {
      const code = error instanceof DehuskError ? error.code : "bad-model";
      const message = error instanceof Error ? error.message : String(error);
      return { call, error: { code, message } };
    }
  }

  /** Updates the bytes of a site. */
  async #measure(site: string): Promise<void> {
    if (this.kind !== "memory") return;
    const { table, pages } = await this.#store.read(site, 0);
    this.#sizes.set(
      site,
      pages.reduce((sum, { length }) => sum + length, table?.length ?? 0),
    );
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

/** Waits for a promise, but not past an abort, and then keeps nothing alive. */
async function beforeAbort(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => reject(givenUp());
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    void promise.then(resolve);
  });
}
