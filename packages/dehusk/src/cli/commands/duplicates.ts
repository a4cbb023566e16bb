import { type Command, Option } from "commander";
import { type Cleaning, type DuplicateGroup, DuplicateIndex, shinglesOf } from "../../apps/index.ts";
import { attempt } from "../attempt.ts";
import { Failures, readTexts } from "../input/read-texts.ts";
import { addCleanOptions, cleanHelp, oneLine } from "../options/app-options.ts";
import { addGeneralOptions, type GeneralOptions } from "../options/general-options.ts";
import { wholeNumber } from "../options/option-values.ts";
import { createConsole } from "../output/console.ts";
import { writeStdout, writeWhole } from "../output/write-output.ts";

interface DuplicatesOptions extends GeneralOptions {
  readonly clean: Cleaning;
  readonly site?: string;
  readonly shingle: number;
  readonly keep: number;
  readonly match: number;
  readonly format: "table" | "json";
  readonly output?: string;
}

interface Member {
  readonly id: string;
  readonly url: string | null;
}

const help = `
Pages are compared by shingles, runs of 6 words: of each page the 8 smallest hashes are kept, and two pages are
duplicates when 4 of them are the same. A group holds pages that are duplicates of each other, directly or through
others. Shorter pages need the same share of matches; pages without words have no duplicates.
${cleanHelp}

Examples:
  dehusk duplicates saved-pages/
  dehusk duplicates crawl.jsonl.gz --clean site --format json > duplicates.json
  dehusk duplicates site-a/ site-b/ --match 6

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 4 limit reached, 5 templates unusable.`;

/** Adds `dehusk duplicates`. */
export function addDuplicatesCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("duplicates")
    .description("group the pages that have the same content")
    .argument("<inputs...>", "pages: files, folders, JSON lines");
  addCleanOptions(command, "page")
    .option("--shingle <words>", "words in a shingle", wholeNumber, 6)
    .option("--keep <n>", "hashes kept of each page", wholeNumber, 8)
    .option("--match <n>", "hashes that duplicates share", wholeNumber, 4)
    .addOption(new Option("-f, --format <format>", "what to write").choices(["table", "json"]).default("table"))
    .option("-o, --output <path>", "write to a file")
    .addHelpText("after", help);
  addGeneralOptions(command).action(async (paths: string[], options: DuplicatesOptions) => {
    setExit(await run(paths, options));
  });
}

function run(paths: readonly string[], options: DuplicatesOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, async () => {
    const { shingle: size, keep, match } = options;
    const failures = new Failures(console);
    const index = new DuplicateIndex<Member>({ keep, match });
    for await (const { id, url, text } of readTexts([{ paths }], options, console, failures)) {
      index.add({ id, url: url ?? null }, shinglesOf(text, { size, keep }));
    }
    const groups = index.groups();
    if (index.size > 0) {
      const content = options.format === "json" ? asJson(index.size, groups) : asTable(groups);
      if (options.output === undefined) await writeStdout(content);
      else await writeWhole(options.output, content);
      console.note(summaryOf(index.size, groups));
    }
    return failures.exit(index.size);
  });
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
