import { existsSync, realpathSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { DehuskError } from "../../basics/index.ts";
import { type BatchReport, pageFiles, runBatch, type WriteLines } from "../../batch/index.ts";
import { corpusFormatOf, unwritable } from "../../corpus/index.ts";
import { attempt } from "../attempt.ts";
import { Exit } from "../exit-codes.ts";
import {
  addListFetchOptions,
  checkListOptions,
  type ListFetchOptions,
  listedPages,
  listFetchHelp,
} from "../input/fetch-list.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../options/general-options.ts";
import { addKnowledgeOptions, type KnowledgeOptions, readKnowledge } from "../options/knowledge-options.ts";
import { positive, wholeNumber } from "../options/option-values.ts";
import { addPageOptions, fieldList, type PageOptions } from "../options/page-options.ts";
import { BatchStatus, describeReport } from "../output/batch-status.ts";
import { type Console, createConsole } from "../output/console.ts";
import { writeStdout, writeWhole } from "../output/write-output.ts";

interface BatchCommandOptions extends GeneralOptions, KnowledgeOptions, ListFetchOptions, PageOptions {
  readonly output?: string;
  readonly workers: number;
  readonly unordered: boolean;
  readonly resume: boolean;
  readonly overwrite: boolean;
  readonly dedup: boolean;
  readonly dedupMemory: number;
  readonly siteAware: boolean;
  readonly limitMemory: number;
  readonly report?: string;
}

const help = `
Each page is a line: what dehusk extract --format json says of it, and its "id". A page that fails is a line
{"version", "id", "error": {"code", "message"}}; the others go on. Pages that --language, --min-words, --min-confidence or
--dedup leave out are no lines, and are counted. Fields: ${fieldList}.

The name of the output says what is written: .jsonl, .jsonl.gz, .parquet, .wet or .wet.gz (texts as WARC records), or a
folder of Markdown files when it ends in "/". It is there whole or not at all: until the end, lines are in a file beside
it, its name with .partial. After a kill, --resume goes on with that: no page is lost, and none is there twice.

A page that takes longer than --limit-ms, or more memory than --limit-memory, gives a line with an error; the thread that
was at it is replaced.

--dedup drops near-duplicates by their content (banded MinHash, about 0.8 of the text alike); the first in the order of the
input is kept. --site-aware reads all pages twice: first it learns what the pages of each host have in common, and then
holds that against a page's blocks, as --site does with the templates of a file.

Inputs: HTML files, folders of them, JSON lines {id?, url?, html} in .jsonl (.gz, .br, .zst), web archives in .warc (.gz,
.zst) or .wacz, or "-" for standard input: JSON lines, or one HTML page.
${listFetchHelp}

Examples:
  dehusk batch crawl.warc.gz -o clean.jsonl.gz
  dehusk batch crawl.warc.gz -o clean.jsonl.gz --resume
  dehusk batch pages.jsonl.gz -o clean.parquet --fields url,title,text --language de,en --min-words 50 --dedup
  dehusk batch saved-pages/ -o notes/ --site-aware
  dehusk batch urls.txt --fetch --save-warc pages.warc.gz -o clean.jsonl
  crawler | dehusk batch --fields url,text | gzip > texts.jsonl.gz

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable or output unwritable, 5 model or templates
unusable, 130 or 143 stopped by SIGINT or SIGTERM.`;

/** Adds `dehusk batch`. */
export function addBatchCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("batch")
    .description("take the content out of many pages, on all cores")
    .argument("[inputs...]", "pages: files, folders, JSON lines, WARC files, or - for standard input")
    .option("-o, --output <path>", "write to a file, or a folder; its name says what (default: JSON lines to stdout)")
    .option("-w, --workers <n>", "threads", wholeNumber, availableParallelism())
    .option("--unordered", "write lines as they are ready, not in the order of the input", false)
    .option("--resume", "go on with the unfinished run of this output, if there is one", false)
    .option("--overwrite", "give up the unfinished run of this output", false)
    .option("--dedup", "leave out near-duplicates of earlier pages", false)
    .option("--dedup-memory <MB>", "for --dedup: memory to know earlier pages by, 3000 to 6000 a MB", positive, 256)
    .option("--site-aware", "learn the templates of each site first, from all of its pages", false)
    .option("--report <file>", "write what was done, as JSON")
    .option("--limit-memory <MB>", "most memory for a thread", positive, 2048)
    .addHelpText("after", help);
  addGeneralOptions(addListFetchOptions(addKnowledgeOptions(addPageOptions(command)))).action(
    async (paths: string[], options: BatchCommandOptions) => {
      const console = createConsole(options);
      setExit(await attempt(console, () => run(paths, options, console)));
    },
  );
}

async function run(paths: readonly string[], options: BatchCommandOptions, console: Console): Promise<number> {
  checkOptions(paths, options);
  checkListOptions(options, options);
  const knowledge = await readKnowledge(options);
  const status = new BatchStatus(console);
  const given = paths.length === 0 ? ["-"] : paths;
  const source = options.fetch
    ? await listedPages(given, options, limitsOf(options), console)
    : await pageFiles(given, { limitBytes: options.limitBytes, onProgress: status.onRead });
  const target = await targetOf(options.output);
  const endStopping = stopOnSignals(console, paths, options);
  let report: BatchReport;
  try {
    report = await runBatch(source, target.output, {
      ...knowledge,
      workers: options.workers,
      unordered: options.unordered,
      resume: options.resume,
      overwrite: options.overwrite,
      fields: options.fields,
      preset: options.preset,
      languages: options.language,
      minWords: options.minWords,
      minConfidence: options.minConfidence,
      dedup: options.dedup,
      dedupBytes: options.dedupMemory * 1e6,
      siteAware: options.siteAware,
      memoryMb: options.limitMemory,
      // Fetched pages come slowly: none waits for others to make a batch.
      batchPages: options.fetch ? 1 : undefined,
      limits: limitsOf(options),
      onProgress: status.onCounts,
    });
  } finally {
    endStopping();
    console.endProgress();
    await target.close();
  }
  if (options.report !== undefined) await writeWhole(options.report, `${JSON.stringify(report, null, 2)}\n`);
  console.note(describeReport(report));
  return Object.keys(report.failed).length > 0 ? Exit.SomeFailed : Exit.Done;
}

function checkOptions(
  paths: readonly string[],
  { output, resume, overwrite, site, siteAware, report }: BatchCommandOptions,
): void {
  if (resume && overwrite) throw new DehuskError("bad-option", "--resume and --overwrite exclude each other.");
  if (resume && output === undefined) throw new DehuskError("bad-option", "--resume needs an output file: -o.");
  if (isStdin(paths) && (resume || siteAware)) {
    const name = resume ? "--resume" : "--site-aware";
    throw new DehuskError("bad-option", `${name} reads the inputs again, which standard input cannot do: give files.`);
  }
  if (site !== undefined && siteAware) {
    throw new DehuskError("bad-option", "--site and --site-aware exclude each other: templates are given, or learned.");
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

/** Signals that ask for an end, and what a shell exits with after them. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Ends the process when it is asked to, at once: what is on the disk can be gone on with whenever that is.
 *
 * @returns What lets signals be.
 */
function stopOnSignals(console: Console, paths: readonly string[], { output }: BatchCommandOptions): () => void {
  const names = Object.keys(signals) as (keyof typeof signals)[];
  const stop = (signal: keyof typeof signals): void => {
    console.endProgress();
    console.note(output === undefined || isStdin(paths) ? "stopped" : "stopped; --resume goes on with this run");
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

/** A file or folder by its name; standard output, pipes and devices as what takes lines. */
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
