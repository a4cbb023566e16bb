import {
  DocumentFrequencies,
  findKeywords,
  findPhrases,
  type Keep,
  type Keyword,
  type KeywordOptions,
  readFrequencies,
  readKeywordModel,
  readPhraseCounts,
  readWords,
  templateBlockNodes,
  writeFrequencies,
} from "../../apps/index.ts";
import { readTextFile } from "../../batch/index.ts";
import { openModel } from "../../detect/index.ts";
import type { OptionValues } from "../../options/index.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { usualExits } from "../exit-codes.ts";
import { blockPoint, Failures, type ReadPage, readKept } from "../input/read-texts.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { cleanHelp, cleanOptions, oneLine } from "../options/app-options.ts";
import { generalOptions } from "../options/general-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import { writeOutput, writeStdout, writeWhole } from "../output/write-output.ts";

const options = {
  clean: { ...cleanOptions.clean, defaultText: "nothing, but templates count less" },
  site: cleanOptions.site,
  top: { type: "integer", min: 1, default: 10, short: "n", value: "n", help: "maximum number of keywords per page" },
  allPhrases: { type: "boolean", default: false, help: "include phrases that are part of others" },
  metaKeywords: { type: "boolean", default: true, help: "use the keywords that a page declares" },
  frequencies: { type: "string", value: "path", help: "document frequencies, as written by --write-frequencies" },
  writeFrequencies: {
    type: "string",
    guarded: true,
    value: "path",
    help: "count the phrases of the inputs, instead of finding keywords",
  },
  model: { type: "string", short: "m", value: "path", help: "keyword model, as written by dehusk train --keywords" },
  phraseCounts: {
    type: "string",
    value: "path",
    help: "how often people search for phrases: a phrase, a tab, a count on each line; for models trained with such a table",
  },
  format: formatOption("table", "json", "jsonl"),
  output: outputOption,
  ...generalOptions,
} as const;

type KeywordsOptions = OptionValues<typeof options>;

interface PageKeywords {
  readonly version: 1;
  readonly id: string;
  readonly url: string | null;
  readonly keywords: readonly Keyword[];
}

/** `dehusk keywords`. */
export const command = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    required: true,
    help: "pages: files, folders, JSON lines, or - for standard input",
  },
  options,
  details: `
Every phrase of up to five words (eight characters in scripts without spaces) is scored by how often the page has it, how
rare it is elsewhere, where it occurs, and whether title, description and headings contain it. Scores are
probabilities. Text in blocks that look like templates (see --clean blocks) counts less; with --clean, all remaining text
counts the same. Of phrases that contain each other only one is shown, unless --all-phrases.

--write-frequencies counts how rare phrases are in a collection: in all text, unless --clean says otherwise. Use a model
with the table that it was trained with.

As JSON: {"version", "pages": [{"version", "id", "url", "keywords": [{"keyword", "score", "occurrences"}]}]}; as jsonl,
each page is one line.
${cleanHelp}`,
  examples: [
    "dehusk keywords page.html",
    "dehusk keywords crawl.jsonl.gz --clean site --top 5 --format jsonl > keywords.jsonl",
    "dehusk keywords crawl.jsonl.gz --write-frequencies frequencies.json",
  ],
  exits: { ...usualExits, 1: "some pages failed", 5: "model, frequencies or templates unusable" },
  run: (call) => (call.options.writeFrequencies === undefined ? runFind : runCount)(call),
});

async function runFind({ inputs: paths, options, console }: CommandCall<KeywordsOptions>): Promise<number> {
  await refuseFolder(options.output);
  const failures = new Failures(console);
  const reading = {
    ...(options.model !== undefined && { model: readKeywordModel(await readTextFile(options.model)) }),
    ...(options.frequencies !== undefined && {
      frequencies: readFrequencies(await readTextFile(options.frequencies)),
    }),
    ...(options.phraseCounts !== undefined && {
      phraseCounts: readPhraseCounts(await readTextFile(options.phraseCounts)),
    }),
    top: options.top,
    allPhrases: options.allPhrases,
    metaKeywords: options.metaKeywords,
  } satisfies KeywordOptions;
  const held: string[] = [];
  let used = 0;
  const cleaning = { ...options, clean: options.clean ?? "none" };
  const detector = options.clean === undefined ? await openModel("blocks-rf", blockPoint) : undefined;
  const use = ({ id, page }: ReadPage, keep: Keep): PageKeywords => {
    const template = detector && templateBlockNodes(page, detector);
    const keywords = findKeywords(page, { ...reading, kept: keep(page), template });
    return { version: 1, id, url: page.url ?? null, keywords };
  };
  for await (const found of readKept({ sources: [{ paths }], options: cleaning, console, failures }, use)) {
    const text = asText(found, options.format, used++ === 0);
    console.endProgress();
    if (options.format === "json" || options.output !== undefined) held.push(text);
    else if (!(await writeStdout(text))) break;
  }
  if (used > 0 && held.length > 0) {
    const content =
      options.format === "json" ? `{\n"version": 1,\n"pages": [\n${held.join(",\n")}\n]\n}\n` : held.join("");
    await writeOutput(options.output, content, console);
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

async function runCount({ inputs: paths, options, console }: CommandCall<KeywordsOptions>): Promise<number> {
  const output = options.writeFrequencies as string;
  await refuseFolder(output);
  const failures = new Failures(console);
  const earlier = options.frequencies === undefined ? undefined : await readTextFile(options.frequencies);
  const frequencies = earlier === undefined ? new DocumentFrequencies() : readFrequencies(earlier);
  let used = 0;
  const cleaning = { ...options, clean: options.clean ?? "none" };
  const use = ({ page }: ReadPage, keep: Keep) => findPhrases(readWords(page, keep(page)));
  for await (const phrases of readKept({ sources: [{ paths }], options: cleaning, console, failures }, use)) {
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
