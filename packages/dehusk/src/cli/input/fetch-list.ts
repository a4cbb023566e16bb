import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { DehuskError } from "../../basics/index.ts";
import type { BatchSource } from "../../batch/index.ts";
import { fetchPages, openPacked, type PageRecord, readLines, saveExchange, WarcWriter } from "../../corpus/index.ts";
import type { Limits } from "../../page/index.ts";
import {
  addFetchOptions,
  type CommandFetchOptions,
  givenOption,
  isAddress,
  requestOptions,
} from "../options/fetch-options.ts";
import { notNegative, wholeNumber } from "../options/option-values.ts";
import type { Console } from "../output/console.ts";

/** Options of a command that fetches the pages of lists. */
export interface ListFetchOptions extends CommandFetchOptions {
  readonly fetch?: boolean;
  /** In seconds. */
  readonly delay?: number;
  readonly connections?: number;
  readonly ignoreRobots?: boolean;
}

/** What a command that fetches lists says about it. */
export const listFetchHelp = `
With --fetch the inputs are lists of addresses, one on a line, with # before comments; or addresses. Each host is asked for its
robots.txt first, which is kept to, and then for one page at a time with --delay seconds in between, or what its Crawl-delay
says, up to 30. Only public IP addresses are connected to, unless --allow-private. A page's id is its address.`;

export function addListFetchOptions(command: Command): Command {
  command
    .option("--fetch", "the inputs are lists of addresses, to be fetched")
    .option("--delay <seconds>", "with --fetch: time between two requests to a host (default: 1)", notNegative)
    .option("--connections <n>", "with --fetch: hosts that are asked at a time (default: 16)", wholeNumber)
    .option("--ignore-robots", "with --fetch: do not ask for robots.txt; for hosts that are yours");
  return addFetchOptions(command, "with --fetch");
}

/**
 * Checks what does not go with fetching, and what does not go without.
 *
 * @throws DehuskError `bad-option`.
 */
export function checkListOptions(
  options: ListFetchOptions,
  others: { readonly resume?: boolean; readonly siteAware?: boolean },
): void {
  const names = ["delay", "connections", "ignoreRobots", "allowPrivate", "saveWarc", "userAgent"] as const;
  const given = givenOption(options, names);
  if (!options.fetch) {
    if (given !== undefined) throw new DehuskError("bad-option", `${given} is for use with --fetch.`);
    return;
  }
  if (others.siteAware === true) {
    const way = "fetch with --save-warc first, and give that archive to another run";
    throw new DehuskError("bad-option", `--site-aware would fetch all pages twice: ${way}.`);
  }
  if (others.resume === true && options.saveWarc !== undefined) {
    throw new DehuskError("bad-option", "--resume and --save-warc exclude each other: the pages before are not kept.");
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
  if (options.ignoreRobots)
    console.warn("Hosts are not asked for their robots.txt: fetch only from those that are yours.");
  return { inputs: hash.digest("hex"), open: (skip) => fetchLists(paths, skip, options, limits) };
}

async function statOfList(path: string): Promise<{ size: number; mtimeMs: number }> {
  const found = await stat(path).catch((error: Error) => {
    throw unreadableList(path, error);
  });
  if (found.isDirectory())
    throw new DehuskError("unreadable", `Cannot read "${path}": with --fetch, give lists of addresses.`);
  return found;
}

/** Fetches the pages of lists, and saves what was sent and received: whole, or not at all when the work is given up. */
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

/** Longest line of a list, in bytes: longer addresses are taken by no server. */
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
    throw unreadableList(path, error as Error);
  }
}

function unreadableList(path: string, cause: Error): DehuskError {
  return new DehuskError("unreadable", `Cannot read "${path}": ${cause.message}.`, { cause });
}

/** A line without blanks around it, and without the mark that some editors put at the start of a file. */
function lineText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8").trim();
}
