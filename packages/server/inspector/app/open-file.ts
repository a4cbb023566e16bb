import { EngineFailure } from "../engine/engine-client.ts";
import type { PageSource } from "../engine/messages.ts";

/** Limit in megabytes: for pages the library's own, which would only apply after reading. */
const maxMegabytes = 64;

/** @throws Error for a file that is too large to read. */
export function checkSize({ size }: File): void {
  const megabytes = size / 2 ** 20;
  if (megabytes <= maxMegabytes) return;
  throw new Error(`The file has ${Math.ceil(megabytes)} MB; the limit is ${maxMegabytes} MB.`);
}

export async function readPage(file: File): Promise<PageSource> {
  checkSize(file);
  return { content: new Uint8Array(await file.arrayBuffer()), url: null, name: file.name };
}

/** What went wrong with a page, for users: a file that is none is named, with what can read it. */
export function troubleWith(name: string | undefined, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof EngineFailure) || error.code !== "not-html") return message;
  const named = name === undefined ? message : `${name}: ${message}`;
  // The library names the commands where it is sure.
  if (message.includes("dehusk batch")) return named;
  const holdsPages = /JSON|archive|compressed/.test(message);
  return holdsPages
    ? `${named} Files that hold many pages are for the command line: dehusk extract, dehusk batch.`
    : `${named} The inspector opens HTML.`;
}
