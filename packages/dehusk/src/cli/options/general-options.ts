import type { OptionValues } from "../../options/index.ts";
import { type Limits, limitTable } from "../../page/index.ts";

/** Time limit per page on the command line. */
const defaultMilliseconds = 60_000;

/** Options for a command's messages. */
export const talkOptions = {
  json: { type: "boolean", default: false, help: "write JSON, or one line of it each where there are many answers" },
  errors: {
    type: "choice",
    of: ["text", "json"],
    default: "text",
    value: "how",
    help: "how to write errors to stderr: as text, or as one line of JSON each",
  },
  config: {
    type: "string",
    value: "file",
    defaultText: ".dehuskrc.json in the current folder, if there is one",
    help: "read options from this file",
  },
  quiet: { type: "boolean", default: false, short: "q", help: "no warnings, no progress" },
} as const;

/** Options that every command over pages has. */
export const generalOptions = {
  limitBytes: { ...limitTable.bytes, value: "n", help: "maximum size of an input in bytes" },
  limitNodes: { ...limitTable.nodes, value: "n", help: "maximum number of nodes of a page" },
  limitDepth: { ...limitTable.depth, value: "n", help: "maximum nesting depth of a page" },
  limitMs: {
    ...limitTable.milliseconds,
    default: defaultMilliseconds,
    value: "n",
    help: "maximum time for a page in milliseconds",
  },
  ...talkOptions,
} as const;

export type GeneralOptions = OptionValues<typeof generalOptions>;

export function limitsOf(options: GeneralOptions): Limits {
  return {
    bytes: options.limitBytes,
    nodes: options.limitNodes,
    depth: options.limitDepth,
    milliseconds: options.limitMs,
  };
}
