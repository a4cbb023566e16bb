import { loadPackage } from "../basics/index.ts";
import { MemoryStore } from "./memory-store.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { SharedStore } from "./staged-store.ts";

/** Whether a place is the address of a PostgreSQL database. */
export function isPostgresAddress(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/**
 * Opens a store: "memory", the address of a PostgreSQL database ("postgres://…"), else a folder on disk, which is made if
 * it is not there.
 *
 * @throws DehuskError `bad-model` when it cannot be used.
 */
export async function openStore(place: string): Promise<SegmentStore> {
  if (place === "memory") return new MemoryStore();
  // Each is loaded on first use.
  if (isPostgresAddress(place)) return openSharedStore(place);
  return (await import("./disk-store.ts")).DiskStore.open(place);
}

/**
 * Opens a store that many workers add whole batches to.
 *
 * @param address Of a PostgreSQL database.
 * @throws DehuskError `bad-model` when it cannot be used.
 */
export async function openSharedStore(address: string): Promise<SharedStore> {
  type Postgres = { readonly PostgresStore: { open(address: string): Promise<SharedStore> } };
  const { PostgresStore } = await loadPackage<Postgres>("@dehusk/cluster/postgres", "A store in PostgreSQL");
  return PostgresStore.open(address);
}
