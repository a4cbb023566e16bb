import { createInflateRaw } from "node:zlib";
import type { FileWindow } from "../read/file-window.ts";

/** Deflate compresses at most about 1000 to 1, so one slice becomes 16 MB at most. */
const sliceBytes = 16 * 1024;

/**
 * Inflates raw deflate data of any length from a file offset, piece by piece; returns how many bytes of the file it
 * consumed. Fed in slices rather than by a pipeline, it gives all pieces before an error; pipelines lose some.
 *
 * @throws the error of zlib or of the file.
 */
export async function* inflateLong(file: Pick<FileWindow, "read">, start: number): AsyncGenerator<Buffer, number> {
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  let pieces: Buffer[] = [];
  let failure: Error | undefined;
  let ended = false;
  let wake = (): void => {};
  inflate.on("data", (piece: Buffer) => pieces.push(piece));
  inflate.on("end", () => {
    ended = true;
    wake();
  });
  inflate.on("error", (error) => {
    failure = error;
    wake();
  });
  try {
    for (let at = start; !ended && failure === undefined; at += sliceBytes) {
      const slice = await file.read(at, sliceBytes);
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (slice.length > 0) inflate.write(slice, () => resolve());
        else inflate.end();
      });
      const given = pieces;
      pieces = [];
      yield* given;
    }
    yield* pieces;
    if (failure !== undefined) throw failure;
    return inflate.bytesWritten;
  } finally {
    inflate.destroy();
  }
}
