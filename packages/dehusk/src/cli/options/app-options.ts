import { type Command, Option } from "commander";
import { cleanings } from "../../apps/index.ts";
import { visible } from "../output/write-output.ts";

/** Options of the commands that work on the cleaned text of pages. */
export function addCleanOptions(command: Command, preset: string | undefined, presetName?: string): Command {
  return command
    .addOption(
      new Option("-c, --clean <how>", "what to take away from the pages before: see below")
        .choices([...cleanings])
        .default(preset, presetName),
    )
    .option(
      "--site <templates>",
      "a site's templates: for --clean site instead of learning them, for page and segment+page as evidence",
    );
}

/** What the help of these commands says about `--clean`. */
export const cleanHelp = `
--clean none     all text that a page shows
--clean site     the text outside of what the pages of a site have in common; pages of one host are one site, pages
                 without address are one, and each file is read twice (or give templates with --site)
--clean page     the content, found by looking at each page alone (and at the templates given with --site)
--clean blocks   the text outside of the blocks that look like templates, as told by a model of many sites: of these,
                 the surest half
--clean segment  the segment with most words, of those that dehusk segment finds
--clean segment+page
                 the segments that are content, in the main part of the page (and with a look at the templates given
                 with --site)

Inputs: HTML files, folders of them, and .jsonl, .jsonl.gz, .jsonl.br with {"id", "url", "html"} on each line.`;

/** A page's id, or its address, as one line. */
export function oneLine(text: string): string {
  return visible(text).replace(/[\n\t]+/g, " ");
}
