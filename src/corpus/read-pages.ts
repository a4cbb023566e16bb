import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { DehuskError, defaultLimits } from "../page/index.ts";
import { findInputs, type InputFile } from "./find-inputs.ts";
import { openPacked } from "./open-packed.ts";
import type { PageRecord } from "./page-record.ts";
import { readInput } from "./read-input.ts";
import { isJsonLines, readJsonLines } from "./read-json-lines.ts";
import { isWarc, readWarc } from "./read-warc.ts";
import { reasonOf, unreadable } from "./unreadable.ts";

export interface ReadPagesOptions {
  /** Largest page, and longest line of a file of pages, in bytes. Default: that of `parse`. */
  readonly limitBytes?: number | undefined;
  /** Where "-" reads from. Default: standard input. */
  readonly stdin?: Readable | undefined;
}

/**
 * Reads pages one at a time: HTML files, folders of them, `.jsonl`, `.jsonl.gz`, `.jsonl.br` with a page on each
 * line, web archives in `.warc` and `.warc.gz`, "-" for standard input. What is wrong with one page or one file is a
 * record with an `error`, and the next page follows.
 *
 * @example
 * for await (const record of readPages(["pages.jsonl.gz", "crawl.warc.gz"])) {
 *   if (record.error !== undefined) continue;
 *   builder.add(parse(record.html, { url: record.url, encoding: record.encoding }));
 * }
 *
 * @throws DehuskError `unreadable` before the first page when a path leads nowhere, `bad-option` for web addresses.
 */
export async function* readPages(
  paths: readonly string[],
  { limitBytes = defaultLimits.bytes, stdin }: ReadPagesOptions = {},
): AsyncGenerator<PageRecord> {
  const { files } = await findInputs(paths);
  for (const path of paths) await checkInput(path);
  for (const file of files) {
    if (file.path === "-") yield* readStdin(file, limitBytes, stdin ?? process.stdin);
    else if (isJsonLines(file.path)) yield* readJsonLines(openPacked(file.path), file.name, limitBytes);
    else if (isWarc(file.path)) yield* readWarc(file.path, { name: file.name, limitBytes });
    else yield await readHtmlFile(file, limitBytes);
  }
}

const brace = "{".charCodeAt(0);

/** JSON lines when the first sign is a brace, which no page begins with; else one page. */
async function* readStdin(file: InputFile, limitBytes: number, stdin: Readable): AsyncGenerator<PageRecord> {
  const chunks = stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let first: IteratorResult<Uint8Array>;
  try {
    first = await chunks.next();
  } catch (error) {
    const message = `Cannot read standard input: ${reasonOf(error)}.`;
    yield { id: file.name, error: new DehuskError("unreadable", message, { cause: error }) };
    return;
  }
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    for (let chunk = first; chunk.done !== true; chunk = await chunks.next()) yield chunk.value;
  };
  const sign = first.done === true ? undefined : Buffer.from(first.value).find((byte) => byte > 32);
  if (sign === brace) yield* readJsonLines(whole(), file.name, limitBytes);
  else yield await readHtmlFile(file, limitBytes, Readable.from(whole()));
}

async function checkInput(path: string): Promise<void> {
  if (path === "-") return;
  if (/\.wacz$/i.test(path)) {
    throw new DehuskError(
      "unreadable",
      `Cannot read "${path}": unpack it, and give the .warc.gz files in its archive.`,
    );
  }
  if (/\.warc\.zst$/i.test(path)) {
    throw new DehuskError("unreadable", `Cannot read "${path}": unpack it with zstd, and give the .warc file.`);
  }
  await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
}

async function readHtmlFile({ path, name }: InputFile, limitBytes: number, stdin?: Readable): Promise<PageRecord> {
  try {
    return { id: name, html: await readInput(path, limitBytes, stdin) };
  } catch (error) {
    if (error instanceof DehuskError) return { id: name, error };
    throw error;
  }
}
