import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { DehuskError } from "../../basics/index.ts";
import { presets } from "../../extract/index.ts";
import {
  checkSiteName,
  isPostgresAddress,
  openStore,
  type SegmentPath,
  type SegmentStore,
  segmentPaths,
  TemplateStream,
} from "../../incremental/index.ts";
import { attempt } from "../attempt.ts";
import { Exit } from "../exit-codes.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { addGeneralOptions } from "../options/general-options.ts";
import { notNegative, positive, share, wholeNumber } from "../options/option-values.ts";
import { type Console, createConsole } from "../output/console.ts";
import { statsJson, statsTable, streamStats } from "../output/stream-stats.ts";
import { writeOutput } from "../output/write-output.ts";
import { contentFormats, StreamRun, type StreamRunOptions, streamCleanings } from "./stream-run.ts";

interface StreamCommandOptions extends StreamRunOptions {
  readonly store: string;
  readonly stats: boolean;
  readonly run?: string;
  readonly baseLifetime?: number;
  readonly lifetimeGrowth?: number;
  readonly templateRatio: number;
  readonly layoutTags?: readonly string[];
  readonly segmentPath?: SegmentPath;
  readonly keepTexts?: boolean;
  readonly cacheBytes: number;
}

const help = `
Each site has a table of its text segments: a text, and the path of tags that it stands under. A segment that has been on
5 pages is a template segment; a block (what lies between two borders of layout elements) with more than 0.7 of its text
in template segments is a template block. A segment met once is forgotten after --base-lifetime pages without it, one met
often after up to --lifetime-growth times as many. So a site's table stays small, however many pages come.

Each page is a line, as soon as it is read:
  {"version", "id", "url", "site", "page", "blocks": [{"path", "words", "ratio", "template"}], "table": {"segments", "bytes"}}

--clean adds the page's content to its line. "joined" (the default): content as dehusk extract finds it, with template
blocks as evidence against; while a site is young the page is judged by itself. "table": all that is shown but template
blocks, which loses least on shops and catalogues; until a site has --template-pages pages, the same as "joined".

--store: a folder, which is made if need be; "memory"; or postgres://user@host/database. Any number of workers may share a
folder or a database; pages of one site are then counted one after another.

How segments are made and remembered is settled when a store is made: options for that can be left out later.

Pages of one host are one site, unless --site-name says that all are of one.

--resume goes on where a run over the same inputs, into the same store, was stopped: no page is counted twice, and the
output file ends as if nothing had happened.

Inputs: HTML files, folders of them, .jsonl, .jsonl.gz, .jsonl.br (lines {id?, url?, html}), .warc, .warc.gz, or "-" for
standard input: JSON lines, or one HTML page.

Examples:
  dehusk stream crawl.warc.gz -o blocks.jsonl
  dehusk stream crawl.jsonl.gz --clean -o content.jsonl --resume
  crawler | dehusk stream > blocks.jsonl
  dehusk stream --stats
  dehusk stream part-3.warc.gz --store postgres://crawler@db/tables

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 4 limit reached, 5 store unusable.`;

/** Adds `dehusk stream`. */
export function addStreamCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("stream")
    .description("find template blocks one page at a time, while the tables of sites learn")
    .argument("[inputs...]", "pages: files, folders, JSON lines, WARC files, or - for standard input")
    .option("-s, --store <place>", "where the tables of sites are kept", "dehusk-tables")
    .option("-o, --output <path>", "write the lines to a file")
    .option("--resume", "go on where a run over these inputs was stopped", false)
    .option("--run <name>", "what the run is called, for --resume (default: made of the machine and the inputs' paths)")
    .addOption(new Option("-c, --clean [how]", "add each page's content: see below").choices([...streamCleanings]))
    .addOption(
      new Option("-f, --format <format>", "how --clean writes it").choices(Object.keys(contentFormats)).default("text"),
    )
    .addOption(new Option("-p, --preset <preset>", "what is content").choices([...presets]).default(presets[0]))
    .option("--stats", "what the store knows of sites: at the end, or without inputs at once (--json: as JSON)", false)
    .option("--site-name <name>", "the site that all pages belong to; for --stats, the one site to show")
    .option(
      "--base-lifetime <pages>",
      "T_b: for how many pages a segment met once is remembered (default: 5)",
      positive,
    )
    .option("--lifetime-growth <factor>", "N: how many times as long others are, at most (default: 5)", positive)
    .option("--template-pages <n>", "a segment on this many pages is a template segment", wholeNumber, 5)
    .option("--template-ratio <share>", "a block with more of its text in those is a template block", share, 0.7)
    .option("--layout-tags <names>", "tags that cut a page into blocks, with commas between", tagNames)
    .addOption(
      new Option(
        "--segment-path <what>",
        'what of the tags above a segment makes it another: their names ("tags", the default), or positions too',
      ).choices([...segmentPaths]),
    )
    .option("--keep-texts", "keep the texts of segments in the store, for inspection")
    .option("--cache-bytes <n>", "most bytes of tables held in memory", notNegative, 256e6)
    .addHelpText("after", help);
  addGeneralOptions(command).action(async (paths: string[], options: StreamCommandOptions) => {
    const console = createConsole(options);
    setExit(await attempt(console, () => run(paths, options, console)));
  });
}

