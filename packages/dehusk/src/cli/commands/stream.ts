import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import {
  checkSiteName,
  isPostgresAddress,
  openStore,
  type SegmentStore,
  segmentPaths,
  TemplateStream,
} from "../../incremental/index.ts";
import { type OptionValues, verbOptions } from "../../options/index.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { Exit, usualExits } from "../exit-codes.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { generalOptions } from "../options/general-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import type { Console } from "../output/console.ts";
import { statsJson, statsTable, streamStats } from "../output/stream-stats.ts";
import { writeOutput } from "../output/write-output.ts";
import { StreamRun, streamCleanings } from "./stream-run.ts";

const options = {
  store: {
    type: "string",
    default: "dehusk-tables",
    guarded: true,
    short: "s",
    value: "place",
    help: 'where the tables of sites are kept: a folder, "memory", or postgres://…',
  },
  output: outputOption,
  resume: { type: "boolean", default: false, help: "continue a stopped run over these inputs" },
  run: {
    type: "string",
    value: "name",
    defaultText: "made from the machine and the inputs' paths",
    help: "name of the run, for --resume",
  },
  clean: {
    type: "choice",
    of: streamCleanings,
    bare: "joined",
    short: "c",
    value: "how",
    help: "add each page's content: see below",
  },
  format: { ...formatOption("text", "markdown", "html"), help: "format of the content that --clean adds" },
  preset: verbOptions.extract.command.preset,
  stats: {
    type: "boolean",
    default: false,
    help: "show what the store knows about sites: at the end, or at once without inputs (--json: as JSON)",
  },
  siteName: {
    type: "string",
    value: "name",
    help: "the site that all pages belong to; with --stats, the one site to show",
  },
  baseLifetime: {
    type: "number",
    above: 0,
    value: "pages",
    defaultText: "5",
    help: "T_b: number of pages after which a segment seen once is forgotten",
  },
  lifetimeGrowth: {
    type: "number",
    above: 0,
    value: "factor",
    defaultText: "5",
    help: "N: how many times longer other segments are kept, at most",
  },
  templatePages: {
    type: "integer",
    min: 1,
    defaultText: "3",
    value: "n",
    help: "minimum number of pages of a template segment, which must also be on a fifth of the site's pages",
  },
  settledPages: {
    type: "integer",
    min: 1,
    defaultText: "16, or --template-pages if given",
    value: "n",
    help: "this many pages are enough even if they are less than a fifth",
  },
  revise: {
    type: "integer",
    min: 0,
    default: 0,
    value: "pages",
    help: 'judge this many recent pages of a site again as more is learned; each that changes gets another line, with "revised"',
  },
  templateRatio: {
    type: "number",
    min: 0,
    max: 1,
    default: 0.7,
    value: "share",
    help: "a block with more than this share of its text in template segments is a template block",
  },
  layoutTags: {
    type: "list",
    pattern: /^[^\s,]+$/,
    must: "names of tags",
    value: "names",
    help: "tags that cut a page into blocks, separated by commas",
  },
  segmentPath: {
    type: "choice",
    of: segmentPaths,
    value: "what",
    defaultText: "tags",
    help: "what makes equal texts different segments: the tags above them, their positions too, or nothing",
  },
  maskNumbers: { type: "boolean", help: "treat texts that differ only in numbers as one segment (3 users online)" },
  keepTexts: { type: "boolean", help: "keep the texts of segments in the store, for inspection" },
  cacheBytes: { type: "number", min: 0, default: 256e6, value: "n", help: "maximum size of tables held in memory" },
  ...generalOptions,
} as const;

type StreamCommandOptions = OptionValues<typeof options>;

/** `dehusk stream`. */
export const command = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    help: "pages: files, folders, JSON lines, WARC files, or - for standard input",
  },
  options,
  details: `
Each site has a table of its text segments: a text, and the path of tags above it. A segment on a fifth of the site's pages,
and on at least --template-pages, is a template segment; --settled-pages are always enough. A block (between two layout tags)
with more than 0.7 of its text in template segments is a template block. A segment seen once is forgotten after --base-lifetime pages without it, one seen
often after up to --lifetime-growth times as many. So a site's table stays small, however many pages come.

Each page becomes one line, as soon as it is read:
  {"version", "id", "url", "site", "page", "blocks": [{"path", "words", "ratio", "template"}], "table": {"segments", "bytes"}}

--clean joined  (or just --clean) adds the content as dehusk extract finds it, with template blocks as evidence against;
                while a site is young, each page is judged alone
--clean table   adds everything shown except template blocks, which keeps most on shops and catalogues; until a site has
                --template-pages pages, the same as "joined"

--revise 20 keeps the last 20 pages of each site in memory. When a segment becomes a template segment, those that
gain template blocks are written again, with "revised": true, after the page that changed them. Not with --resume.

--store: a folder, which is created if needed; "memory"; or postgres://user@host/database. Any number of workers may share
a folder or a database; pages of one site are then counted one after another.

How segments are made and remembered is fixed when a store is created: these options can be left out later.

Pages of one host are one site, unless --site-name names one site for all.

--resume continues a stopped run over the same inputs into the same store: no page is counted twice, and the output file
is the same as if nothing had happened.

Inputs: HTML files, folders of them, .jsonl, .jsonl.gz, .jsonl.br (lines {id?, url?, html}), .warc, .warc.gz, or "-" for
standard input: JSON lines, or one HTML page.`,
  examples: [
    "dehusk stream crawl.warc.gz -o blocks.jsonl",
    "dehusk stream crawl.jsonl.gz --clean -o content.jsonl --resume",
    "crawler | dehusk stream > blocks.jsonl",
    "dehusk stream --stats",
    "dehusk stream part-3.warc.gz --store postgres://crawler@db/tables",
  ],
  exits: { ...usualExits, 1: "some pages failed", 5: "store unusable" },
  run,
});

async function run({ inputs: paths, options, console }: CommandCall<StreamCommandOptions>): Promise<number> {
  if (options.stats && paths.length === 0) return showStats(options, console);
  if (options.resume && (paths.length === 0 || paths.includes("-"))) {
    throw new DehuskError(
      "bad-option",
      "--resume reads the inputs again, which standard input cannot do: give files instead.",
    );
  }
  if (options.resume && options.store === "memory") {
    throw new DehuskError("bad-option", '--resume needs a store that outlasts the run, not "memory".');
  }
  if (options.resume && options.revise > 0) {
    throw new DehuskError("bad-option", "--revise and --resume cannot be combined: recent pages are not in the store.");
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
  if (same !== undefined)
    throw new DehuskError("bad-option", `"${same}" is an input: it cannot be the output as well.`);
}

function openStream(store: SegmentStore, options: StreamCommandOptions): Promise<TemplateStream> {
  return TemplateStream.open({
    store,
    baseLifetime: options.baseLifetime,
    lifetimeGrowth: options.lifetimeGrowth,
    templatePages: options.templatePages,
    settledPages: options.settledPages,
    templateRatio: options.templateRatio,
    maskNumbers: options.maskNumbers,
    layoutTags: options.layoutTags?.map((name) => name.toLowerCase()),
    path: options.segmentPath,
    keepTexts: options.keepTexts,
    cacheBytes: options.cacheBytes,
  });
}

async function showStats(options: StreamCommandOptions, console: Console): Promise<number> {
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
    await writeOutput(options.output, text, console);
    return Exit.Done;
  } finally {
    await store.close();
  }
}
