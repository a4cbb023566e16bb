import { stat } from "node:fs/promises";
import type { InputFile } from "./find-inputs.ts";

/** Read progress. */
export interface ReadProgress {
  /** Bytes of the inputs read so far, as stored: compressed ones before decompression. */
  readonly bytes: number;
  /** Bytes of all inputs; undefined if standard input is among them. */
  readonly of: number | undefined;
}

/** Counts the bytes of files read one after the other. */
export interface ProgressCount {
  /** Called with the offset that the current file has been read up to. */
  readonly onPosition: (position: number) => void;
  /** Called when the current file is finished, at its end or not. */
  readonly endFile: () => void;
}

/** Takes the size of each file, and reports every step from then on. */
export async function startProgress(
  files: readonly InputFile[],
  onProgress: (progress: ReadProgress) => void,
): Promise<ProgressCount> {
  const sizes: number[] = [];
  // A file that is removed or grows later counts with its size here.
  for (const { path } of files) sizes.push(path === "-" ? 0 : ((await stat(path).catch(() => undefined))?.size ?? 0));
  const of = files.some(({ path }) => path === "-") ? undefined : sizes.reduce((sum, size) => sum + size, 0);
  let file = 0;
  let before = 0;
  let furthest = 0;
  const tell = (position: number): void => {
    if (position <= furthest) return;
    furthest = position;
    onProgress({ bytes: position, of });
  };
  return {
    onPosition(position) {
      tell(before + (of === undefined ? position : Math.min(position, sizes[file] as number)));
    },
    endFile() {
      before = files[file]?.path === "-" ? furthest : before + (sizes[file] as number);
      file++;
      tell(before);
    },
  };
}
