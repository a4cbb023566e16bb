import { DehuskError } from "../../basics/index.ts";
import { WholeFile } from "../../corpus/index.ts";

/**
 * Writes a file whole or not at all: under a temporary name first, then renamed. Makes the folders on the way. A link is
 * followed; pipes and devices are written to as they are.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  const file = await WholeFile.open(path);
  await file.write(Buffer.from(content));
  await file.close();
}

/**
 * Writes what a command makes to the file that its option names; without one, to standard output. Then tells what was done, if
 * there is a summary, and where the file is.
 */
export async function writeOutput(
  path: string | undefined,
  content: string,
  console: { note(message: string): void },
  summary?: string,
): Promise<void> {
  if (path === undefined) await writeStdout(content);
  else await writeWhole(path, content);
  if (summary !== undefined) console.note(summary);
  if (path !== undefined) console.note(`wrote ${path}`);
}

/** Whether whoever reads standard output has gone away, as `head` does: then there is no use in going on. */
let readerGone = false;

/**
 * Writes to standard output, waiting until it is taken.
 *
 * @returns Whether anybody still reads.
 */
export function writeStdout(content: string | Uint8Array): Promise<boolean> {
  if (readerGone) return Promise.resolve(false);
  const { stdout } = process;
  const shown = stdout.isTTY ? withoutCommands(Buffer.from(content).toString()) : content;
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null): void => {
      stdout.off("error", done);
      readerGone = (error as NodeJS.ErrnoException | undefined)?.code === "EPIPE";
      if (error && !readerGone)
        reject(new DehuskError("unwritable", `Cannot write to standard output: ${error.message}.`));
      else resolve(!readerGone);
    };
    stdout.on("error", done);
    stdout.write(shown, (error) => {
      // A failure is reported twice, here and as an event, which needs a listener.
      if (!error) done();
    });
  });
}

/** A text with the characters that would command a terminal made visible; line breaks and tabs stay. */
function withoutCommands(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}

/** A line of JSON about an error, with the same characters as escapes of JSON. */
export function errorLine(id: string | undefined, error: { readonly code: string; readonly message: string }): string {
  const line = JSON.stringify({ version: 1, id, error }).replace(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${line}\n`;
}

/** A message of ours, with what in it would command a terminal or turn the rest of its line around made visible. */
export function visible(text: string): string {
  return withoutCommands(text).replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}
