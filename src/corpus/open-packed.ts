import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";

/** The bytes of a file, unpacked when its name ends in `.gz` or `.br`. Errors of either stream reach whoever reads. */
export function openPacked(path: string): Readable {
  const file = createReadStream(path);
  const unpack = /\.gz$/i.test(path) ? createGunzip() : /\.br$/i.test(path) ? createBrotliDecompress() : undefined;
  return unpack === undefined ? file : pipeline(file, unpack, () => {});
}
