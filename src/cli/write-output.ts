import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DehuskError } from "../page/index.ts";

/** Writes a file whole or not at all: under a temporary name first, then renamed. Makes the folders on the way. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const { message } = error as Error;
    throw new DehuskError("unwritable", `Cannot write "${path}": ${message}.`, { cause: error });
  }
}

/** Writes to standard output, waiting until it is taken. A reader that has gone away, like `head`, is no error. */
export function writeStdout(content: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(content, (error) => {
      if (error && (error as NodeJS.ErrnoException).code !== "EPIPE") reject(error);
      else resolve();
    });
  });
}
