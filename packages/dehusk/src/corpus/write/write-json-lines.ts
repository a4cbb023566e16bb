import type { Transform } from "node:stream";
import * as zlib from "node:zlib";
import { DehuskError } from "../../basics/index.ts";
import type { CorpusField, CorpusLine, CorpusWriter } from "./write-corpus-line.ts";
import { gzipLevel, PackedFile } from "./write-packed-file.ts";
import { WholeFile } from "./write-whole-file.ts";

/** Characters of lines gathered into one write. */
const gatheredLength = 256 * 1024;

/**
 * Writes JSON lines, compressed if the name ends in ".gz" or ".zst".
 *
 * @param fields Fields to keep besides `version`, `id` and `error`; undefined for all.
 */
export function openJsonLinesWriter(path: string, fields: readonly CorpusField[] | undefined): Promise<CorpusWriter> {
  return openLineWriter(path, "", (line) => `${JSON.stringify(fields === undefined ? line : pick(line, fields))}\n`);
}

/**
 * Writes a file with some text for each line of a corpus, compressed if its name ends in ".gz" or ".zst".
 *
 * @param start What the file begins with.
 */
export async function openLineWriter(
  path: string,
  start: string,
  write: (line: CorpusLine) => string,
): Promise<CorpusWriter> {
  const packer = packerFor(path);
  const file = await WholeFile.open(path);
  const sink = packer === undefined ? file : new PackedFile(file, packer);
  let gathered = start;
  const flush = (): Promise<void> => {
    const bytes = Buffer.from(gathered);
    gathered = "";
    return sink.write(bytes);
  };
  return {
    write(line) {
      gathered += write(line);
      return gathered.length < gatheredLength ? undefined : flush();
    },
    async close() {
      if (gathered !== "") await flush();
      await sink.close();
    },
    abort: () => sink.abort(),
  };
}

function pick(line: CorpusLine, fields: readonly CorpusField[]): object {
  const { version, id, error } = line;
  if (error !== undefined) return { version, id, error };
  return { version, id, ...Object.fromEntries(fields.map((name) => [name, line[name]])) };
}

function packerFor(path: string): Transform | undefined {
  if (/\.gz$/i.test(path)) return zlib.createGzip({ level: gzipLevel, chunkSize: 64 * 1024 });
  if (!/\.zst$/i.test(path)) return undefined;
  const { createZstdCompress } = zlib as { createZstdCompress?: () => Transform };
  if (createZstdCompress === undefined) {
    throw new DehuskError("bad-option", `"${path}" needs Node 22.15 or later for .zst; use .gz instead.`);
  }
  return createZstdCompress();
}
