import type { Console } from "./console.ts";
import { writeStdout } from "./write-output.ts";

const gatheredCharacters = 65_536;

/** Writes lines to standard output, until nobody reads any more, and says how many there were. */
export async function writeLines(
  lines: AsyncIterable<{ readonly line: string; readonly isFailed: boolean }>,
  console: Console,
): Promise<void> {
  let gathered = "";
  let count = 0;
  let failed = 0;
  for await (const { line, isFailed } of lines) {
    gathered += line;
    count++;
    if (isFailed) failed++;
    if (gathered.length < gatheredCharacters) continue;
    if (!(await writeStdout(gathered))) return;
    gathered = "";
  }
  if (gathered !== "" && !(await writeStdout(gathered))) return;
  console.note(`${count} lines, ${failed} of them errors`);
}
