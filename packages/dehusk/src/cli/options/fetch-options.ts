import { type Command, InvalidArgumentError } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import { DehuskError } from "../../basics/index.ts";
import { findInputs, type Inputs, readInput } from "../../corpus/index.ts";
import { fetchPage } from "../../fetch/index.ts";
import type { Limits } from "../../page/index.ts";
import { checkArchiveName, savingExchanges } from "../input/save-warc.ts";

/** Options of the commands that fetch. */
export interface CommandFetchOptions {
  readonly allowPrivate?: boolean;
  readonly saveWarc?: string;
  readonly userAgent?: string;
}

/** What the commands that take one page say about addresses. */
export const fetchHelp = `
An address is fetched as on a visit with a browser: robots.txt is not asked, and redirects are followed. Only public IP
addresses are connected to, unless --allow-private. For lists of addresses: dehusk batch --fetch.`;

/** @param when What the options are for, as their help says. */
export function addFetchOptions(command: Command, when = "for an address"): Command {
  return command
    .option("--allow-private", `${when}: let it be on this machine or in the local network`)
    .option("--save-warc <file>", `${when}: save what was sent and received, as .warc or .warc.gz`, checkArchiveName)
    .option("--user-agent <text>", `${when}: who asks (default: "${defaultAgent}")`, headerText);
}

/** Who asks, unless the user says otherwise: a name that rules in a robots.txt can go by, and a version. */
const defaultAgent = `dehusk/${packageJson.version}`;

function headerText(text: string): string {
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(text))
    throw new InvalidArgumentError("It must be of printable ASCII characters.");
  return text;
}

/** How requests are made, by the options. */
export function requestOptions({ allowPrivate, userAgent = defaultAgent }: CommandFetchOptions) {
  return { userAgent, addresses: allowPrivate ? () => true : undefined };
}

/**
 * The pages that the arguments of a command stand for; a single one may be an address.
 *
 * @throws DehuskError `bad-option` for several addresses, and for options that need one.
 */
export async function findPages(paths: readonly string[], options: CommandFetchOptions): Promise<Inputs> {
  const [path = ""] = paths;
  if (paths.length === 1 && isAddress(path)) {
    return { files: [{ path, name: new URL(path).host }], many: false };
  }
  const given = givenOption(options, ["allowPrivate", "saveWarc", "userAgent"]);
  if (given !== undefined) throw new DehuskError("bad-option", `${given} is for an address, as https://example.org/.`);
  return findInputs(paths);
}

/** The first of some options that is given, as it is typed. */
export function givenOption<T extends object>(options: T, names: readonly (keyof T & string)[]): string | undefined {
  const given = names.find((name) => options[name] !== undefined);
  return given && `--${given.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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
 * Reads one page from a file, standard input or an address. What the options say of it goes before what its server says.
 *
 * @throws DehuskError as `readInput` and `fetchPage`.
 */
export async function readPage(
  path: string,
  options: CommandFetchOptions & { readonly url?: string; readonly encoding?: string },
  limits: Limits,
): Promise<PageBytes> {
  const { url, encoding } = options;
  if (!isAddress(path)) return { bytes: await readInput(path, limits.bytes), url, encoding };
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
