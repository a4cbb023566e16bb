import { isPostgresAddress, openStore, resolveSegmentOptions, type SegmentStore } from "../incremental/index.ts";
import { DehuskError } from "../page/index.ts";
import { ServiceError } from "./service-error.ts";
import type { StoreCall, StoreResult } from "./task.ts";

/** Sites that are kept in memory at most, where nothing else bounds them. */
const mostInMemory = 1000;

/** The store of the tables of sites. It lives with the service; threads call it through messages. */
export class SiteTables {
  readonly kind: "memory" | "disk" | "postgres";
  readonly #store: SegmentStore;
  /** What is done with each site, and all that waits for it. */
  readonly #turns = new Map<string, Promise<unknown>>();

  private constructor(store: SegmentStore, place: string) {
    this.#store = store;
    this.kind = place === "memory" ? "memory" : isPostgresAddress(place) ? "postgres" : "disk";
  }

  /**
   * Opens a store as `dehusk stream --store` takes it. A new one keeps the texts of segments, for those who look at them.
   *
   * @throws DehuskError `bad-model` when it cannot be used.
   */
  static async open(place: string): Promise<SiteTables> {
    const store = await openStore(place);
    await store.settings(JSON.stringify({ version: 1, ...resolveSegmentOptions({ keepTexts: true }) }));
    return new SiteTables(store, place);
  }

  /** The names of all sites, in order. */
  sites(): Promise<string[]> {
    return this.#store.sites();
  }

  /** Does something with a site once all that was asked for it before is done. */
  async inTurn<Result>(site: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(site) ?? Promise.resolve();
    const turn = before.then(work);
    const settled = turn.catch(() => {});
    this.#turns.set(site, settled);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(site) === settled) this.#turns.delete(site);
    }
  }

  /**
   * Refuses one site more than memory is for.
   *
   * @throws ServiceError 507.
   */
  async checkRoom(site: string): Promise<void> {
    if (this.kind !== "memory") return;
    const sites = await this.#store.sites();
    if (sites.length < mostInMemory || sites.includes(site)) return;
    const message = `Memory is for ${mostInMemory} sites: start the service with a --store, a folder or a database.`;
    throw new ServiceError(507, "limit-sites", message);
  }

  /** Calls a method for a thread. */
  async call({ call, method, parameters }: StoreCall): Promise<StoreResult> {
    try {
      const run = this.#store[method] as (...given: readonly unknown[]) => Promise<unknown>;
      return { call, value: await run.apply(this.#store, [...parameters]) };
    } catch (error) {
      const code = error instanceof DehuskError ? error.code : "bad-model";
      const message = error instanceof Error ? error.message : String(error);
      return { call, error: { code, message } };
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}
