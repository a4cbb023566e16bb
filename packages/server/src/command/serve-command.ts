import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { DehuskError } from "dehusk/internal/basics";
import {
  type CommandCall,
  defineCommand,
  Exit,
  generalOptions,
  limitsOf,
  memoryOption,
  workersOption,
} from "dehusk/internal/cli";
import type { OptionValues } from "dehusk/internal/options";
import packageJson from "../../package.json" with { type: "json" };
import { logLevels } from "../service-options.ts";

const serveOptions = {
  host: { type: "string", guarded: true, default: "127.0.0.1", value: "address", help: "address to listen on" },
  port: {
    type: "integer",
    min: 0,
    max: 65_535,
    default: 8380,
    short: "p",
    value: "n",
    help: "port to listen on; 0 for any free one",
  },
  workers: workersOption,
  limitMemory: { ...memoryOption, default: 1024 },
  queue: { type: "integer", min: 0, default: 1000, value: "n", help: "maximum number of waiting requests" },
  queueBytes: {
    type: "number",
    above: 0,
    default: 512 * 1024 * 1024,
    value: "n",
    help: "maximum size of all pending requests, in bytes",
  },
  store: {
    type: "string",
    guarded: true,
    default: "memory",
    short: "s",
    value: "place",
    help: 'where the tables of sites are kept: "memory", a folder, or postgres://…',
  },
  allowFetch: {
    type: "boolean",
    guarded: true,
    default: false,
    help: "fetch pages from URLs in requests, from public IP addresses only",
  },
  allowPrivate: {
    type: "boolean",
    guarded: true,
    default: false,
    help: "with --allow-fetch: also fetch from this machine and the local network",
  },
  apiKeyFile: {
    type: "string",
    guarded: true,
    value: "file",
    env: "DEHUSK_API_KEYS",
    help: "file of API keys, one per line; requests must send one of them",
  },
  insecure: {
    type: "boolean",
    default: false,
    guarded: true,
    help: "accept requests from other machines without API keys",
  },
  allowHosts: {
    type: "list",
    guarded: true,
    repeat: true,
    default: [],
    defaultText: "none",
    flag: "allow-host",
    value: "name",
    help: "a host name that requests may use; can be given several times",
  },
  logLevel: { type: "choice", of: logLevels, default: "info", value: "level", help: "lowest severity to log" },
  ...generalOptions,
  // A service reads untrusted pages, so its limits are lower than a command's.
  limitBytes: { ...generalOptions.limitBytes, default: 16 * 1024 * 1024 },
  limitMs: { ...generalOptions.limitMs, default: 10_000 },
} as const;

/** `dehusk serve`. */
export const command = defineCommand({
  options: serveOptions,
  details: `
POST /extract, /detect and /segment take a page (HTML, JSON with html, or a form with a file) and answer like the commands of
those names with --format json; /docs lists all routes and options, / is the inspector.

  dehusk serve &
  curl --data-binary @page.html -H 'Content-Type: text/html' 'http://127.0.0.1:8380/extract?fields=title,markdown'

By default only this machine can reach it. With --host, API keys are required, one per line in --api-key-file or in the
variable DEHUSK_API_KEYS (separated by spaces or commas), or --insecure. Clients send "Authorization: Bearer KEY".

A page over --limit-bytes, --limit-nodes or --limit-depth gets status 413; one over --limit-ms or --limit-memory gets 503;
when --queue requests are waiting, the next one gets 429.

Logs are JSON lines on stderr, without page content. SIGTERM or SIGINT stops the service after the requests in progress; a
second signal ends it at once.`,
  exits: {
    0: "stopped",
    2: "wrong usage",
    3: "cannot listen, or the file of API keys is unreadable",
    5: "store unusable",
  },
  run,
});

async function run({ options, console }: CommandCall<OptionValues<typeof serveOptions>>): Promise<number> {
  const { apiKeyFile, workers = availableParallelism(), limitMemory: memoryMb } = options;
  const { host, port, queue, queueBytes, store, allowFetch, allowPrivate, insecure, allowHosts, logLevel } = options;
  if (allowPrivate && !allowFetch) throw new DehuskError("bad-option", "--allow-private needs --allow-fetch.");
  const keys = await readKeys(apiKeyFile);
  // Imported only here: no other command needs a web server.
  const { startService } = await import("../index.ts");
  const signal = untilSignal();
  const door = { host, port, keys, insecure, allowHosts, allowFetch, allowPrivate };
  const capacity = { workers, memoryMb, queue, queueBytes, limits: limitsOf(options) };
  const service = await startService({ ...door, ...capacity, store, logLevel }, packageJson.version);
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
      throw new DehuskError("unreadable", `Cannot read the API keys: ${error.message}.`, { cause: error });
    });
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    given.push(...lines.filter((line) => line !== "" && !line.startsWith("#")));
    if (given.length === 0) throw new DehuskError("bad-option", `"${file}" contains no key.`);
  }
  if (given.some((key) => !/^[\x21-\x7e]+$/.test(key))) {
    throw new DehuskError("bad-option", "A key must consist of printable ASCII characters without spaces.");
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
