import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import { DehuskError } from "dehusk/internal/basics";
import {
  addGeneralOptions,
  attempt,
  type Console,
  createConsole,
  Exit,
  type GeneralOptions,
  limitsOf,
  positive,
  wholeNumber,
} from "dehusk/internal/cli";
import packageJson from "../../package.json" with { type: "json" };
import type { LogLevel } from "../index.ts";

interface ServeCommandOptions extends GeneralOptions {
  readonly host: string;
  readonly port: number;
  readonly workers: number;
  readonly limitMemory: number;
  readonly queue: number;
  readonly queueBytes: number;
  readonly store: string;
  readonly allowFetch: boolean;
  readonly allowPrivate: boolean;
  readonly apiKeyFile?: string;
  readonly insecure: boolean;
  readonly allowHost: readonly string[];
  readonly logLevel: LogLevel;
}

/** A service reads what strangers send, so it has less patience than a command. */
const limits = { bytes: 16 * 1024 * 1024, milliseconds: 10_000 };
const logLevels: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error", "silent"];

const help = `
POST /extract, /detect, /segment take a page (HTML, JSON with html, or a form with a file) and answer as the commands of those
names do with --format json; /docs tells all routes and options, / is the inspector.

  dehusk serve &
  curl --data-binary @page.html -H 'Content-Type: text/html' 'http://127.0.0.1:8380/extract?fields=title,markdown'

Only this machine can reach it, unless --host says otherwise; then keys are needed, one a line in --api-key-file or
in the variable DEHUSK_API_KEYS (with spaces or commas between), or --insecure. Clients send "Authorization: Bearer KEY".

A page over --limit-bytes, --limit-nodes or --limit-depth is answered with 413; one that takes longer than --limit-ms, or more
memory than --limit-memory, with 503; when --queue requests wait, the next is answered with 429.

Logs are lines of JSON on stderr; they hold nothing of pages. SIGTERM or SIGINT stops the service when it has finished what
is under way; a second one ends it at once.

Exit codes: 0 stopped, 2 wrong usage, 3 it cannot listen, or the file of keys cannot be read, 5 store unusable.`;

/** Adds `dehusk serve`. */
export function addServeCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("serve")
    .description("an HTTP service for all of this, and the inspector, a page to look at pages with")
    .option("--host <address>", "where to listen", "127.0.0.1")
    .option("-p, --port <n>", "where to listen; 0 for any port that is free", portNumber, 8380)
    .option("-w, --workers <n>", "threads that read pages", wholeNumber, availableParallelism())
    .option("--limit-memory <MB>", "most memory for each of them", positive, 1024)
    .option("--queue <n>", "requests that may wait", countNumber, 1000)
    .option("--queue-bytes <n>", "most bytes of all requests under way", positive, 512 * 1024 * 1024)
    .option("-s, --store <place>", 'tables of sites: "memory", a folder, or postgres://…', "memory")
    .option("--allow-fetch", "fetch pages from addresses in requests, from public IP addresses only", false)
    .option("--allow-private", "with --allow-fetch: also from this machine and the local network", false)
    .option("--api-key-file <file>", "keys, one a line, one of which requests must have")
    .option("--insecure", "listen to other machines without keys", false)
    .option("--allow-host <name>", "a name by which it may be called; may be given several times", collect, [])
    .addOption(new Option("--log-level <level>", "what is logged").choices(logLevels).default("info"))
    .addHelpText("after", help);
  addGeneralOptions(command, limits).action(async (options: ServeCommandOptions) => {
    const console = createConsole(options);
    setExit(await attempt(console, () => run(options, console)));
  });
}

function countNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 0 or above.");
  return value;
}

function portNumber(text: string): number {
  const value = countNumber(text);
  if (value > 65_535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

async function run(options: ServeCommandOptions, console: Console): Promise<number> {
  const { apiKeyFile, limitMemory: memoryMb, allowHost: allowHosts, ...rest } = options;
  const { host, port, workers, queue, queueBytes, store, allowFetch, allowPrivate, insecure, logLevel } = rest;
  if (allowPrivate && !allowFetch) throw new DehuskError("bad-option", "--allow-private is for --allow-fetch.");
  const keys = await readKeys(apiKeyFile);
  // Imported only here: no other command needs a web server.
  const { startService } = await import("../index.ts");
  const signal = untilSignal();
  const settings = { host, port, workers, memoryMb, queue, queueBytes, store, allowFetch, allowPrivate };
  const service = await startService(
    { ...settings, limits: limitsOf(options), keys, insecure, allowHosts, logLevel },
    packageJson.version,
  );
  console.note(`dehusk serve: ${service.address}`);
  await signal;
  await service.stop();
  return Exit.Done;
}

/** @throws DehuskError `unreadable`; `bad-option` for a key that no header can carry, and for none at all. */
async function readKeys(file: string | undefined): Promise<string[]> {
  const given = process.env["DEHUSK_API_KEYS"]?.split(/[\s,]+/).filter((key) => key !== "") ?? [];
  if (file !== undefined) {
    const text = await readFile(file, "utf8").catch((error: Error) => {
      throw new DehuskError("unreadable", `The keys cannot be read: ${error.message}.`, { cause: error });
    });
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    given.push(...lines.filter((line) => line !== "" && !line.startsWith("#")));
    if (given.length === 0) throw new DehuskError("bad-option", `There is no key in "${file}".`);
  }
  if (given.some((key) => !/^[\x21-\x7e]+$/.test(key))) {
    throw new DehuskError("bad-option", "A key is of printable ASCII characters without spaces.");
  }
  return given;
}

/** Waits for the first signal to stop; a second one ends the program at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true;
    const onSignal = (): void => {
      if (!isFirst) process.exit(Exit.Done);
      isFirst = false;
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}
