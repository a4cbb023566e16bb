import packageJson from "../../../package.json" with { type: "json" };
import { DehuskError } from "../../basics/index.ts";
import { findInputs, type Inputs, readInput } from "../../corpus/index.ts";
import { flagOf, type OptionValues } from "../../options/index.ts";
import type { Limits } from "../../page/index.ts";
import { savingExchanges } from "../input/save-warc.ts";

/** The user agent, unless another is given: a name that rules in a robots.txt can go by, and a version. */
const defaultAgent = `dehusk/${packageJson.version}`;

/** Options of the commands that fetch. */
export const fetchOptions = {
  allowPrivate: {
    type: "boolean",
    guarded: true,
    help: "when fetching: allow addresses on this machine and in the local network",
  },
  saveWarc: {
    type: "string",
    pattern: /\.warc(?:\.gz)?$/i,
    must: "a path that ends in .warc or .warc.gz",
    value: "file",
    guarded: true,
    help: "when fetching: save requests and responses as .warc or .warc.gz",
  },
  userAgent: {
    type: "string",
    pattern: /^[\x21-\x7e][\x20-\x7e]*$/,
    must: "printable ASCII characters",
    value: "text",
    defaultText: "dehusk/ and its version",
    help: "when fetching: the User-Agent header",
  },
} as const;

export type CommandFetchOptions = OptionValues<typeof fetchOptions>;

/** What the commands that take one page say about URLs. */
export const fetchHelp = `
A URL is fetched as a browser would: redirects are followed, robots.txt is not consulted. Only public IP addresses are
allowed, unless --allow-private. For lists of URLs: dehusk batch --fetch.`;

/** How requests are made, by the options. */
export function requestOptions({ allowPrivate, userAgent = defaultAgent }: CommandFetchOptions) {
  return { userAgent, addresses: allowPrivate ? () => true : undefined };
}

/**
 * The pages named by a command's arguments; a single one may be a URL.
 *
 * @param fetchesMore Whether the command fetches more than the page, so that options of fetching need no URL.
 * @throws DehuskError `bad-option` for several URLs, and for options that need one.
 */
export async function findPages(
  paths: readonly string[],
  options: CommandFetchOptions,
  fetchesMore = false,
): Promise<Inputs> {
  const [path = ""] = paths;
  if (paths.length === 1 && isAddress(path)) {
    return { files: [{ path, name: new URL(path).host }], many: false };
  }
  const given = givenFlag(options, fetchesMore ? { saveWarc: fetchOptions.saveWarc } : fetchOptions);
  if (given !== undefined) throw new DehuskError("bad-option", `${given} needs a URL, such as https://example.org/.`);
  return findInputs(paths);
}

/** The first of some options that is given, as it is typed. */
export function givenFlag<List extends object>(
  options: { readonly [Name in keyof List]?: unknown },
  list: List,
): string | undefined {
  const given = (Object.keys(list) as (keyof List & string)[]).find((name) => options[name] !== undefined);
  return given && `--${flagOf(given, list[given] as never)}`;
}

export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path) && URL.canParse(path);
}

/** The bytes of a page, and what is known of it. */
export interface PageBytes {
  readonly bytes: Uint8Array;
  readonly url: string | undefined;
  readonly encoding: string | undefined;
}

/**
 * Reads one page from a file, standard input or a URL. Options take precedence over what its server says.
 *
 * @throws DehuskError as `readInput` and `fetchPage`.
 */
export async function readPage(
  path: string,
  options: CommandFetchOptions & { readonly url?: string | undefined; readonly encoding?: string | undefined },
  limits: Limits,
): Promise<PageBytes> {
  const { url, encoding } = options;
  if (!isAddress(path)) return { bytes: await readInput(path, limits.bytes), url, encoding };
  // Imported only here: files need no client.
  const { fetchPage } = await import("../../fetch/index.ts");
  const { userAgent, addresses } = requestOptions(options);
  const page = await savingExchanges(options.saveWarc, userAgent, (onExchange) =>
    fetchPage(path, {
      headers: { "user-agent": userAgent },
      addresses,
      bytes: limits.bytes,
      milliseconds: limits.milliseconds,
      onExchange,
    }),
  );
  return { bytes: page.html, url: url ?? page.url, encoding: encoding ?? page.encoding };
}
