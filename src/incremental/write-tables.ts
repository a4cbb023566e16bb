import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DiskLog } from "./disk-log.ts";
import { encodeRecord } from "./log-record.ts";
import type { Entry } from "./store-index.ts";

/** Bytes written at a time. */
const chunk = 1 << 20;

/** Writes what a log that has ended comes to, for the next generation: the whole file or none. */
export async function writeTables(log: DiskLog, writer: string): Promise<void> {
  const path = join(log.folder, `${log.generation + 1}.tables`);
  const unfinished = `${path}.${writer}.tmp`;
  try {
    const file = await open(unfinished, "wx");
    try {
      for (const part of recordsOf(log)) await file.appendFile(part);
      // Before the files that it replaces go: a power cut must leave one or the other.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    syncFolder(log.folder);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function* recordsOf(log: DiskLog): Generator<Buffer> {
  let parts: Buffer[] = [];
  let waiting = 0;
  let at = 0;
  for (const [entry, place] of entriesOf(log)) {
    const bytes = place === undefined ? new Uint8Array() : log.read(place);
    const record = encodeRecord({ ...entry, by: "", after: at }, bytes);
    parts.push(record);
    waiting += record.length;
    at += record.length;
    if (waiting < chunk && entry.kind !== "end") continue;
    yield Buffer.concat(parts);
    parts = [];
    waiting = 0;
  }
}

function* entriesOf({ index }: DiskLog): Generator<[Entry, place?: number]> {
  if (index.settings !== undefined) yield [{ kind: "settings", text: index.settings }];
  for (const [name, progress] of index.runs) yield [{ kind: "run", name, progress }];
  for (const [site, { table, tablePage, pages }] of index.sites) {
    if (table !== undefined) yield [{ kind: "table", site, page: tablePage }, table];
    for (const [i, page] of pages.entries()) yield [{ kind: "page", site, page: tablePage + i + 1 }, page];
  }
  yield [{ kind: "end" }];
}

function syncFolder(path: string): void {
  // Windows has no such thing.
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
