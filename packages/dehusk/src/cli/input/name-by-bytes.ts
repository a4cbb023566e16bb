import { createWriteStream } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { endingByBytes, type InputFile } from "../../corpus/index.ts";

/**
 * Gives an input of many pages, standard input included, a path whose ending says what it is, for as long as it is
 * read. Other inputs keep their path, but standard input is a file from then on.
 */
export async function nameByBytes<Result>(
  input: InputFile,
  read: (file: InputFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "dehusk-"));
  try {
    let path = resolve(input.path);
    if (input.path === "-") {
      path = join(folder, "input");
      await pipeline(process.stdin, createWriteStream(path));
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
