import { stat } from "node:fs/promises";
import type { InputFile } from "./find-inputs.ts";

/** How far reading has come. */
export interface ReadProgress {
  /** Bytes of the inputs read so far, as they are stored: packed ones before they are unpacked. */
  readonly bytes: number;
  /** Bytes of all inputs; undefined when standard input is among them. */
  readonly of: number | undefined;
}

/** Counts the bytes of files that are read one after the other. */
export interface ProgressCount {
  /** Told up to where the file at hand has been read. */
  readonly onPosition: (position: number) => void;
  /** Told that the file at hand is done with, read to its end or not. */
  readonly endFile: () => void;
}

/** Takes the size of each file, and tells of every step forward from then on. */
export async function startProgress(
  files: readonly InputFile[],
  onProgress: (progress: ReadProgress) => void,
): Promise<ProgressCount> {
  const sizes: number[] = [];
  // A file that is gone, or grows meanwhile, is counted as it is found here.
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
