import type { Command } from "commander";
import { WorkerPool } from "../../batch/index.ts";
import { attempt } from "../attempt.ts";
import { Exit } from "../exit-codes.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../options/general-options.ts";
import { positive } from "../options/option-values.ts";
import { addPageOptions, fieldList, type PageOptions } from "../options/page-options.ts";
import { type Console, createConsole } from "../output/console.ts";
import { writeLines } from "../output/write-lines.ts";
import { mapToLines, mapToPages, pagesOfLines, pagesOfPaths } from "./map-lines.ts";

interface MapCommandOptions extends GeneralOptions, PageOptions {
  readonly paths: boolean;
  readonly siteAware: boolean;
  readonly limitMemory: number;
}

const help = `
For engines that run a command over pieces of data: Spark pipe, Hadoop streaming, Slurm arrays, GNU parallel. It keeps no
state and writes no files.

In:  JSON lines {id?, url?, html}; with --paths, lines that name files of pages (.warc.gz, .jsonl, …).
Out: lines "site<TAB>value". The site is the host of the page's address without "www.", or "-". The value is JSON without a
     raw tab or line break: the page's line as dehusk batch writes it, or with --site-aware the page itself, of which
     dehusk reduce then makes the line, by what all pages of the site have in common.

Lines go to dehusk reduce with those of a site one after another, as sort puts them:
  dehusk map < pages.jsonl | LC_ALL=C sort -s -t "$(printf '\\t')" -k1,1 | dehusk reduce > clean.jsonl
  ls /data/*.warc.gz | xargs -P 8 -I {} sh -c 'echo {} | dehusk map --paths > "$(basename {}).tsv"'

A page that fails is a line {"version", "id", "error"}, and the exit code is 0 all the same: engines take another one as
a reason to run the whole piece again. Scripts for engines are in examples/scale.

Fields: ${fieldList}.

Exit codes: 0 done, 2 wrong usage, 3 a file of --paths is unreadable.`;

/** Adds `dehusk map`. */
export function addMapCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("map")
    .description("pages in, lines by site out: for Spark, Hadoop, Slurm")
    .option("--paths", "lines of the input are paths of files", false)
    .option("--site-aware", "pass pages on, for dehusk reduce to look at all of a site", false)
    .option("--limit-memory <MB>", "most memory for the thread that reads pages", positive, 2048)
    .addHelpText("after", help);
  addGeneralOptions(addPageOptions(command)).action(async (options: MapCommandOptions) => {
    const console = createConsole(options);
    setExit(await attempt(console, () => run(options, console)));
  });
}

async function run(options: MapCommandOptions, console: Console): Promise<number> {
  const limits = limitsOf(options);
  const records = (options.paths ? pagesOfPaths : pagesOfLines)(process.stdin, limits.bytes);
  if (options.siteAware) await writeLines(mapToPages(records), console);
  else {
    const { fields, preset, language: languages, minWords, minConfidence } = options;
    const lines = { fields, preset, languages, minWords, minConfidence, limits };
    const pool = new WorkerPool({ workers: 1, lines, memoryMb: options.limitMemory });
    try {
      await writeLines(mapToLines(records, pool), console);
    } finally {
      await pool.close();
    }
  }
  return Exit.Done;
}
