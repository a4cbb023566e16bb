import { existsSync, realpathSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { type BatchReport, pageFiles, runBatch, type WriteLines } from "../../batch/index.ts";
import { corpusFormatOf, unwritable } from "../../corpus/index.ts";
import { type OptionValues, verbOptions } from "../../options/index.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { compileLater } from "../compile-later.ts";
import { Exit, usualExits } from "../exit-codes.ts";
import { checkListOptions, listedPages, listFetchHelp, listFetchOptions } from "../input/fetch-list.ts";
import { refuseUrlLists } from "../input/first-bytes.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { generalOptions, limitsOf } from "../options/general-options.ts";
import { modelHelp, readKnowledge } from "../options/knowledge-options.ts";
import { fieldHelp, pageOptions, planOptions } from "../options/page-options.ts";
import { memoryOption, outputOption, workersOption } from "../options/shared-options.ts";
import { BatchStatus, describeReport } from "../output/batch-status.ts";
import type { Console } from "../output/console.ts";
import { writeStdout, writeWhole } from "../output/write-output.ts";

const { model, site, recall, precision } = verbOptions.extract.command;

const options = {
  output: {
    ...outputOption,
    help: "output file or folder; its name determines the format",
    defaultText: "JSON lines to stdout",
  },
  workers: workersOption,
  unordered: { type: "boolean", default: false, help: "write lines as soon as they are ready, not in input order" },
  resume: { type: "boolean", default: false, help: "continue the unfinished run of this output, if there is one" },
  overwrite: { type: "boolean", default: false, guarded: true, help: "discard the unfinished run of this output" },
  dedup: { type: "boolean", default: false, help: "drop near-duplicates of earlier pages" },
  dedupMemory: {
    type: "number",
    above: 0,
    default: 256,
    value: "MB",
    help: "with --dedup: memory for remembering earlier pages, 3000 to 6000 per MB",
  },
  siteAware: { type: "boolean", default: false, help: "first learn the templates of each site from all of its pages" },
  report: { type: "string", guarded: true, value: "file", help: "write a report of the run, as JSON" },
  limitMemory: { ...memoryOption, default: 2048 },
  ...pageOptions,
  ...{ model, recall, precision, site },
  ...listFetchOptions,
  ...generalOptions,
} as const;

type BatchCommandOptions = OptionValues<typeof options>;

/** `dehusk batch`. */
export const command = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    help: "pages: files, folders, JSON lines, WARC files, or - for standard input",
  },
  options,
  details: `
Each page becomes one line: what dehusk extract --format json writes, plus its "id". A page that fails becomes
{"version", "id", "error": {"code", "message"}}, and the run continues. Pages dropped by --language, --min-words,
--min-confidence, --quality or --dedup are counted but not written.

--preset corpus is for training corpora of language models: precision before recall, no comments, one second per page
(--limit-ms 1000), --quality and --dedup. docs/guide/language-models.md has its rules.
${fieldHelp}

The output's name determines its format: .jsonl, .csv (.gz, .zst), .parquet, .wet or .wet.gz (texts as WARC records), or a
folder of Markdown files if it ends in "/". It appears complete or not at all: until the end, lines are in a file with the
same name and .partial. After a kill, --resume continues from there: no page is lost, and none is written twice.

A page over --limit-ms or --limit-memory becomes a line with an error, and its thread is replaced.

--dedup drops near-duplicates by content (banded MinHash, about 0.8 of the text in common); the first in input order is
kept. --site-aware reads all pages twice: first it learns what the pages of each host have in common, then it
uses that as evidence, as --site does with the templates of a file.

Inputs: HTML files, folders of them, JSON lines {id?, url?, html} in .jsonl (.gz, .br, .zst), web archives in .warc (.gz,
.zst) or .wacz, or "-" for standard input: JSON lines, or one HTML page.
${listFetchHelp}
${modelHelp}`,
  examples: [
    "dehusk batch crawl.warc.gz -o clean.jsonl.gz",
    "dehusk batch crawl.warc.gz -o clean.jsonl.gz --resume",
    "dehusk batch pages.jsonl.gz -o clean.parquet --fields url,title,text --language de,en --min-words 50 --dedup",
    "dehusk batch crawl.warc.gz -o corpus.parquet --preset corpus --language en --fields url,text --report counts.json",
    "dehusk batch saved-pages/ -o notes/ --site-aware",
    "dehusk batch urls.txt --fetch --save-warc pages.warc.gz -o clean.jsonl",
    "crawler | dehusk batch --fields url,text | gzip > texts.jsonl.gz",
  ],
  exits: {
    ...usualExits,
    1: "some pages failed",
    3: "input unreadable or output unwritable",
    5: "model or templates unusable",
    130: "stopped by SIGINT",
    143: "stopped by SIGTERM",
  },
  run,
});

/** What `--preset corpus` sets besides what counts as content, unless given otherwise. */
const corpusDefaults = { limitMs: 1000, quality: true, dedup: true } as const;

