import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DehuskError } from "../page/index.ts";

/**
 * Writes a file whole or not at all: under a temporary name first, then renamed. Makes the folders on the way. A link is
 * followed; pipes and devices are written to as they are.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  try {
    const target = await realpath(path).catch(() => path);
    const known = await stat(target).catch(() => undefined);
    if (known?.isDirectory()) throw new Error("it is a folder");
    if (known !== undefined && !known.isFile()) await writeFile(target, content);
    else await writeAndRename(target, content);
  } catch (error) {
    const { message } = error as Error;
    throw new DehuskError("unwritable", `Cannot write "${path}": ${message}.`, { cause: error });
  }
}

async function writeAndRename(path: string, content: string): Promise<void> {
  const temporary = join(dirname(path), `.dehusk-${process.pid}.tmp`);
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes what a command makes to the file that its option names; without one, to standard output. */
export async function writeOutput(path: string | undefined, content: string): Promise<void> {
  if (path === undefined) await writeStdout(content);
  else await writeWhole(path, content);
}

/** Whether whoever reads standard output has gone away, as `head` does: then there is no use in going on. */
let readerGone = false;

/**
 * Writes to standard output, waiting until it is taken.
 *
 * @returns Whether anybody still reads.
 */
export function writeStdout(content: string): Promise<boolean> {
  if (readerGone) return Promise.resolve(false);
  const { stdout } = process;
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => {
      stdout.off("error", done);
      readerGone = (error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
      if (error && !readerGone)
        reject(new DehuskError("unwritable", `Cannot write to standard output: ${error.message}.`));
      else resolve(!readerGone);
    };
    stdout.on("error", done);
    stdout.write(stdout.isTTY ? visible(content) : content, (error) => {
      // A failure is told twice, here and as an event, which must find its listener.
      if (!error) done();
    });
  });
}

/** A text with the characters that would command a terminal made visible; line breaks and tabs stay. */
export function visible(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}
