import { fstatSync } from "node:fs";
import { open } from "node:fs/promises";
import { DehuskError } from "../../basics/index.ts";
import type { InputFile } from "../../corpus/index.ts";

/** How files of many pages start: web archives, JSON lines, compressed data. */
const manySigns = /^(?:WARC\/|PK\x03\x04|\x1f\x8b|\x28\xb5\x2f\xfd|\s*\{\s*")/;

/** Whether an input whose name says nothing may hold many pages, by its first bytes, which stay unread. */
export async function mayHoldMany({ path }: InputFile): Promise<boolean> {
  if (/\.x?html?$|^https?:/i.test(path)) return false;
  const start = path === "-" ? await peekStdin() : await startOf(path);
  return manySigns.test(start.toString("latin1", 0, 99));
}

/**
 * Refuses lists of URLs where pages are read.
 *
 * @throws DehuskError `bad-option` with the command that fetches them.
 */
export async function refuseUrlLists(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    if (path === "-" || /^https?:|\.(?:x?html?|gz|br|zst|warc|wacz|jsonl)$/i.test(path)) continue;
    if (!/^(?:\s*#.*\n)*\s*https?:\/\/\S+\s*(?:\n|$)/.test((await startOf(path)).toString("latin1"))) continue;
    throw new DehuskError(
      "bad-option",
      `"${path}" is a list of URLs, not a page: "dehusk batch --fetch" fetches and reads them.`,
    );
  }
}

async function startOf(path: string): Promise<Buffer> {
  const none = Buffer.alloc(0);
  const file = await open(path).catch(() => undefined);
  try {
    const read = await file?.read({ buffer: Buffer.alloc(99), position: 0 });
    return read?.buffer.subarray(0, read.bytesRead) ?? none;
  } catch {
    // Errors are reported when the input is read.
    return none;
  } finally {
    await file?.close();
  }
}

async function peekStdin(): Promise<Buffer> {
  if (isUnreadable()) return Buffer.alloc(0);
  const { stdin } = process;
  await new Promise<void>((resolve) => {
    for (const event of ["readable", "end", "error", "close"]) stdin.once(event, resolve);
  });
  const chunk = stdin.read() as Buffer | null;
  if (chunk === null) return Buffer.alloc(0);
  stdin.unshift(chunk);
  return chunk;
}

/** Whether standard input is a folder or closed. */
function isUnreadable(): boolean {
  try {
    return fstatSync(0).isDirectory();
  } catch {
    return true;
  }
}
