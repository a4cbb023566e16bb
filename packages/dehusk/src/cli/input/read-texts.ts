import {
  type Cleaning,
  cleanText,
  type Keep,
  keepAll,
  keepContentSegments,
  keepLargestSegment,
  keepMain,
  keepOutside,
  keepOutsideBlocks,
  keepOutsideFrame,
  SiteKeeper,
} from "../../apps/index.ts";
import { DehuskError } from "../../basics/index.ts";
import { readTextFile } from "../../batch/index.ts";
import { type FailedPage, readPages } from "../../corpus/index.ts";
import { openModel } from "../../detect/index.ts";
import { type Page, parse } from "../../page/index.ts";
import { readTemplates, type SiteTemplates } from "../../site/index.ts";
import { Exit, exitFor } from "../exit-codes.ts";
import { type GeneralOptions, limitsOf } from "../options/general-options.ts";
import type { Console } from "../output/console.ts";
import { createPageStatus, type PageStatus } from "../output/page-status.ts";

/** Inputs of a command, with the class that all their pages are of, if there is one. */
export interface Source {
  readonly paths: readonly string[];
  readonly label?: string;
}

export interface CleanOptions extends GeneralOptions {
  readonly clean: Cleaning;
  /** A file of templates; without it a site's templates are learned from the inputs. */
  readonly site?: string | undefined;
}

/** What is read, and how. */
export interface ReadJob {
  readonly sources: readonly Source[];
  readonly options: CleanOptions;
  readonly console: Console;
  readonly failures: Failures;
}

/** A page as the applications see it. */
export interface ReadPage {
  readonly id: string;
  readonly url: string | undefined;
  /** The class it is said to be of: that of its source, else the record's `label` or `topic`. */
  readonly label: string | undefined;
  readonly page: Page;
}

/** The pages of a run that could not be used. */
export class Failures {
  #count = 0;
  #first: DehuskError | undefined;
  readonly #console: Console;

  constructor(console: Console) {
    this.#console = console;
  }

  add(error: DehuskError, id: string): void {
    this.#count++;
    this.#first ??= error;
    this.#console.error(error, id);
  }

  /** The exit code of a command that used this many pages; reports it if there were none. */
  exit(used: number): number {
    if (used > 0) return this.#count > 0 ? Exit.SomeFailed : Exit.Done;
    const none = new DehuskError("unreadable", "There are no pages in the inputs.");
    if (this.#first === undefined) this.#console.error(none);
    return exitFor((this.#first ?? none).code);
  }
}

/**
 * Reads the inputs page by page, and gives what is made of each and of its nodes that the options keep, if that does not
 * take too long. Learning a site's templates takes a reading of its own before, so that memory does not grow with the
 * pages.
 */
export async function* readKept<Result>(
  { sources, options, console, failures }: ReadJob,
  use: (page: ReadPage, keep: Keep) => Result,
): AsyncGenerator<Result> {
  const keep = await keepOf(sources, options, console);
  const { milliseconds } = limitsOf(options);
  for await (const found of readParsed(sources, options, createPageStatus(console, "pages read"))) {
    if ("error" in found) {
      failures.add(found.error, found.id);
      continue;
    }
    const start = performance.now();
    const result = use(found, keep);
    if (performance.now() - start <= milliseconds) yield result;
    else
      failures.add(
        new DehuskError("limit-time", `The page took longer than the limit of ${milliseconds} ms.`),
        found.id,
      );
  }
  console.endProgress();
}

/** The same, with the text of what is kept. */
export function readTexts(job: ReadJob): AsyncGenerator<Omit<ReadPage, "page"> & { readonly text: string }> {
  return readKept(job, ({ page, ...record }, keep) => {
    return { ...record, text: cleanText(page, keep) };
  });
}

/** Where the paper's detector works: half of the templates, which few others are among. */
export const blockPoint = { recall: 0.5 };

const takesTemplates: readonly Cleaning[] = ["site", "frame", "page", "segment+page"];

async function keepOf(sources: readonly Source[], options: CleanOptions, console: Console): Promise<Keep> {
  const { clean, site } = options;
  if (site !== undefined && !takesTemplates.includes(clean)) {
    const known = takesTemplates.join(", ");
    throw new DehuskError("bad-option", `--site goes with --clean ${known}, not with --clean ${clean}.`);
  }
  const templates = site === undefined ? undefined : readTemplates(await readTextFile(site));
  switch (clean) {
    case "none":
      return keepAll;
    case "blocks":
      return keepOutsideBlocks(await openModel("blocks-rf", blockPoint));
    case "segment":
      return keepLargestSegment();
    case "segment+page":
      return keepContentSegments({ site: templates });
    case "page":
      return keepMain(templates);
    case "site":
      return templates === undefined ? learnSites(sources, options, console, keepOutside) : keepOutside(templates);
    case "frame":
      if (templates !== undefined) return keepOutsideFrame(templates);
      if (!isStandardInput(sources)) return learnSites(sources, options, console, keepOutsideFrame);
      console.warn("Standard input is read once, so no site can be learned from it: everything is kept.");
      return keepAll;
  }
}

function isStandardInput(sources: readonly Source[]): boolean {
  return sources.some(({ paths }) => paths.includes("-"));
}

async function learnSites(
  sources: readonly Source[],
  options: GeneralOptions,
  console: Console,
  keepOf: (templates: SiteTemplates) => Keep,
): Promise<Keep> {
  if (isStandardInput(sources)) {
    throw new DehuskError(
      "bad-option",
      "--clean site reads the pages twice, which standard input cannot do: give files, or templates with --site.",
    );
  }
  const keeper = new SiteKeeper();
  // Pages that fail here fail again in the second pass, which reports them.
  const status = createPageStatus(console, "pages read for templates");
  for await (const found of readParsed(sources, options, status)) if (!("error" in found)) keeper.add(found.page);
  return keeper.finish(keepOf);
}

async function* readParsed(
  sources: readonly Source[],
  options: GeneralOptions,
  status: PageStatus,
): AsyncGenerator<ReadPage | FailedPage> {
  const limits = limitsOf(options);
  // Each source knows its own size only.
  const onProgress = sources.length === 1 ? status.onRead : undefined;
  let done = 0;
  for (const { paths, label } of sources) {
    for await (const record of readPages(paths, { limitBytes: limits.bytes, onProgress })) {
      const id = label === undefined ? record.id : `${label}/${record.id}`;
      status.onPage(++done);
      if (record.error !== undefined) {
        yield { id, error: record.error };
        continue;
      }
      const { html, url, encoding, fields } = record;
      try {
        const page = parse(html, { url, encoding, limits });
        yield { id, url: page.url, label: label ?? labelIn(fields), page };
      } catch (error) {
        if (!(error instanceof DehuskError)) throw error;
        yield { id, error };
      }
    }
  }
}

function labelIn(fields: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const label = fields?.["label"] ?? fields?.["topic"];
  return typeof label === "string" || typeof label === "number" ? String(label) : undefined;
}
