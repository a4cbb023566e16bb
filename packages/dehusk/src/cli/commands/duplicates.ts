import {
  type Cleaning,
  cleanings,
  DuplicateFinder,
  type DuplicateGroup,
  DuplicateIndex,
  shinglesOf,
  sketchPage,
} from "../../apps/index.ts";
import { DehuskError } from "../../basics/index.ts";
import { defineCommand } from "../command.ts";
import { usualExits } from "../exit-codes.ts";
import { Failures, type ReadJob, type ReadPage, readKept, readTexts } from "../input/read-texts.ts";
import { cleanHelp, cleanOptions, oneLine } from "../options/app-options.ts";
import { type GeneralOptions, generalOptions } from "../options/general-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import { writeOutput } from "../output/write-output.ts";

interface Member {
  readonly id: string;
  readonly url: string | null;
}

/** `dehusk duplicates`. */
export const command = defineCommand({
  inputs: { name: "inputs", many: true, required: true, help: "pages: files, folders, JSON lines" },
  options: {
    clean: { ...cleanOptions.clean, of: ["content", ...cleanings], default: "content" },
    site: cleanOptions.site,
    shingle: { type: "integer", min: 1, default: 6, value: "words", help: "number of words in a shingle" },
    keep: { type: "integer", min: 1, default: 8, value: "n", help: "number of hashes kept per page" },
    match: { type: "integer", min: 1, default: 4, value: "n", help: "number of hashes that duplicates share" },
    format: formatOption("table", "json"),
    output: outputOption,
    ...generalOptions,
  },
  details: `
Pages are compared by shingles, runs of 6 words: of each page the 8 smallest hashes are kept, and two pages are
duplicates when 4 of them are the same. A group holds pages that are duplicates of each other, directly or through
others. Shorter pages need the same share of matches; pages without words have no duplicates.

--clean content  the content of each page, and all of its text, both without what the pages of its host have in
                 common. Pages are duplicates if either text matches. Reads the inputs once.
${cleanHelp.trimStart()}`,
  examples: [
    "dehusk duplicates saved-pages/",
    "dehusk duplicates crawl.jsonl.gz --clean site --format json > duplicates.json",
    "dehusk duplicates site-a/ site-b/ --match 6",
  ],
  exits: { ...usualExits, 1: "some pages failed", 5: "templates unusable" },
  async run({ inputs: paths, options, console }) {
    const failures = new Failures(console);
    const index = await indexPages(paths, options, { console, failures });
    const groups = index.groups();
    if (index.size > 0) {
      await writeOutput(
        options.output,
        options.format === "json" ? asJson(index.size, groups) : asTable(groups),
        console,
      );
      console.note(summaryOf(index.size, groups));
    }
    return failures.exit(index.size);
  },
});

interface IndexOptions extends GeneralOptions {
  readonly clean: Cleaning | "content";
  readonly site?: string | undefined;
  readonly shingle: number;
  readonly keep: number;
  readonly match: number;
}

async function indexPages(
  paths: readonly string[],
  options: IndexOptions,
  job: Pick<ReadJob, "console" | "failures">,
): Promise<{ readonly size: number; groups(): DuplicateGroup<Member>[] }> {
  const { clean, shingle: size, keep, match } = options;
  const sources = [{ paths }];
  if (clean !== "content") {
    const index = new DuplicateIndex<Member>({ keep, match });
    for await (const { id, url, text } of readTexts({ ...job, sources, options: { ...options, clean } })) {
      index.add({ id, url: url ?? null }, shinglesOf(text, { size, keep }));
    }
    return index;
  }
  if (options.site !== undefined) {
    throw new DehuskError(
      "bad-option",
      "--site cannot be combined with --clean content, which learns from the inputs.",
    );
  }
  const finder = new DuplicateFinder<Member>({ keep, match });
  const use = ({ id, url, page }: ReadPage) => ({ member: { id, url: url ?? null }, sketch: sketchPage(page, size) });
  for await (const { member, sketch } of readKept({ ...job, sources, options: { ...options, clean: "none" } }, use)) {
    finder.add(member, sketch);
  }
  return finder;
}

function asJson(pages: number, groups: readonly DuplicateGroup<Member>[]): string {
  return `${JSON.stringify({ version: 1, pages, groups }, null, 2)}\n`;
}

function asTable(groups: readonly DuplicateGroup<Member>[]): string {
  const lines = groups.flatMap(({ members, matches, similarity }, number) =>
    members.map(({ id, url }) => {
      const alike = `${Math.round(similarity * 100)} %`;
      const figures = [String(number + 1).padStart(5), matches.toFixed(1).padStart(7), alike.padStart(6)];
      return [...figures, oneLine(id), ...(url === null || url === id ? [] : [oneLine(url)])].join("  ");
    }),
  );
  return `${["group  matches   alike  page", ...lines].join("\n")}\n`;
}

function summaryOf(pages: number, groups: readonly DuplicateGroup<Member>[]): string {
  const total = groups.reduce((sum, { members }) => sum + members.length, 0);
  const all = `${pages} ${pages === 1 ? "page" : "pages"}`;
  if (groups.length === 0) return `${all}, no duplicates`;
  return `${all}, ${total} of them in ${groups.length} ${groups.length === 1 ? "group" : "groups"} of duplicates`;
}
