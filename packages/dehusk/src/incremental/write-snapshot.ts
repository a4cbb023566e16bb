import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DiskLog, Snapshot } from "./disk-log.ts";
import { encodeRecord } from "./log-record.ts";
import type { Entry, StoreIndex } from "./store-index.ts";

const writeChunk = 1 << 20;
const noBytes = new Uint8Array();

/**
 * Writes the snapshot that replaces a sealed log and everything before it.
 *
 * @param index The log's index when it was sealed; becomes the index of the snapshot.
 * @param generation That of the snapshot.
 */
export async function writeSnapshot(
  log: DiskLog,
  index: StoreIndex<number>,
  generation: number,
  writer: string,
): Promise<Snapshot> {
  const path = join(log.folder, `${generation}.snapshot`);
  const temporary = `${path}.${writer}.tmp`;
  try {
    const bytes = await writeRecords(temporary, recordsOf(log, index));
    await rename(temporary, path);
    syncFolder(log.folder);
    return { generation, bytes, index };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function* recordsOf(log: DiskLog, index: StoreIndex<number>): Generator<Buffer> {
  let at = 0;
  const encode = (entry: Entry, place?: number): Buffer => {
    const bytes = place === undefined ? noBytes : log.read(place);
    const record = encodeRecord({ ...entry, writer: "", readTo: at }, bytes);
    at += record.length;
    return record;
  };
  if (index.settings !== undefined) yield encode({ kind: "settings", text: index.settings });
  for (const [name, progress] of index.runs) yield encode({ kind: "run", name, progress });
  for (const [name, site] of index.sites) {
    const { table, tablePage, pages } = site;
    if (table !== undefined) {
      site.table = at;
      yield encode({ kind: "table", site: name, page: tablePage }, table);
    }
    for (const [i, page] of pages.entries()) {
      pages[i] = at;
      yield encode({ kind: "page", site: name, page: tablePage + i + 1 }, page);
    }
  }
  yield encode({ kind: "seal" });
}

/** Writes and syncs a file. Returns its size. */
async function writeRecords(path: string, records: Iterable<Buffer>): Promise<number> {
  const file = await open(path, "wx");
  try {
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    for (const record of records) {
      pending.push(record);
      pendingBytes += record.length;
      if (pendingBytes < writeChunk) continue;
      await file.appendFile(Buffer.concat(pending));
      pending = [];
      pendingBytes = 0;
    }
    await file.appendFile(Buffer.concat(pending));
    // The files it replaces are about to be deleted.
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

function syncFolder(path: string): void {
  // Windows cannot open a folder.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
