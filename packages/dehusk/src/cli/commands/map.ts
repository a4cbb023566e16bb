import { WorkerPool } from "../../batch/index.ts";
import { defineCommand } from "../command.ts";
import { Exit } from "../exit-codes.ts";
import { generalOptions } from "../options/general-options.ts";
import { fieldHelp, pageOptions, planOptions } from "../options/page-options.ts";
import { memoryOption } from "../options/shared-options.ts";
import { writeLines } from "../output/write-lines.ts";
import { mapToLines, mapToPages, pagesOfLines, pagesOfPaths } from "./map-lines.ts";

/** `dehusk map`. */
export const command = defineCommand({
  options: {
    paths: { type: "boolean", default: false, help: "input lines are file paths" },
    siteAware: { type: "boolean", default: false, help: "pass pages on, for dehusk reduce to compare those of a site" },
    limitMemory: { ...memoryOption, default: 2048 },
    ...pageOptions,
    ...generalOptions,
  },
  details: `
For engines that run a command over pieces of data: Slurm arrays, Hadoop streaming, GNU parallel. For Spark and others that
keep processes there is dehusk worker. It keeps no state and writes no files.

In:  JSON lines {id?, url?, html}; with --paths, lines that name files of pages (.warc.gz, .jsonl, …).
Out: lines "site<TAB>value". The site is the host of the page's URL without "www.", or "-". The value is JSON without a
     raw tab or line break: the page's line as dehusk batch writes it, or with --site-aware the page itself, which
     dehusk reduce then compares with all pages of its site.

dehusk reduce needs the lines of a site one after another, as sort puts them:
  dehusk map < pages.jsonl | LC_ALL=C sort -s -t "$(printf '\\t')" -k1,1 | dehusk reduce > clean.jsonl
  ls /data/*.warc.gz | xargs -P 8 -I {} sh -c 'echo {} | dehusk map --paths > "$(basename {}).tsv"'

A page that fails gives a line {"version", "id", "error"}, and the exit code is still 0: engines would run the whole piece
again otherwise. Scripts for engines are in examples/scale.

${fieldHelp}`,
  exits: { 0: "done", 2: "wrong usage", 3: "a file of --paths is unreadable" },
  async run({ options, console }) {
    const records = (options.paths ? pagesOfPaths : pagesOfLines)(process.stdin, options.limitBytes);
    if (options.siteAware) await writeLines(mapToPages(records), console);
    else {
      const pool = new WorkerPool({ workers: 1, lines: planOptions(options), memoryMb: options.limitMemory });
      try {
        await writeLines(mapToLines(records, pool), console);
      } finally {
        await pool.close();
      }
    }
    return Exit.Done;
  },
});