function tagNames(text: string): string[] {
  const names = text.split(",").map((name) => name.trim().toLowerCase());
  if (names.includes("")) throw new InvalidArgumentError("It must be names of tags, with commas between.");
  return names;
}

async function run(paths: readonly string[], options: StreamCommandOptions, console: Console): Promise<number> {
  if (options.stats && paths.length === 0) return showStats(options);
  if (options.resume && (paths.length === 0 || paths.includes("-"))) {
    throw new DehuskError("bad-option", "--resume reads the inputs again, which standard input cannot do: give files.");
  }
  if (options.resume && options.store === "memory") {
    throw new DehuskError("bad-option", '--resume needs a store that outlives the run, not "memory".');
  }
  if (options.siteName !== undefined) checkSiteName(options.siteName);
  await refuseFolder(options.output);
  refuseInput(paths, options.output);
  const store = await openStore(options.store);
  try {
    const stream = await openStream(store, options);
    const name = options.run ?? nameOfRun(paths, options.siteName);
    const job = { paths: paths.length === 0 ? ["-"] : paths, name, stream, store, options, console };
    const exit = await new StreamRun(job).run();
    if (options.stats) {
      const stats = await streamStats(stream, options.siteName);
      if (options.json) process.stderr.write(statsJson(stats));
      else console.note(statsTable(stats));
    }
    return exit;
  } finally {
    await store.close();
  }
}

/** Runs over the same files of the same machine are one run, wherever they are started from. */
function nameOfRun(paths: readonly string[], siteName = ""): string {
  const what = [hostname(), siteName, ...paths.map((path) => (path === "-" ? path : resolve(path)))];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}

function refuseInput(paths: readonly string[], output: string | undefined): void {
  if (output === undefined || !existsSync(output)) return;
  const same = paths.find((path) => existsSync(path) && realpathSync(path) === realpathSync(output));
  if (same !== undefined) throw new DehuskError("bad-option", `"${same}" is an input: it cannot be the output too.`);
}

function openStream(store: SegmentStore, options: StreamCommandOptions): Promise<TemplateStream> {
  return TemplateStream.open({
    store,
    baseLifetime: options.baseLifetime,
    lifetimeGrowth: options.lifetimeGrowth,
    templatePages: options.templatePages,
    templateRatio: options.templateRatio,
    layoutTags: options.layoutTags,
    path: options.segmentPath,
    keepTexts: options.keepTexts,
    cacheBytes: options.cacheBytes,
  });
}

async function showStats(options: StreamCommandOptions): Promise<number> {
  const isFolder = options.store !== "memory" && !isPostgresAddress(options.store);
  // Opening a folder would make it a store.
  if (isFolder && (await readdir(options.store).catch(() => [])).length === 0) {
    throw new DehuskError("bad-model", `There is no store "${options.store}".`);
  }
  const store = await openStore(options.store);
  try {
    const stats = await streamStats(await openStream(store, options), options.siteName);
    if (options.siteName !== undefined && stats.length === 0) {
      throw new DehuskError("bad-option", `The store has no site "${options.siteName}".`);
    }
    const text = options.json ? statsJson(stats) : statsTable(stats);
    await writeOutput(options.output, text);
    return Exit.Done;
  } finally {
    await store.close();
  }
}
