import { command } from "./commands/extract.ts";
import { runProgram } from "./run-program.ts";

/**
 * Runs a command line that begins with `extract`, as `main` does. Built as one script, which starts faster than modules and
 * whose compiled code can be kept.
 *
 * @param args The arguments after the program's name.
 */
export function main(args: readonly string[]): Promise<number> {
  return runProgram(args, { extract: ["extract the content of pages", async () => ({ command })] });
}
