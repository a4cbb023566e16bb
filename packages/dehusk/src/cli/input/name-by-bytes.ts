import { createWriteStream } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { DehuskError } from "../../basics/index.ts";
import { endingByBytes, type InputFile, unwritable } from "../../corpus/index.ts";

/**
 * Gives an input of many pages, standard input included, a path whose ending says what it is, for as long as it is
 * read. Other inputs keep their path, but standard input is a file from then on.
 *
 * @param limitBytes Of standard input, which is kept on disk.
 * @throws DehuskError `limit-bytes` when there is more of it, `unwritable` when the disk has no room for it.
 */
export async function nameByBytes<Result>(
  input: InputFile,
  limitBytes: number,
  read: (file: InputFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-"));
  try {
    let path = resolve(input.path);
    if (input.path === "-") {
      path = join(folder, "input");
      await keepStdin(path, limitBytes);
    }
    const ending = await endingByBytes(path);
    if (ending === undefined) return await read({ path, name: input.name });
    const named = join(folder, `pages${ending}`);
    await symlink(path, named);
    return await read({ path: named, name: input.name });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keepStdin(path: string, limitBytes: number): Promise<void> {
  try {
    await pipeline(process.stdin, bounded(limitBytes), createWriteStream(path));
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    const { syscall = "read" } = error as NodeJS.ErrnoException;
    throw syscall === "read" ? unreadableStdin(error) : unwritable(path, error);
  }
}

function bounded(limitBytes: number) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > limitBytes) {
        const way = "write it to a file first, or allow more with --limit-spool";
        const message = `Standard input is larger than the ${limitBytes} bytes that are kept on disk: ${way}.`;
        throw new DehuskError("limit-bytes", message);
      }
      yield chunk;
    }
  };
}

function unreadableStdin(error: unknown): DehuskError {
  const message = `Cannot read standard input: ${(error as Error).message}.`;
  return new DehuskError("unreadable", message, { cause: error });
}
