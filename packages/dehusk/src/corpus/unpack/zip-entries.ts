import { FileWindow } from "../read/file-window.ts";
import type { SizedFile } from "../read/readable-file.ts";
import { type DirectoryPlace, findDirectory } from "./zip-end.ts";
import { longestEntry, parseEntry, type ZipEntry } from "./zip-entry.ts";

/** A zip file, and its requested entries in file order. */
export interface OpenZip {
  readonly window: FileWindow;
  readonly directory: DirectoryPlace;
  readonly entries: readonly ZipEntry[];
  /** Why there may be more entries than these. */
  readonly damage: string | undefined;
}

/** The position of an entry's data in the zip file. */
export interface DataPlace {
  readonly start: number;
  readonly end: number;
}

/** More entries than a WACZ file has; a directory without end must not fill memory. */
const mostEntries = 100_000;

const localSignature = 0x04034b50;
const localLength = 30;

/**
 * Reads the directory of a zip file, from start to end once. Numbers in it are not believed yet: `findData` tells
 * whether an entry lies where the directory says.
 *
 * @throws Error if there is no directory, or too much of it.
 */
export async function openZip(file: SizedFile, isWanted: (entry: ZipEntry) => boolean): Promise<OpenZip> {
  const window = new FileWindow(file, file.size);
  try {
    const directory = await findDirectory(window);
    const entries: ZipEntry[] = [];
    let count = 0;
    window.seek(directory.start);
    for (;;) {
      await window.fill(longestEntry);
      const found = parseEntry(window.bytes.subarray(0, directory.end - window.position));
      if (found === undefined) break;
      count++;
      window.seek(window.position + found.length);
      if (!isWanted(found.entry)) continue;
      entries.push(found.entry);
      if (entries.length > mostEntries) throw new Error(`it has more than ${mostEntries} WARC files`);
    }
    const damage = directory.isWhole(count) ? undefined : `its directory is damaged after ${count} entries`;
    entries.sort((a, b) => a.offset - b.offset);
    return { window, directory, entries, damage };
  } catch (error) {
    await window.close();
    throw error;
  }
}

/**
 * Finds the data of an entry. Entries that lie over each other, with which small files become large ones, are found out
 * by asking for them in order.
 *
 * @param from Where the data of the entry before ends.
 * @throws Error when the entry is not where the directory says, or may not be read.
 */
export async function findData({ window, directory }: OpenZip, entry: ZipEntry, from: number): Promise<DataPlace> {
  if (entry.problem !== undefined) throw new Error(entry.problem);
  if (entry.offset < from) throw new Error("it overlaps the file before it in the archive");
  if (entry.offset + localLength > directory.start) throw new Error("it is outside the archive");
  const header = await window.read(entry.offset, localLength);
  if (header.readUInt32LE(0) !== localSignature) throw new Error("it is not where the archive's directory says");
  const start = entry.offset + localLength + header.readUInt16LE(26) + header.readUInt16LE(28);
  const end = start + entry.packedSize;
  if (end > directory.start) throw new Error("it is outside the archive");
  return { start, end };
}

export async function closeZip({ window }: OpenZip): Promise<void> {
  await window.close();
}