function withPreset(options: BatchCommandOptions, isGiven: (name: string) => boolean): BatchCommandOptions {
  if (options.preset !== "corpus") return options;
  const implied = Object.entries(corpusDefaults).filter(([name]) => !isGiven(name));
  return { ...options, ...Object.fromEntries(implied) };
}

async function run(call: CommandCall<BatchCommandOptions>): Promise<number> {
  const { inputs: paths, console } = call;
  const options = withPreset(call.options, call.isGiven);
  checkOptions(paths, options);
  checkListOptions(options, options);
  if (!options.fetch) await refuseUrlLists(paths);
  const knowledge = await readKnowledge(options);
  const status = new BatchStatus(console);
  const given = paths.length === 0 ? ["-"] : paths;
  const source = options.fetch
    ? await listedPages(given, options, limitsOf(options), console)
    : await pageFiles(given, { limitBytes: options.limitBytes, onProgress: status.onRead });
  const target = await targetOf(options.output);
  const endStopping = stopOnSignals(console, paths, options);
  const { workers, unordered, resume, overwrite, dedup, siteAware } = options;
  compileLater(workers);
  let report: BatchReport;
  try {
    report = await runBatch(source, target.output, {
      ...{ ...planOptions(options), ...knowledge, workers, unordered, resume, overwrite, dedup, siteAware },
      dedupBytes: options.dedupMemory * 1e6,
      memoryMb: options.limitMemory,
      // Fetched pages arrive slowly: none should wait for a full batch.
      batchPages: options.fetch ? 1 : undefined,
      onProgress: status.onCounts,
    });
  } finally {
    endStopping();
    console.endProgress();
    await target.close();
  }
  if (options.report !== undefined) await writeWhole(options.report, `${JSON.stringify(report, null, 2)}\n`);
  console.note(describeReport(report, options.output));
  return Object.keys(report.failed).length > 0 ? Exit.SomeFailed : Exit.Done;
}

function checkOptions(
  paths: readonly string[],
  { output, resume, overwrite, site, siteAware, report }: BatchCommandOptions,
): void {
  if (resume && overwrite) throw new DehuskError("bad-option", "--resume and --overwrite cannot be combined.");
  if (resume && output === undefined) throw new DehuskError("bad-option", "--resume needs an output file: -o.");
  if (isStdin(paths) && (resume || siteAware)) {
    const name = resume ? "--resume" : "--site-aware";
    throw new DehuskError(
      "bad-option",
      `${name} reads the inputs again, which standard input cannot do: give files instead.`,
    );
  }
  if (site !== undefined && siteAware) {
    throw new DehuskError("bad-option", "--site and --site-aware cannot be combined: templates are given, or learned.");
  }
  for (const written of [output, report]) {
    const same = paths.find((path) => isSameFile(path, written));
    if (same === undefined) continue;
    const role = written === output ? "output" : "report";
    throw new DehuskError("bad-option", `"${same}" is an input: it cannot be the ${role} too.`);
  }
  if (report !== undefined && output !== undefined && resolve(report) === resolve(output)) {
    throw new DehuskError("bad-option", `"${output}" is the output: it cannot be the report too.`);
  }
}

function isSameFile(path: string, other: string | undefined): boolean {
  return other !== undefined && existsSync(path) && existsSync(other) && realpathSync(path) === realpathSync(other);
}

function isStdin(paths: readonly string[]): boolean {
  return paths.length === 0 || paths.includes("-");
}

/** Signals that end the process, with the usual exit codes. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Ends the process at once on a signal: the files on disk can be resumed at any time.
 *
 * @returns What lets signals be.
 */
function stopOnSignals(console: Console, paths: readonly string[], { output }: BatchCommandOptions): () => void {
  const names = Object.keys(signals) as (keyof typeof signals)[];
  const stop = (signal: keyof typeof signals): void => {
    console.endProgress();
    console.note(output === undefined || isStdin(paths) ? "stopped" : "stopped; --resume continues this run");
    process.exit(signals[signal]);
  };
  for (const name of names) process.on(name, stop);
  return () => {
    for (const name of names) process.off(name, stop);
  };
}

interface Target {
  readonly output: string | WriteLines;
  close(): Promise<void>;
}

/** A file or folder by name; a function that takes lines for standard output, pipes and devices. */
async function targetOf(output: string | undefined): Promise<Target> {
  if (output === undefined) return { output: writeStdout, close: async () => {} };
  const known = statSync(output, { throwIfNoEntry: false });
  if (known === undefined || known.isFile()) return { output, close: async () => {} };
  if (known.isDirectory()) {
    const format = corpusFormatOf(output);
    if (format !== undefined && format !== "markdown") await refuseFolder(output);
    return { output: format === undefined ? `${output}/` : output, close: async () => {} };
  }
  const file = await open(output, "w");
  return {
    async output(lines) {
      try {
        await file.writeFile(lines);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EPIPE") return false;
        throw unwritable(output, error);
      }
    },
    close: () => file.close(),
  };
}
