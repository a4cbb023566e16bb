import type { Command } from "commander";
import { attempt } from "../attempt.ts";
import { Exit } from "../exit-codes.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../options/general-options.ts";
import { addPageOptions, fieldList, type PageOptions } from "../options/page-options.ts";
import { createConsole } from "../output/console.ts";
import { writeLines } from "../output/write-lines.ts";
import { reduceLines } from "./reduce-lines.ts";

interface ReduceCommandOptions extends GeneralOptions, PageOptions {
  readonly dedup: boolean;
}

const help = `
In:  lines of dehusk map, those of a site one after another (sorted by what is before the tab).
Out: results, a line of JSON for each page, as dehusk batch writes them.

What dehusk map --site-aware has passed on are pages: here the templates of each site are learned from all of its pages,
and lines are made with --fields, --preset and so on. Other lines are done already, and go through as they are.
--dedup leaves out near-duplicates of earlier pages within a site; lines need "text" or "markdown" for that.

Lines of one site take at most 64 MB of memory; the rest is in a temporary file.

Fields: ${fieldList}.

Exit codes: 0 done, pages with errors included (see dehusk map), 2 wrong usage, 3 a line is not one of dehusk map.`;

/** Adds `dehusk reduce`. */
export function addReduceCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("reduce")
    .description("lines of dehusk map in, results out: for Spark, Hadoop, Slurm")
    .option("--dedup", "leave out near-duplicates within a site", false)
    .addHelpText("after", help);
  addGeneralOptions(addPageOptions(command)).action(async (options: ReduceCommandOptions) => {
    const console = createConsole(options);
    setExit(
      await attempt(console, async () => {
        const { fields, preset, language: languages, minWords, minConfidence, dedup } = options;
        const lines = { fields, preset, languages, minWords, minConfidence, limits: limitsOf(options) };
        await writeLines(reduceLines(process.stdin, { lines, dedup }), console);
        return Exit.Done;
      }),
    );
  });
}
