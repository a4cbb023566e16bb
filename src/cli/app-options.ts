import { type Command, InvalidArgumentError, Option } from "commander";
import { cleanings } from "../apps/index.ts";
import { DehuskError } from "../page/index.ts";
import type { Console } from "./console.ts";
import { Exit, exitFor } from "./exit-codes.ts";
import { visible } from "./write-output.ts";

/** Options of the commands that work on the cleaned text of pages. */
export function addCleanOptions(command: Command, preset: string | undefined, presetName?: string): Command {
  return command
    .addOption(
      new Option("-c, --clean <how>", "what to take away from the pages before: see below")
        .choices([...cleanings])
        .default(preset, presetName),
    )
    .option("--site <templates>", "for --clean site: a site's templates, instead of learning them from the inputs");
}

/** What the help of these commands says about `--clean`. */
export const cleanHelp = `
--clean none   all text that a page shows
--clean site   the text outside of what the pages of a site have in common; pages of one host are one site, pages
               without address are one, and each file is read twice (or give templates with --site)
--clean page   the content, found by looking at each page alone

Inputs: HTML files, folders of them, and .jsonl, .jsonl.gz, .jsonl.br with {"id", "url", "html"} on each line.`;

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It must be a whole number above 0.");
  return value;
}

/** Runs a command's work, and says what to exit with when it fails as a whole. */
export async function attempt(console: Console, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    console.endProgress();
    console.error(error);
    return error instanceof DehuskError ? exitFor(error.code) : Exit.Internal;
  }
}

/** A page's id, or its address, as one line. */
export function oneLine(text: string): string {
  return visible(text).replace(/[\n\t]+/g, " ");
}
