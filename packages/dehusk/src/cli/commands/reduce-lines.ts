import { DehuskError, isRecord } from "../../basics/index.ts";
import { DuplicateFilter, duplicateKeys, type PageLineOptions, pageLine, SiteLearner } from "../../batch/index.ts";
import { type PageRecord, pageOfLine, readLines } from "../../corpus/index.ts";
import { parse } from "../../page/index.ts";
import type { SiteTemplates } from "../../site/index.ts";
import { LineSpool } from "../output/line-spool.ts";

export interface ReduceOptions {
  /** Options for the lines of pages that `dehusk map` passed on. */
  readonly lines: PageLineOptions;
  /** Whether near-duplicates within a site are dropped. */
  readonly dedup: boolean;
}

const tab = 9;
/** Longest input line: JSON takes up to six characters for one of the page. */
const lineBytes = 2 ** 29;

/**
 * The lines of `dehusk reduce`: results, from the lines of `dehusk map` with those of a site one after another.
 *
 * Memory holds the lines of one site, up to 64 MB; the rest is in a temporary file.
 *
 * @throws DehuskError `bad-input` for a line that `dehusk map` has not written.
 */
export async function* reduceLines(
  stream: AsyncIterable<Uint8Array>,
  options: ReduceOptions,
): AsyncGenerator<{ line: string; isFailed: boolean }> {
  const group = new LineSpool();
  let site: string | undefined;
  try {
    for await (const { number, bytes } of readLines(stream, lineBytes)) {
      if (bytes?.length === 0) continue;
      const end = bytes?.indexOf(tab) ?? -1;
      if (bytes === undefined || end < 0) {
        throw new DehuskError("bad-input", `Line ${number} has no tab: dehusk map did not write it.`);
      }
      const key = Buffer.from(bytes.subarray(0, end)).toString();
      if (key !== site && site !== undefined) {
        yield* reduceSite(group, options);
        await group.clear();
      }
      site = key;
      await group.add(lineValue(bytes.subarray(end + 1), number));
    }
    if (site !== undefined) yield* reduceSite(group, options);
  } finally {
    await group.clear();
  }
}

/**
 * What is after the tab, without the CR that some engines put before a line break.
 *
 * @throws DehuskError `bad-input` for anything but an object, such as a truncated line.
 */
function lineValue(bytes: Uint8Array, number: number): Uint8Array {
  const value = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes;
  if (value[0] === 0x7b && value.at(-1) === 0x7d) return value;
  throw new DehuskError("bad-input", `Line ${number} has no JSON object after its tab: dehusk map did not write it.`);
}

async function* reduceSite(
  group: LineSpool,
  { lines, dedup }: ReduceOptions,
): AsyncGenerator<{ line: string; isFailed: boolean }> {
  const templates = await learn(group, lines);
  const filter = dedup ? new DuplicateFilter() : undefined;
  for await (const value of group.lines()) {
    const page = pageOf(value);
    const result =
      page === undefined
        ? lineOf(value)
        : pageLine(page, { ...lines, keys: dedup, templatesOf: (site) => templates.get(site) });
    if (result.line === undefined) continue;
    const isFailed = "failed" in result && result.failed !== undefined;
    const keys = "keys" in result ? result.keys : dedup && !isFailed ? keysOfLine(result.line) : undefined;
    if (filter !== undefined && keys !== undefined && !filter.add(keys)) continue;
    yield { line: `${result.line}\n`, isFailed };
  }
}

/** What the pages of a site have in common; nothing where `dehusk map` has made the lines already. */
async function learn(group: LineSpool, { limits }: PageLineOptions): Promise<ReadonlyMap<string, SiteTemplates>> {
  const learner = new SiteLearner();
  for await (const value of group.lines()) {
    const page = pageOf(value);
    if (page === undefined || page.error !== undefined) continue;
    try {
      learner.add(parse(page.html, { url: page.url, limits }));
    } catch (error) {
      // Reported when its line is made.
      if (!(error instanceof DehuskError)) throw error;
    }
  }
  return new Map(learner.finish());
}

/** Lines of results begin with their version, pages with their id. */
const versionMark = Buffer.from('{"version":');

/** The page that was passed on; undefined for a line of results. */
function pageOf(value: Uint8Array): PageRecord | undefined {
  if (Buffer.from(value.subarray(0, versionMark.length)).equals(versionMark)) return undefined;
  return pageOfLine({ line: value, number: 0, file: "-" });
}

function lineOf(value: Uint8Array): { line: string; failed?: string } {
  const line = Buffer.from(value).toString();
  return line.includes('"error":{') && isRecord(parsed(line)["error"]) ? { line, failed: "error" } : { line };
}

/** Of the text that a line has; none without. */
function keysOfLine(line: string): Float64Array | undefined {
  const { text, markdown } = parsed(line);
  const content = text ?? markdown;
  return typeof content === "string" ? duplicateKeys(content) : undefined;
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (isRecord(value)) return value;
  } catch {}
  throw new DehuskError("bad-input", `dehusk map did not write this line: ${JSON.stringify(line.slice(0, 60))}.`);
}
