import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DiskLog, KnownTables } from "./disk-log.ts";
import { encodeRecord } from "./log-record.ts";
import type { Entry, StoreIndex } from "./store-index.ts";

/** Bytes written at a time. */
const chunk = 1 << 20;

const noBytes = new Uint8Array();

/**
 * Writes what a log that has ended comes to, for the next generation: the whole file or none.
 *
 * @param index Of the log as it ended. It will be that of the file.
 * @param generation The next one.
 */
export async function writeTables(
  log: DiskLog,
  index: StoreIndex<number>,
  generation: number,
  writer: string,
): Promise<KnownTables> {
  const path = join(log.folder, `${generation}.tables`);
  const unfinished = `${path}.${writer}.tmp`;
  try {
    const bytes = await writeFile(unfinished, recordsOf(log, index));
    await rename(unfinished, path);
    syncFolder(log.folder);
    return { generation, bytes, index };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function* recordsOf(log: DiskLog, index: StoreIndex<number>): Generator<Buffer> {
  let at = 0;
  const record = (entry: Entry, place?: number): Buffer => {
    const bytes = place === undefined ? noBytes : log.read(place);
    const made = encodeRecord({ ...entry, by: "", after: at }, bytes);
    at += made.length;
    return made;
  };
  if (index.settings !== undefined) yield record({ kind: "settings", text: index.settings });
  for (const [name, progress] of index.runs) yield record({ kind: "run", name, progress });
  for (const [name, site] of index.sites) {
    const { table, tablePage, pages } = site;
    if (table !== undefined) {
      site.table = at;
      yield record({ kind: "table", site: name, page: tablePage }, table);
    }
    for (const [i, page] of pages.entries()) {
      pages[i] = at;
      yield record({ kind: "page", site: name, page: tablePage + i + 1 }, page);
    }
  }
  yield record({ kind: "end" });
}

/** The number of bytes, all of which are on the disk: a power cut must leave this file or those that it replaces. */
async function writeFile(path: string, records: Iterable<Buffer>): Promise<number> {
  const file = await open(path, "wx");
  try {
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    for (const record of records) {
      waiting.push(record);
      waitingBytes += record.length;
      if (waitingBytes < chunk) continue;
      await file.appendFile(Buffer.concat(waiting));
      waiting = [];
      waitingBytes = 0;
    }
    await file.appendFile(Buffer.concat(waiting));
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
