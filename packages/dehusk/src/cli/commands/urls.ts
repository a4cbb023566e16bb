import { open, readFile, rm } from "node:fs/promises";
import { DehuskError, isRecord } from "../../basics/index.ts";
import { unwritable } from "../../corpus/index.ts";
import { type FoundUrls, findUrls, type NamedUrl, type SearchState } from "../../discover/index.ts";
import type { OptionValues } from "../../options/index.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { Exit, usualExits } from "../exit-codes.ts";
import { fetchOptions, requestOptions } from "../options/fetch-options.ts";
import { talkOptions } from "../options/general-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import { writeStdout, writeWhole } from "../output/write-output.ts";

const { allowPrivate, userAgent } = fetchOptions;

const options = {
  format: formatOption("text", "jsonl"),
  limit: { type: "integer", min: 1, default: 100_000, value: "n", help: "maximum number of URLs" },
  documents: {
    type: "integer",
    min: 1,
    default: 1000,
    value: "n",
    help: "maximum number of sitemaps, feeds and pages to read",
  },
  links: { type: "boolean", help: "also list the start page's links if there are sitemaps or feeds" },
  delay: { type: "number", min: 0, default: 1, value: "seconds", help: "pause between two requests" },
  ignoreRobots: { type: "boolean", guarded: true, default: false, help: "ignore robots.txt; for your own hosts only" },
  output: { ...outputOption, help: "output file" },
  resume: { type: "boolean", default: false, help: "continue the unfinished search of this output, if there is one" },
  allowPrivate,
  userAgent,
  limitBytes: {
    type: "number",
    above: 0,
    default: 50 * 1024 * 1024,
    value: "n",
    help: "maximum size of a sitemap, feed or page in bytes, unpacked",
  },
  limitMs: {
    type: "number",
    above: 0,
    default: 30_000,
    value: "n",
    help: "maximum time for a request in milliseconds",
  },
  ...talkOptions,
} as const;

type UrlsOptions = OptionValues<typeof options>;

/** `dehusk urls`. */
export const command = defineCommand({
  inputs: { name: "site", required: true, help: "URL of a site, or of one of its sitemaps, feeds or pages" },
  options,
  details: `
Reads the sitemaps that robots.txt names, or those in the usual places (indexes, gzip, news, plain text), the feeds that the
page declares (RSS, Atom, JSON Feed) and, if these list nothing, the page's links. Lists each URL of the same host that
robots.txt allows, one per line, as dehusk batch --fetch reads them; with --format jsonl, with "foundIn" and "date".

One request at a time, with --delay seconds in between, or the Crawl-delay of robots.txt, up to 30. Only public IP addresses are
allowed, unless --allow-private. With -o, --resume continues a stopped search; until it ends, there is a file with the
output's name and .search.`,
  examples: [
    "dehusk urls https://example.org/ -o urls.txt && dehusk batch urls.txt --fetch -o pages.jsonl",
    "dehusk urls https://example.org/sitemap-news.xml --format jsonl --limit 500",
  ],
  exits: {
    ...usualExits,
    1: "some documents could not be read",
    3: "the site cannot be read, or output unwritable",
    6: "URL refused",
  },
  run,
});

async function run({ inputs: [site = ""], options, console }: CommandCall<UrlsOptions>): Promise<number> {
  const { output, resume } = options;
  if (resume && output === undefined) throw new DehuskError("bad-option", "--resume needs an output file: -o.");
  if (options.ignoreRobots) console.warn("robots.txt is ignored: fetch only from your own hosts.");
  const place = output === undefined ? undefined : await OutputFile.open(output, site, resume);
  let problems = 0;
  let found = place?.state?.found ?? 0;
  const search = findUrls(site, {
    ...{ limit: options.limit, documents: options.documents, links: options.links, robots: !options.ignoreRobots },
    ...{ delay: options.delay * 1000, bytes: options.limitBytes, milliseconds: options.limitMs },
    ...requestOptions(options),
    ...(place?.state === undefined ? {} : { state: place.state, seen: place.seen }),
    onProblem(message) {
      problems++;
      console.warn(message);
    },
  });
  for await (const part of search) {
    found += part.urls.length;
    const lines = part.urls.map((url) => lineOf(url, options.format)).join("");
    if (place !== undefined) await place.add(lines, part);
    else if (lines !== "" && !(await writeStdout(lines))) return Exit.Done;
  }
  await place?.close();
  console.note(`${found} URLs`);
  return problems > 0 ? Exit.SomeFailed : Exit.Done;
}

function lineOf(found: NamedUrl, format: UrlsOptions["format"]): string {
  return format === "text" ? `${found.url}\n` : `${JSON.stringify({ version: 1, ...found })}\n`;
}

/** The output of a search, and its position in a file beside it; anything written after that position does not count. */
class OutputFile {
  readonly #path: string;
  readonly #file: Awaited<ReturnType<typeof open>>;
  #bytes: number;
  readonly state: SearchState | undefined;
  readonly seen: readonly string[];

  private constructor(path: string, file: Awaited<ReturnType<typeof open>>, kept: string, state?: SearchState) {
    this.#path = path;
    this.#file = file;
    this.#bytes = Buffer.byteLength(kept);
    this.state = state;
    this.seen = kept.split("\n").map((line) => (line.startsWith("{") ? JSON.parse(line).url : line));
  }

  static async open(path: string, site: string, resume: boolean): Promise<OutputFile> {
    const saved = resume ? await readState(`${path}.search`) : undefined;
    if (saved !== undefined && saved.site !== site) {
      throw new DehuskError("bad-option", `The unfinished search of "${path}" is of ${saved.site}, not of ${site}.`);
    }
    const text = saved === undefined ? "" : (await readFile(path)).subarray(0, saved.bytes).toString();
    const file = await open(path, saved === undefined ? "w" : "r+").catch((error: unknown) => {
      throw unwritable(path, error);
    });
    await file.truncate(Buffer.byteLength(text));
    return new OutputFile(path, file, text, saved?.state);
  }

  async add(lines: string, { state }: FoundUrls): Promise<void> {
    const bytes = Buffer.from(lines);
    await this.#file.write(bytes, 0, bytes.length, this.#bytes);
    this.#bytes += bytes.length;
    await writeWhole(
      `${this.#path}.search`,
      JSON.stringify({ version: 1, site: state.start, bytes: this.#bytes, state }),
    );
  }

  async close(): Promise<void> {
    await this.#file.close();
    await rm(`${this.#path}.search`, { force: true });
  }
}

interface SavedSearch {
  readonly site: string;
  readonly bytes: number;
  readonly state: SearchState;
}

/** @throws DehuskError `unreadable` for a file that is something else. */
async function readState(path: string): Promise<SavedSearch | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  if (isRecord(value) && value["version"] === 1 && isRecord(value["state"])) return value as unknown as SavedSearch;
  throw new DehuskError("unreadable", `"${path}" is not the state of a search.`);
}
