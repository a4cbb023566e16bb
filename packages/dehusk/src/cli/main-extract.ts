import { readFileSync } from "node:fs";
import { endianness } from "node:os";
import { adoptDefault } from "../detect/index.ts";
import { command } from "./commands/extract.ts";
import { runProgram } from "./run-program.ts";

/** Written by the build. */
const unpackedModel = new URL("./models/default.bin", import.meta.url);

/**
 * Runs a command line that begins with `extract`, as `main` does. Built as one script, which starts faster than modules and
 * whose compiled code can be kept.
 *
 * @param args The arguments after the program's name.
 */
export function main(args: readonly string[]): Promise<number> {
  if (endianness() === "LE") adoptDefault(readFileSync(unpackedModel));
  return runProgram(args, { extract: ["extract the content of pages", async () => ({ command })] });
}
