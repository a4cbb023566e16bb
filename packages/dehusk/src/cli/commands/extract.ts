import { stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { counted, DehuskError, pickOptions } from "../../basics/index.ts";
import { fieldOf } from "../../batch/index.ts";
import { holdsMany, type InputFile } from "../../corpus/index.ts";
import {
  csvHeader,
  csvLine,
  type Extraction,
  extract,
  extractTable,
  referToFiles,
  writeTei,
} from "../../extract/index.ts";
import { flagOf, type OptionValues, verbOptions } from "../../options/index.ts";
import { thingsMarkdown } from "../../things/index.ts";
import { checkTime } from "../check-time.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { Exit, exitFor, usualExits } from "../exit-codes.ts";
import { mayHoldMany, refuseUrlLists } from "../input/first-bytes.ts";
import { fetchHelp, fetchOptions, findPages, readPage, requestOptions } from "../options/fetch-options.ts";
import { generalOptions, limitsOf } from "../options/general-options.ts";
import { type Knowledge, modelHelp, readKnowledge } from "../options/knowledge-options.ts";
import { PageRenderer, renderHelp, renderOptions } from "../options/render-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import type { Console } from "../output/console.ts";
import { explainTable } from "../output/explain-table.ts";
import { visible, writeOutput, writeStdout, writeWhole } from "../output/write-output.ts";

const extensions = {
  markdown: "md",
  text: "txt",
  html: "html",
  json: "json",
  tei: "xml",
  csv: "csv",
  things: "md",
} as const;

const options = {
  format: {
    ...formatOption("markdown", "text", "html", "json", "tei", "csv", "things"),
    help: "output format; things: Markdown that sets out threads, products, recipes, events and questions",
  },
  ...verbOptions.extract.command,
  fields: { ...verbOptions.plan.command.fields, help: "with --format json: fields to write, separated by commas" },
  saveImages: {
    type: "string",
    flag: "images",
    guarded: true,
    value: "folder",
    help: "download the content's images into a folder and link to the files",
  },
  explain: { type: "boolean", help: "list the page's blocks, kept or dropped, and why" },
  output: { ...outputOption, help: "output file, or folder when there are several pages" },
  ...fetchOptions,
  ...renderOptions,
  limitSpool: {
    type: "number",
    above: 0,
    default: 8 * 1024 ** 3,
    value: "n",
    help: "maximum size in bytes of a file of many pages on standard input, which is kept on disk while it is read",
  },
  ...generalOptions,
} as const;

type ExtractCommandOptions = OptionValues<typeof options>;

/** `dehusk extract`. */
export const command = defineCommand({
  inputs: { name: "inputs", many: true, help: "HTML files, folders, - for standard input, or a URL" },
  options,
  details: `
Inputs: HTML files, folders of them, "-" or nothing for standard input; or one http or https URL.
JSON lines and web archives (.jsonl, .warc, .wacz, compressed or not, under any name) give one line of JSON per page, as
dehusk batch does, unless --format says otherwise. On standard input they are kept in the folder for temporary files until they are read.
Several pages go to standard output one after another, each under a line with its name (JSON and CSV: one per line), or
into a folder with -o.
--images fetches only images, and only from public IP addresses, unless --allow-private.
${modelHelp}
${fetchHelp}
${renderHelp}`,
  examples: [
    "dehusk extract page.html",
    "dehusk site saved-pages/ -o templates.json && dehusk extract page.html --site templates.json",
    "dehusk extract saved-pages/ --format json > pages.jsonl",
    "dehusk extract https://example.org/ --format text",
    "dehusk extract https://example.org/ --frontmatter --clean-links --images pictures/ -o page.md",
    "curl -s https://example.org/ | dehusk extract --url https://example.org/",
    "dehusk extract app.html --render --javascript",
  ],
  exits: { ...usualExits, 1: "some pages failed", 5: "model, templates or browser unusable", 6: "URL refused" },
  run,
});

async function run({ inputs, options, console, isGiven }: CommandCall<ExtractCommandOptions>): Promise<number> {
  await refuseUrlLists(inputs);
  const { files, many } = await findPages(inputs, options, options.saveImages !== undefined);
  if (many && options.url !== undefined) {
    throw new DehuskError("bad-option", "--url is for one page, not for several.");
  }
  if (options.fields !== undefined && options.format !== "json") {
    throw new DehuskError("bad-option", "--fields is for --format json.");
  }
  const knowledge = await readKnowledge(options);
  const job = { options, knowledge, console, asLines: !isGiven("format") };
  if (many || holdsMany(files[0] as InputFile) || !(await mayHoldMany(files[0] as InputFile))) {
    return extractFiles(files, many, job);
  }
  const { nameByBytes } = await import("../input/name-by-bytes.ts");
  return nameByBytes(files[0] as InputFile, options.limitSpool, (file) => extractFiles([file], false, job));
}

async function extractFiles(files: readonly InputFile[], many: boolean, run: Omit<Job, "renderer">): Promise<number> {
  if (files.some(holdsMany)) return extractMany(files, run);
  const renderer = await PageRenderer.open(run.options, run.knowledge.model, run.console);
  const job = { ...run, renderer };
  try {
    return many ? await extractAll(files, job) : await extractOne(files[0] as InputFile, job);
  } finally {
    await renderer?.close();
  }
}

/** Files that hold many pages are read as by `dehusk batch`, one page after the other. */
async function extractMany(
  files: readonly InputFile[],
  { options, knowledge, console, asLines }: Omit<Job, "renderer">,
): Promise<number> {
  const { format, output } = options;
  const given = (["url", "encoding", "render", "explain", "saveImages"] as const).find((name) => options[name]);
  if (given !== undefined) {
    const flag = flagOf(given, command.options[given]);
    throw new DehuskError("bad-option", `--${flag} is for pages, not for files of many pages.`);
  }
  if (!asLines && (format === "tei" || format === "things")) {
    throw new DehuskError("bad-option", `--format ${format} is for pages, not for files of many pages.`);
  }
  if (output !== undefined && (output.endsWith("/") || (await stat(output).catch(() => undefined))?.isDirectory())) {
    const way = `give -o a file, or use "dehusk batch" for a folder with a Markdown file per page`;
    throw new DehuskError("bad-option", `A file of many pages becomes one file, and "${output}" is a folder: ${way}.`);
  }
  // Imported only here: single pages start faster without it.
  const { extractRecords } = await import("../input/extract-records.ts");
  const shape = pickOptions(options, verbOptions.plan.command);
  const limits = limitsOf(options);
  const named = (line: string): string => {
    const { id, ...result } = JSON.parse(line);
    return renderNamed(id, result, options);
  };
  const exit = await extractRecords(files, { ...shape, limits, ...knowledge }, output, {
    head: !asLines && format === "csv" ? `${csvHeader}\r\n` : "",
    write: asLines || format === "json" ? (line) => `${line}\n` : named,
    // Lines of JSON hold their errors.
    onFailed: asLines || format === "json" ? undefined : (error, id) => console.error(error, id),
    onEmpty: (name) => console.warn(`${name === "-" ? "The input" : name} has no pages.`),
  });
  if (output !== undefined) console.note(`wrote ${output}`);
  return exit;
}

/** What is the same for all pages of a run. */
interface Job {
  readonly options: ExtractCommandOptions;
  readonly knowledge: Knowledge;
  readonly renderer: PageRenderer | undefined;
  readonly console: Console;
  /** Whether files of many pages become lines of JSON: no other format was asked for. */
  readonly asLines: boolean;
}

async function extractOne(input: InputFile, job: Job): Promise<number> {
  const { options, console } = job;
  const content = await rendered(input, job, (result) => render(result, options));
  await writeOutput(options.output, `${content}\n`, console);
  return Exit.Done;
}

async function extractAll(inputs: readonly InputFile[], job: Job): Promise<number> {
  const { options, console } = job;
  let failed = 0;
  const taken = new Set<string>();
  if (options.format === "csv" && options.output === undefined) await writeStdout(`${csvHeader}\r\n`);
  for (const [done, input] of inputs.entries()) {
    console.progress(done, inputs.length, input.name);
    try {
      if (options.output !== undefined) {
        const content = await rendered(input, job, (result) => render(result, options));
        const name = outputName(input.name, extensions[options.format], taken);
        await writeWhole(join(options.output, name), `${content}\n`);
      } else {
        const content = await rendered(input, job, (result) => renderNamed(input.name, result, options));
        console.endProgress();
        if (!(await writeStdout(content))) break;
      }
    } catch (error) {
      failed++;
      console.error(error, input.name);
      // If writing fails for one page, it fails for the next.
      if (error instanceof DehuskError && error.code === "unwritable") return exitFor(error.code);
    }
  }
  console.endProgress();
  if (options.output !== undefined) console.note(`wrote ${counted(taken.size, "page")} to ${options.output}`);
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Where in the output folder a page goes: its own name with another ending, and a number if that is taken. */
function outputName(name: string, ending: string, taken: Set<string>): string {
  const parts = name.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const stem = parts.join("/").replace(/\.x?html?$/i, "");
  let chosen = `${stem}.${ending}`;
  for (let copy = 2; taken.has(chosen); copy++) chosen = `${stem}-${copy}.${ending}`;
  taken.add(chosen);
  return chosen;
}

/** Reads a page and writes it out as text, all within the time for a page. */
async function rendered(
  input: InputFile,
  { options, knowledge, renderer, console }: Job,
  write: (result: Extraction) => string,
): Promise<string> {
  const limits = limitsOf(options);
  const { bytes, url, encoding } = await readPage(input.path, options, limits);
  const { page = bytes, boxes } = (await renderer?.render(bytes, { url, encoding, limits })) ?? {};
  const start = performance.now();
  const known = { url, encoding, limits, boxes, ...knowledge };
  const result = extract(page, pickOptions({ ...options, ...known }, extractTable));
  if (options.saveImages === undefined) {
    const content = write(result);
    checkTime(start, limits);
    return warned(content, result, input, console);
  }
  await savePictures(result, options.saveImages, options, console);
  return warned(write(result), result, input, console);
}

function warned(content: string, result: Extraction, input: InputFile, console: Console): string {
  for (const { message } of result.warnings) console.warn(`${input.name === "-" ? "" : `${input.name}: `}${message}`);
  return content;
}

/** Saves the pictures of a page, and makes what is written refer to the files. */
async function savePictures(
  result: Extraction,
  folder: string,
  options: ExtractCommandOptions,
  console: Console,
): Promise<void> {
  // Imported only here: most runs save nothing.
  const { saveImages } = await import("../input/save-images.ts");
  const { limitBytes, limitMs: milliseconds, output = "" } = options;
  const saved = await saveImages(result, { folder, limitBytes, milliseconds, ...requestOptions(options), console });
  const place = output === "" || output.endsWith("/") ? output : dirname(output);
  referToFiles(result, new Map([...saved].map(([url, file]) => [url, relative(place, file)])));
}

function renderNamed(name: string, result: Extraction, options: ExtractCommandOptions): string {
  if (options.format === "csv") return `${csvLine(result)}\r\n`;
  if (options.format === "json") return `${JSON.stringify({ id: name, ...plain(result, options) })}\n`;
  return `==> ${visible(name).replaceAll("\n", " ")} <==\n${render(result, options)}\n\n`;
}

function render(result: Extraction, options: ExtractCommandOptions): string {
  if (options.format === "json") return JSON.stringify(plain(result, options), null, 2);
  if (options.format === "csv") return `${csvHeader}\r\n${csvLine(result)}\r`;
  if (options.format === "tei") return writeTei(result).trimEnd();
  if (options.format === "things") return thingsMarkdown(result);
  return options.explain ? explainTable(result.explain(), process.stdout) : result[options.format];
}

function plain(result: Extraction, options: ExtractCommandOptions): object {
  const { fields } = options;
  if (fields !== undefined) {
    const chosen = Object.fromEntries(fields.map((name) => [name, fieldOf(result, name)]));
    return { version: 1, ...chosen, explain: options.explain ? result.explain() : undefined };
  }
  return options.explain ? { ...result, explain: result.explain() } : { ...result, explain: undefined };
}
