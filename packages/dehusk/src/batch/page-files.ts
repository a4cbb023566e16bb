import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { DehuskError } from "../basics/index.ts";
import { findInputs, type ReadProgress, readUnreadPages } from "../corpus/index.ts";
import type { BatchSource } from "./run-batch.ts";

export interface PageFilesOptions {
  /** Largest page, in bytes. */
  readonly limitBytes?: number | undefined;
  /** Called with the read progress. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
}

/**
 * The pages of files and folders, as for `readPages`, as a batch source. A file with another size or time counts as
 * another input.
 *
 * @throws DehuskError as `readPages` does.
 */
export async function pageFiles(
  paths: readonly string[],
  { limitBytes, onProgress }: PageFilesOptions = {},
): Promise<BatchSource> {
  const hash = createHash("sha256");
  const { files } = await findInputs(paths);
  for (const { path, name } of files) {
    if (path === "-") continue;
    const { size, mtimeMs } = await stat(path).catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === "ENOENT" ? "no such file" : error.message;
      throw new DehuskError("unreadable", `Cannot read "${path}": ${reason}.`, { cause: error });
    });
    hash.update(JSON.stringify([path, name, size, mtimeMs]));
  }
  return {
    inputs: hash.digest("hex"),
    open: (skip) => readUnreadPages(paths, { limitBytes, skip, onProgress }),
  };
}
