import { type Command, Option } from "commander";
import {
  type Cleaning,
  DocumentFrequencies,
  findKeywords,
  findPhrases,
  type Keep,
  type Keyword,
  type KeywordOptions,
  readFrequencies,
  readKeywordModel,
  readWords,
  writeFrequencies,
} from "../../apps/index.ts";
import { attempt } from "../attempt.ts";
import { readModelFile } from "../input/read-model-file.ts";
import { Failures, type ReadPage, readKept } from "../input/read-texts.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { addCleanOptions, cleanHelp, oneLine } from "../options/app-options.ts";
import { addGeneralOptions, type GeneralOptions } from "../options/general-options.ts";
import { wholeNumber } from "../options/option-values.ts";
import { type Console, createConsole } from "../output/console.ts";
import { writeStdout, writeWhole } from "../output/write-output.ts";

interface KeywordsOptions extends GeneralOptions {
  readonly clean?: Cleaning;
  readonly site?: string;
  readonly top: number;
  readonly frequencies?: string;
  readonly writeFrequencies?: string;
  readonly model?: string;
  readonly allPhrases: boolean;
  readonly metaKeywords: boolean;
  readonly format: "table" | "json" | "jsonl";
  readonly output?: string;
}

interface PageKeywords {
  readonly version: 1;
  readonly id: string;
  readonly url: string | null;
  readonly keywords: readonly Keyword[];
}

const help = `
Every phrase of up to five words (eight characters where a script has no spaces) is judged by how often the page has it,
how rare it is elsewhere, where it stands, and whether title, description and headings name it. Scores are
probabilities. Of phrases that are part of each other one is shown, unless --all-phrases asks for all.

How rare phrases are is counted beforehand: --write-frequencies makes the table from a collection, of all text unless
--clean says otherwise. A model should be used with the table that it was trained with.

As JSON: {"version", "pages": [{"version", "id", "url", "keywords": [{"keyword", "score", "occurrences"}]}]}; as JSON
lines, each page is a line.

Pages are cleaned with --clean page, unless it says otherwise.
${cleanHelp}

Examples:
  dehusk keywords page.html
  dehusk keywords crawl.jsonl.gz --clean site --top 5 --format jsonl > keywords.jsonl
  dehusk keywords crawl.jsonl.gz --write-frequencies frequencies.json

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 4 limit reached, 5 model, frequencies or
templates unusable.`;

/** Adds `dehusk keywords`. */
export function addKeywordsCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("keywords")
    .description("find the keywords of pages")
    .argument("<inputs...>", "pages: files, folders, JSON lines, or - for standard input");
  addCleanOptions(command, undefined)
    .option("-n, --top <n>", "most keywords of a page", wholeNumber, 10)
    .option("--all-phrases", "also phrases that are part of others", false)
    .option("--no-meta-keywords", "do not look at the keywords that a page declares")
    .option("--frequencies <path>", "how rare phrases are: what --write-frequencies wrote")
    .option("--write-frequencies <path>", "count the phrases of the inputs, instead of finding keywords")
    .option("-m, --model <path>", "a keyword model")
    .addOption(
      new Option("-f, --format <format>", "what to write").choices(["table", "json", "jsonl"]).default("table"),
    )
    .option("-o, --output <path>", "write to a file")
    .addHelpText("after", help);
  addGeneralOptions(command).action(async (paths: string[], options: KeywordsOptions) => {
    const console = createConsole(options);
    const work = options.writeFrequencies === undefined ? runFind : runCount;
    setExit(await attempt(console, () => work(paths, options, console)));
  });
}

async function runFind(paths: readonly string[], options: KeywordsOptions, console: Console): Promise<number> {
  await refuseFolder(options.output);
  const failures = new Failures(console);
  const reading = {
    ...(options.model !== undefined && { model: readKeywordModel(await readModelFile(options.model)) }),
    ...(options.frequencies !== undefined && {
      frequencies: readFrequencies(await readModelFile(options.frequencies)),
    }),
    top: options.top,
    allPhrases: options.allPhrases,
    metaKeywords: options.metaKeywords,
  } satisfies KeywordOptions;
  const held: string[] = [];
  let used = 0;
  const cleaning = { ...options, clean: options.clean ?? "page" };
  const use = ({ id, page }: ReadPage, keep: Keep): PageKeywords => {
    return { version: 1, id, url: page.url ?? null, keywords: findKeywords(page, { ...reading, kept: keep(page) }) };
  };
  for await (const found of readKept([{ paths }], cleaning, console, failures, use)) {
    const text = asText(found, options.format, used++ === 0);
    console.endProgress();
    if (options.format === "json" || options.output !== undefined) held.push(text);
    else if (!(await writeStdout(text))) break;
  }
  if (used > 0 && held.length > 0) {
    const content =
      options.format === "json" ? `{\n"version": 1,\n"pages": [\n${held.join(",\n")}\n]\n}\n` : held.join("");
    if (options.output === undefined) await writeStdout(content);
    else await writeWhole(options.output, content);
  }
  return failures.exit(used);
}

function asText(found: PageKeywords, format: KeywordsOptions["format"], isFirst: boolean): string {
  if (format === "json") return JSON.stringify(found);
  if (format === "jsonl") return `${JSON.stringify(found)}\n`;
  const { id, keywords } = found;
  const heading = isFirst ? "score  times  keyword\n" : "\n";
  const rows = keywords.map(({ keyword, score, occurrences }) => {
    return `${score.toFixed(3)}  ${String(occurrences).padStart(5)}  ${oneLine(keyword)}\n`;
  });
  return `${heading}${" ".repeat(14)}${oneLine(id)}\n${rows.length > 0 ? rows.join("") : "              (no words)\n"}`;
}

async function runCount(paths: readonly string[], options: KeywordsOptions, console: Console): Promise<number> {
  const output = options.writeFrequencies as string;
  await refuseFolder(output);
  const failures = new Failures(console);
  const earlier = options.frequencies === undefined ? undefined : await readModelFile(options.frequencies);
  const frequencies = earlier === undefined ? new DocumentFrequencies() : readFrequencies(earlier);
  let used = 0;
  const cleaning = { ...options, clean: options.clean ?? "none" };
  const use = ({ page }: ReadPage, keep: Keep) => findPhrases(readWords(page, keep(page)));
  for await (const phrases of readKept([{ paths }], cleaning, console, failures, use)) {
    frequencies.add(phrases);
    used++;
  }
  if (used > 0) {
    const trimmed = frequencies.trimmed();
    await writeWhole(output, writeFrequencies(trimmed));
    const { documents, size, leastWords, leastPhrases } = trimmed;
    const least = `words on ${leastWords} of them or more, phrases on ${leastPhrases}`;
    console.note(`${documents} pages, ${size} words and phrases (${least}), written to ${output}`);
  }
  return failures.exit(used);
}
