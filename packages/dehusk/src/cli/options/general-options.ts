import type { Command } from "commander";
import { defaultLimits, type Limits } from "../../page/index.ts";
import { positive } from "./option-values.ts";

/** Options that every command has. */
export interface GeneralOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly limitBytes: number;
  readonly limitNodes: number;
  readonly limitDepth: number;
  readonly limitMs: number;
}

/** Time for one page on the command line, where nobody wants to wait for ever. */
const defaultMilliseconds = 60_000;

/** @param defaults Limits that the command has in place of the usual ones. */
export function addGeneralOptions(command: Command, defaults: Partial<Limits> = {}): Command {
  const { bytes = defaultLimits.bytes, milliseconds = defaultMilliseconds } = defaults;
  return command
    .option("--limit-bytes <n>", "largest input", positive, bytes)
    .option("--limit-nodes <n>", "most nodes of a page", positive, defaultLimits.nodes)
    .option("--limit-depth <n>", "deepest nesting of a page", positive, defaultLimits.depth)
    .option("--limit-ms <n>", "longest time for a page, in milliseconds", positive, milliseconds)
    .option("--json", "errors as JSON on stderr", false)
    .option("-q, --quiet", "no warnings, no progress", false);
}

export function limitsOf(options: GeneralOptions): Limits {
  return {
    bytes: options.limitBytes,
    nodes: options.limitNodes,
    depth: options.limitDepth,
    milliseconds: options.limitMs,
  };
}
