import { defineCommand } from "../command.ts";
import { Exit } from "../exit-codes.ts";
import { generalOptions } from "../options/general-options.ts";
import { fieldHelp, pageOptions, planOptions } from "../options/page-options.ts";
import { writeLines } from "../output/write-lines.ts";
import { reduceLines } from "./reduce-lines.ts";

/** `dehusk reduce`. */
export const command = defineCommand({
  options: {
    dedup: { type: "boolean", default: false, help: "drop near-duplicates within a site" },
    ...pageOptions,
    ...generalOptions,
  },
  details: `
In:  lines of dehusk map, grouped by site (sorted by what is before the tab).
Out: results, one line of JSON per page, as dehusk batch writes them.

Lines of dehusk map --site-aware hold pages: here the templates of each site are learned from all of its pages, and lines
are made with --fields, --preset and so on. Other lines are complete and pass through unchanged.
--dedup drops near-duplicates of earlier pages within a site; lines need "text" or "markdown" for that.

Lines of one site take at most 64 MB of memory; the rest goes to a temporary file.

${fieldHelp}`,
  exits: {
    0: "done, pages with errors included (see dehusk map)",
    2: "wrong usage",
    3: "a line was not written by dehusk map",
  },
  async run({ options, console }) {
    const { dedup } = options;
    await writeLines(reduceLines(process.stdin, { lines: planOptions(options), dedup }), console);
    return Exit.Done;
  },
});
