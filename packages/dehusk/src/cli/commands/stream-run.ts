import { resolve } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { type PageRecord, readPages } from "../../corpus/index.ts";
import { extract, keepShown, type Preset, writeHtml, writeMarkdown, writeText } from "../../extract/index.ts";
import {
  describeBlocks,
  type Progress,
  RecentPages,
  type SegmentStore,
  type StreamAnswer,
  type TemplateStream,
  templateTexts,
} from "../../incremental/index.ts";
import { type Page, parse } from "../../page/index.ts";
import { Exit, exitFor } from "../exit-codes.ts";
import { type GeneralOptions, limitsOf } from "../options/general-options.ts";
import type { Console } from "../output/console.ts";
import { LineOutput } from "../output/line-output.ts";
import { createPageStatus } from "../output/page-status.ts";

export const streamCleanings = ["joined", "table"] as const;
const contentFormats = { text: writeText, markdown: writeMarkdown, html: writeHtml } as const;

export interface StreamRunOptions extends GeneralOptions {
  readonly output?: string | undefined;
  readonly resume: boolean;
  readonly clean?: (typeof streamCleanings)[number] | undefined;
  readonly format: keyof typeof contentFormats;
  readonly preset: Preset;
  readonly siteName?: string | undefined;
  readonly revise: number;
}

export interface StreamJob {
  readonly paths: readonly string[];
  /** Name of the run in the store. */
  readonly name: string;
  readonly stream: TemplateStream;
  readonly store: SegmentStore;
  readonly options: StreamRunOptions;
  readonly console: Console;
}

/** One run over the inputs: each step writes the line of a record together with the run's position. */
export class StreamRun {
  #records = 0;
  #lastId = "";
  #failed = 0;
  #first: DehuskError | undefined;
  readonly #job: StreamJob;
  readonly #recent: RecentPages<{ readonly id: string; readonly page: Page }> | undefined;

  constructor(job: StreamJob) {
    this.#job = job;
    const { revise } = job.options;
    this.#recent = revise > 0 ? new RecentPages(revise, job.stream.rule) : undefined;
  }

  async run(): Promise<number> {
    const { paths, name, store, options, console } = this.#job;
    const before = options.resume ? await store.progress(name) : undefined;
    this.#checkOutput(before);
    const status = createPageStatus(console);
    const records = readPages(paths, { limitBytes: options.limitBytes, onProgress: status.onRead });
    // Unreadable inputs are reported before anything is overwritten.
    let next = await records.next();
    const output = LineOutput.open(options.output);
    try {
      if (before === undefined) await store.setProgress(name, undefined);
      output.goOnAfter(before?.outputBytes ?? 0);
      this.#failed = before?.failed ?? 0;
      for (; next.done !== true; next = await records.next()) {
        this.#records++;
        this.#lastId = next.value.id;
        if (this.#isDone(before)) continue;
        await this.#answer(next.value, output);
        status.onPage(this.#records);
        if (!(await output.confirm())) break;
      }
    } finally {
      console.endProgress();
      output.close();
    }
    if (before !== undefined && this.#records < before.records) throw changed(`there were ${before.records} records`);
    if (options.output !== undefined) console.note(`wrote ${this.#records} pages to ${options.output}`);
    return this.#exit(before);
  }

  #checkOutput(before: Progress | undefined): void {
    if (before === undefined || before.output === this.#output()) return;
    const wrote = before.output === "" ? "to standard output" : `"${before.output}"`;
    throw new DehuskError("bad-option", `The run to be resumed wrote ${wrote}: give the same output.`);
  }

  #output(): string {
    const { output } = this.#job.options;
    return output === undefined ? "" : resolve(output);
  }

  /** Whether the record was answered in the run that is resumed. */
  #isDone(before: Progress | undefined): boolean {
    if (before === undefined || this.#records > before.records) return false;
    if (this.#records === before.records && this.#lastId !== before.lastId) {
      throw changed(`record ${this.#records} was "${before.lastId}", now it is "${this.#lastId}"`);
    }
    return true;
  }

  async #answer(record: PageRecord, output: LineOutput): Promise<void> {
    const { name, stream, store, options, console } = this.#job;
    try {
      if (record.error !== undefined) throw record.error;
      const { id, url, html, encoding } = record;
      const limits = limitsOf(options);
      const start = performance.now();
      const page = parse(html, { url, encoding, limits });
      const parsing = performance.now() - start;
      const progress = (answer: StreamAnswer): Progress => {
        const begun = performance.now();
        const line = this.#line(id, page, answer);
        // A page that is refused here is not counted. Waiting for the store is not the page's time.
        if (parsing + performance.now() - begun > limits.milliseconds) {
          throw new DehuskError("limit-time", `The page took longer than the limit of ${limits.milliseconds} ms.`);
        }
        return this.#progress(output.put(line));
      };
      const answer = await stream.add(page, { site: options.siteName, run: { name, progress } });
      const revised = this.#recent?.add({ id, page }, answer) ?? [];
      if (revised.length === 0) return;
      await output.confirm();
      output.put(revised.map(({ item, answer: now }) => this.#line(item.id, item.page, now, true)).join(""));
    } catch (error) {
      // Errors of the store or the output would hit the next page too.
      if (!(error instanceof DehuskError) || error.code === "bad-model" || error.code === "unwritable") throw error;
      this.#failed++;
      this.#first ??= error;
      console.error(error, record.id);
      const { code, message } = error;
      const end = output.put(`${JSON.stringify({ version: 1, id: record.id, error: { code, message } })}\n`);
      await store.setProgress(name, this.#progress(end));
    }
  }

  #progress(outputBytes: number): Progress {
    const output = this.#output();
    return { records: this.#records, lastId: this.#lastId, output, outputBytes, failed: this.#failed };
  }

  #line(id: string, page: Page, answer: StreamAnswer, isRevised = false): string {
    const { clean, format } = this.#job.options;
    const { site, page: number, table } = answer;
    const blocks = describeBlocks(page, answer);
    const content = clean === undefined ? {} : { [format]: this.#content(page, answer) };
    const revised = isRevised ? { revised: true } : {};
    const head = { version: 1, id, url: page.url ?? null, site, page: number, ...revised };
    return `${JSON.stringify({ ...head, blocks, table, ...content })}\n`;
  }

  #content(page: Page, answer: StreamAnswer): string {
    const { clean, format, preset } = this.#job.options;
    const { templatePages } = this.#job.stream.rule;
    const marks = templateTexts(page, answer);
    if (clean !== "table" || answer.page < templatePages) return extract(page, { preset, onSite: marks })[format];
    const kept = keepShown(page);
    for (let i = 0; i < kept.length; i++) if (marks[i] === 1) kept[i] = 0;
    return contentFormats[format](page, kept);
  }

  #exit(before: Progress | undefined): number {
    if (this.#records > this.#failed) return this.#failed > 0 ? Exit.SomeFailed : Exit.Done;
    if (this.#first === undefined && before !== undefined) return Exit.SomeFailed;
    const none = new DehuskError("unreadable", "There are no pages in the inputs.");
    if (this.#first === undefined) this.#job.console.error(none);
    return exitFor((this.#first ?? none).code);
  }
}

function changed(how: string): DehuskError {
  return new DehuskError("bad-option", `The inputs are not those of the run to be resumed: ${how}.`);
}
