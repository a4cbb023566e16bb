import type { Entry, ZipFile } from "yauzl";

/** A zip file, and those of its entries that were asked for, in the order in which they lie in it. */
export interface OpenZip {
  readonly zip: ZipFile;
  readonly entries: readonly Entry[];
}

/** More entries than a WACZ file has; a directory without end must not fill memory. */
const mostEntries = 100_000;

/** Shortest header that an entry's data comes after. */
const localHeaderLength = 30;

/**
 * Opens a zip file and reads its directory. Names that lead out of it are an error, and so are entries that lie over
 * each other, with which small files become large ones.
 *
 * @throws Error what is wrong with it.
 */
export async function openZip(path: string, isWanted: (entry: Entry) => boolean): Promise<OpenZip> {
  const { openPromise } = await import("yauzl");
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: false });
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      if (!isWanted(entry)) continue;
      entries.push(entry);
      if (entries.length > mostEntries) throw new Error(`it has more than ${mostEntries} WARC files`);
    }
    entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
    for (const [i, entry] of entries.entries()) {
      const end = entry.relativeOffsetOfLocalHeader + localHeaderLength + entry.compressedSize;
      const next = entries[i + 1];
      if (next === undefined || end <= next.relativeOffsetOfLocalHeader) continue;
      throw new Error(`"${entry.fileName}" and "${next.fileName}" lie over each other in it`);
    }
    return { zip, entries };
  } catch (error) {
    zip.close();
    throw error;
  }
}

export function closeZip({ zip }: OpenZip): void {
  zip.close();
}
