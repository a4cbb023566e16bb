import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres, type TestPostgres } from "../../../../cluster/src/testing/postgres-server.ts";

export const storeKinds = ["memory", "disk", "PostgreSQL"] as const;
export type StoreKind = (typeof storeKinds)[number];

/** Places for stores, all removed at the end. */
export class TestPlaces {
  readonly #folder = mkdtempSync(join(tmpdir(), "dehusk-store-"));
  readonly #postgres: TestPostgres;
  #count = 0;

  private constructor(postgres: TestPostgres) {
    this.#postgres = postgres;
  }

  static async start(): Promise<TestPlaces> {
    return new TestPlaces(await startPostgres());
  }

  /** An unused place for `openStore`. */
  async newPlace(kind: StoreKind): Promise<string> {
    if (kind === "memory") return "memory";
    return kind === "disk" ? this.newFolder() : this.#postgres.newPlace();
  }

  /** The path of a folder that does not exist yet. */
  newFolder(): string {
    return join(this.#folder, String(++this.#count));
  }

  async stop(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    await this.#postgres.stop();
  }
}
