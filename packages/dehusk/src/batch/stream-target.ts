import type { BatchTarget } from "./batch-target.ts";

/**
 * Takes lines sequentially, without seeking: a pipe, standard output.
 *
 * @returns Whether the reader is still there.
 */
export type WriteLines = (lines: Uint8Array) => Promise<boolean>;

/** A target that cannot be resumed. */
export function streamTarget(write: WriteLines, outputs: readonly string[]): BatchTarget {
  return {
    before: undefined,
    outputs,
    sites: undefined,
    async *keptKeys() {},
    async add(lines) {
      return lines.length === 0 || write(Buffer.concat(lines));
    },
    async progress() {},
    async finish() {},
    async close() {},
  };
}
