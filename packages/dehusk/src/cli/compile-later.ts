import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";

/** Bytes of bytecode that a function runs between V8's looks at whether to optimize it; its default is an eighth. */
const interruptBudget = 500_000;

/**
 * Has V8 optimize later if there is a worker for every core. It does so for each thread anew, in threads of its own, which
 * then take time from workers; and what it optimizes early it often does again, once it has met other types. Where
 * cores are idle, workers are faster as it is.
 */
export function compileLater(
  workers: number | undefined,
  cores = availableParallelism(),
  setFlags = setFlagsFromString,
): void {
  const isNode = process.versions["bun"] === undefined && process.versions["deno"] === undefined;
  if (isNode && (workers ?? cores) >= cores) setFlags(`--interrupt-budget=${interruptBudget}`);
}
