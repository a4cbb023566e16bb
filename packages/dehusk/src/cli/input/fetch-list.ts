import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { DehuskError } from "../../basics/index.ts";
import type { BatchSource } from "../../batch/index.ts";
import {
  fetchPages,
  openPacked,
  type PageRecord,
  readLines,
  saveExchange,
  unreadable,
  WarcWriter,
} from "../../corpus/index.ts";
import type { OptionValues } from "../../options/index.ts";
import type { Limits } from "../../page/index.ts";
import { fetchOptions, givenFlag, isAddress, requestOptions } from "../options/fetch-options.ts";
import type { Console } from "../output/console.ts";

const withFetch = {
  delay: {
    type: "number",
    min: 0,
    value: "seconds",
    defaultText: "1",
    help: "with --fetch: pause between two requests to a host",
  },
  connections: {
    type: "integer",
    min: 1,
    value: "n",
    defaultText: "16",
    help: "with --fetch: number of hosts to fetch from at the same time",
  },
  ignoreRobots: { type: "boolean", guarded: true, help: "with --fetch: ignore robots.txt; for your own hosts only" },
  ...fetchOptions,
} as const;

/** Options of a command that fetches the pages of lists. */
export const listFetchOptions = {
  fetch: { type: "boolean", help: "the inputs are lists of URLs to fetch" },
  ...withFetch,
} as const;

export type ListFetchOptions = OptionValues<typeof listFetchOptions>;

/** What a command that fetches lists says about it. */
export const listFetchHelp = `
With --fetch the inputs are URLs, or lists of them: one per line, comments after #. The robots.txt of each host is read first
and obeyed; then pages are fetched from it one at a time, with --delay seconds in between, or its Crawl-delay, up to 30.
Only public IP addresses are allowed, unless --allow-private. A page's id is its URL.`;

/**
 * Checks for options that cannot be combined with --fetch, or that need it.
 *
 * @throws DehuskError `bad-option`.
 */
export function checkListOptions(
  options: ListFetchOptions,
  others: { readonly resume: boolean; readonly siteAware: boolean },
): void {
  const given = givenFlag(options, withFetch);
  if (!options.fetch) {
    if (given !== undefined) throw new DehuskError("bad-option", `${given} needs --fetch.`);
    return;
  }
  if (others.siteAware) {
    const way = "fetch with --save-warc first, then run with --site-aware on that archive";
    throw new DehuskError("bad-option", `--site-aware would fetch all pages twice: ${way}.`);
  }
  if (others.resume && options.saveWarc !== undefined) {
    throw new DehuskError(
      "bad-option",
      "--resume and --save-warc cannot be combined: the pages fetched before are not in the archive.",
    );
  }
}

/**
 * The pages of lists, for a batch. Lists that have changed, by size or time, are others.
 *
 * @throws DehuskError `unreadable` for a list that is not there.
 */
export async function listedPages(
  paths: readonly string[],
  options: ListFetchOptions,
  limits: Limits,
  console: Console,
): Promise<BatchSource> {
  const hash = createHash("sha256");
  for (const path of paths) {
    const isFile = path !== "-" && !isAddress(path);
    const { size, mtimeMs } = isFile ? await statOfList(path) : { size: 0, mtimeMs: 0 };
    hash.update(JSON.stringify([path, size, mtimeMs]));
  }
  if (options.ignoreRobots) console.warn("robots.txt is ignored: fetch only from your own hosts.");
  return { inputs: hash.digest("hex"), open: (skip) => fetchLists(paths, skip, options, limits) };
}

async function statOfList(path: string): Promise<{ size: number; mtimeMs: number }> {
  const found = await stat(path).catch((error: Error) => {
    throw unreadable(path, error);
  });
  if (found.isDirectory())
    throw new DehuskError("unreadable", `Cannot read "${path}": with --fetch the inputs must be lists of URLs.`);
  return found;
}

/** Fetches the pages of lists and saves the exchanges: completely, or not at all if the run fails. */
async function* fetchLists(
  paths: readonly string[],
  skip: number,
  options: ListFetchOptions,
  limits: Limits,
): AsyncGenerator<PageRecord> {
  const { userAgent, addresses } = requestOptions(options);
  const { saveWarc, delay, connections } = options;
  const warc = saveWarc === undefined ? undefined : await WarcWriter.open(saveWarc, { software: userAgent });
  let isWhole = false;
  try {
    yield* fetchPages(addressesIn(paths), {
      userAgent,
      addresses,
      skip,
      connections,
      delay: delay === undefined ? undefined : delay * 1000,
      robots: !options.ignoreRobots,
      bytes: limits.bytes,
      milliseconds: limits.milliseconds,
      onExchange: warc && ((exchange) => saveExchange(warc, exchange)),
    });
    isWhole = true;
  } finally {
    await (isWhole ? warc?.close() : warc?.abort());
  }
}

/** Longest line of a list, in bytes: no server accepts longer URLs. */
const longestLine = 16 * 1024;

/** @throws DehuskError `unreadable` for a list that breaks off. */
async function* addressesIn(paths: readonly string[]): AsyncGenerator<string> {
  for (const path of paths) {
    if (isAddress(path)) yield path;
    else yield* linesOf(path);
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const stream = path === "-" ? (process.stdin as AsyncIterable<Uint8Array>) : openPacked(path);
  try {
    for await (const { number, bytes } of readLines(stream, longestLine)) {
      const text = bytes === undefined ? `${path}:${number}, a line of over ${longestLine} bytes,` : lineText(bytes);
      if (text !== "" && !text.startsWith("#")) yield text;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A line, trimmed and without a byte order mark. */
function lineText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8").trim();
}
