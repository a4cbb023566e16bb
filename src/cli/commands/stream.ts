import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { type Command, Option } from "commander";
import { type PageRecord, readPages } from "../../corpus/index.ts";
import { extract, keepShown, type Preset, presets, writeHtml, writeMarkdown, writeText } from "../../extract/index.ts";
import {
  describeBlocks,
  openStore,
  type Progress,
  type SegmentPath,
  type SegmentStore,
  type StreamAnswer,
  segmentPaths,
  TemplateStream,
  templateTexts,
} from "../../incremental/index.ts";
import { DehuskError, type Page, parse } from "../../page/index.ts";
import { attempt } from "../attempt.ts";
import { type Console, createConsole } from "../console.ts";
import { Exit, exitFor } from "../exit-codes.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../general-options.ts";
import { LineOutput } from "../line-output.ts";
import { notNegative, positive, share, wholeNumber } from "../option-values.ts";
import { createPageStatus } from "../page-status.ts";
import { refuseFolder } from "../refuse-folder.ts";
import { statsTable, streamStats } from "../stream-stats.ts";
import { writeStdout, writeWhole } from "../write-output.ts";

const cleanings = ["joined", "table"] as const;
const formats = { text: writeText, markdown: writeMarkdown, html: writeHtml } as const;

interface StreamCommandOptions extends GeneralOptions {
  readonly store: string;
  readonly output?: string;
  readonly resume: boolean;
  readonly clean?: (typeof cleanings)[number] | true;
  readonly format: keyof typeof formats;
  readonly preset: Preset;
  readonly stats: boolean;
  readonly siteName?: string;
  readonly baseLifetime?: number;
  readonly lifetimeGrowth?: number;
  readonly templatePages: number;
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

Inputs: HTML files, folders of them, .jsonl, .jsonl.gz, .jsonl.br (lines {id?, url?, html}), .warc, .warc.gz, or "-".

Examples:
  dehusk stream crawl.warc.gz -o blocks.jsonl
  dehusk stream crawl.jsonl.gz --clean -o content.jsonl --resume
  dehusk stream --stats
  dehusk stream part-3.warc.gz --store postgres://crawler@db/tables

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 5 store unusable.`;

/** Adds `dehusk stream`. */
export function addStreamCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("stream")
    .description("find template blocks one page at a time, while the tables of sites learn")
    .argument("[inputs...]", "pages: files, folders, JSON lines, WARC files, or - for standard input")
    .option("-s, --store <place>", "where the tables of sites are kept", "dehusk-tables")
    .option("-o, --output <path>", "write the lines to a file")
    .option("--resume", "go on where a run over these inputs was stopped", false)
    .addOption(new Option("-c, --clean [how]", "add each page's content: see below").choices([...cleanings]))
    .addOption(
      new Option("-f, --format <format>", "how --clean writes it").choices(Object.keys(formats)).default("text"),
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
    .option("--layout-tags <names>", "tags that cut a page into blocks, with commas between", (text) => text.split(","))
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

async function run(paths: readonly string[], options: StreamCommandOptions, console: Console): Promise<number> {
  if (options.stats && paths.length === 0) return showStats(options);
  if (options.resume && (paths.length === 0 || paths.includes("-"))) {
    throw new DehuskError("bad-option", "--resume reads the inputs again, which standard input cannot do: give files.");
  }
  if (options.resume && options.store === "memory") {
    throw new DehuskError("bad-option", '--resume needs a store that outlives the run, not "memory".');
  }
  await refuseFolder(options.output);
  const store = await openStore(options.store);
  try {
    const stream = await openStream(store, options);
    const exit = await new StreamRun(paths.length === 0 ? ["-"] : paths, stream, store, options, console).run();
    if (options.stats) console.note(statsTable(await streamStats(stream, options.siteName)));
    return exit;
  } finally {
    await store.close();
  }
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
  if (!/^(?:memory$|postgres(?:ql)?:)/i.test(options.store) && !existsSync(options.store)) {
    throw new DehuskError("bad-model", `There is no store "${options.store}".`);
  }
  const store = await openStore(options.store);
  try {
    const stats = await streamStats(await openStream(store, options), options.siteName);
    const text = options.json ? `${JSON.stringify({ version: 1, sites: stats })}\n` : statsTable(stats);
    if (options.output === undefined) await writeStdout(text);
    else await writeWhole(options.output, text);
    return Exit.Done;
  } finally {
    await store.close();
  }
}

/** One run over the inputs. */
class StreamRun {
  readonly #name: string;
  #records = 0;
  #failed = 0;
  #first: DehuskError | undefined;
  readonly #paths: readonly string[];
  readonly #stream: TemplateStream;
  readonly #store: SegmentStore;
  readonly #options: StreamCommandOptions;
  readonly #console: Console;

  constructor(
    paths: readonly string[],
    stream: TemplateStream,
    store: SegmentStore,
    options: StreamCommandOptions,
    console: Console,
  ) {
    this.#paths = paths;
    this.#stream = stream;
    this.#store = store;
    this.#options = options;
    this.#console = console;
    this.#name = createHash("sha256").update(JSON.stringify(paths)).digest("hex");
  }

  async run(): Promise<number> {
    const { resume, output: path, limitBytes } = this.#options;
    const before = resume ? await this.#store.progress(this.#name) : undefined;
    if (before === undefined) await this.#store.setProgress(this.#name, undefined);
    const output = LineOutput.open(path, before?.outputBytes ?? 0);
    this.#failed = before?.failed ?? 0;
    const status = createPageStatus(this.#console);
    try {
      for await (const record of readPages(this.#paths, { limitBytes })) {
        this.#records++;
        // Done in the run that is resumed.
        if (this.#records <= (before?.records ?? 0)) continue;
        await this.#answer(record, output);
        status(this.#records);
        if (!(await output.confirm())) break;
      }
    } finally {
      this.#console.endProgress();
      output.close();
    }
    return this.#exit();
  }

  async #answer(record: PageRecord, output: LineOutput): Promise<void> {
    try {
      if (record.error !== undefined) throw record.error;
      const { id, url, html, encoding } = record;
      const limits = limitsOf(this.#options);
      const start = performance.now();
      const page = parse(html, { url, encoding, limits });
      const progress = (answer: StreamAnswer): Progress => {
        const line = this.#line(id, page, answer);
        // A page that is refused here is not counted.
        if (performance.now() - start > limits.milliseconds) {
          throw new DehuskError("limit-time", `The page took longer than the limit of ${limits.milliseconds} ms.`);
        }
        return this.#progress(output.put(line));
      };
      await this.#stream.add(page, { site: this.#options.siteName, run: { name: this.#name, progress } });
    } catch (error) {
      // What is wrong with the store or the output is wrong with the next page too.
      if (!(error instanceof DehuskError) || error.code === "bad-model" || error.code === "unwritable") throw error;
      this.#failed++;
      this.#first ??= error;
      this.#console.error(error, record.id);
      const { code, message } = error;
      const end = output.put(`${JSON.stringify({ version: 1, id: record.id, error: { code, message } })}\n`);
      await this.#store.setProgress(this.#name, this.#progress(end));
    }
  }

  #progress(outputBytes: number): Progress {
    return { records: this.#records, outputBytes, failed: this.#failed };
  }

  #line(id: string, page: Page, answer: StreamAnswer): string {
    const { clean, format } = this.#options;
    const { site, page: number, table } = answer;
    const blocks = describeBlocks(page, answer);
    const content = clean === undefined ? {} : { [format]: this.#content(page, answer) };
    return `${JSON.stringify({ version: 1, id, url: page.url ?? null, site, page: number, blocks, table, ...content })}\n`;
  }

  #content(page: Page, answer: StreamAnswer): string {
    const { clean, format, preset, templatePages } = this.#options;
    const marks = templateTexts(page, answer);
    if (clean !== "table" || answer.page < templatePages) return extract(page, { preset, onSite: marks })[format];
    const kept = keepShown(page);
    for (let i = 0; i < kept.length; i++) if (marks[i] === 1) kept[i] = 0;
    return formats[format](page, kept);
  }

  #exit(): number {
    if (this.#records > this.#failed) return this.#failed > 0 ? Exit.SomeFailed : Exit.Done;
    const none = new DehuskError("unreadable", "There is no page in the inputs.");
    if (this.#first === undefined) this.#console.error(none);
    return exitFor((this.#first ?? none).code);
  }
}
