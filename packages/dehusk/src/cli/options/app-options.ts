import { cleanings } from "../../apps/index.ts";
import { visible } from "../output/write-output.ts";

/** Options of the commands that work on the cleaned text of pages. */
export const cleanOptions = {
  clean: {
    type: "choice",
    of: cleanings,
    short: "c",
    value: "how",
    help: "what to remove from the pages first: see below",
  },
  site: {
    type: "string",
    value: "file",
    help: "templates of a site: used by --clean site and frame instead of learning them, by page and segment+page as evidence",
  },
} as const;

/** What the help of these commands says about `--clean`. */
export const cleanHelp = `
--clean none     all text that a page shows
--clean site     the text that the pages of a site do not share; pages of one host are one site, and so are pages
                 without a URL; each file is read twice (unless templates are given with --site)
--clean frame    the same, but the part of a page that has nearly all of that text is kept whole: labels and headings
                 that repeat there are content; of standard input, everything
--clean page     the content, found on each page alone (with templates given by --site as evidence)
--clean blocks   the text outside blocks that look like templates to a model of many sites: the surest half of them
--clean segment  the segment with the most words, of those that dehusk segment finds
--clean segment+page
                 the segments that are content, in the main part of the page (with templates given by --site as
                 evidence)

Inputs: HTML files, folders of them, and .jsonl, .jsonl.gz, .jsonl.br with {"id", "url", "html"} on each line.`;

/** A page's id, or its URL, as one line. */
export function oneLine(text: string): string {
  return visible(text).replace(/[\n\t]+/g, " ");
}
