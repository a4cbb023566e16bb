import { open } from "node:fs/promises";
import { DehuskError } from "dehusk/internal/basics";
import { type FetchOptions, fetchChecked, shownUrl } from "dehusk/internal/fetch";

/** Bytes per request. */
const defaultPiece = 32 * 1024 * 1024;

/** Time for a piece: 32 MB at 250 KB/s. */
const milliseconds = 128_000;

export interface DownloadOptions extends Pick<FetchOptions, "addresses"> {
  readonly pieceBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Whether an input is a URL. */
export function isWebAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/**
 * Downloads a large file in pieces, from servers that support ranges, as public buckets do. One piece is in memory at a
 * time. Connects only to public IP addresses by default.
 *
 * @throws DehuskError `unreadable` when the server has no such file, gives no ranges, or the file changes meanwhile;
 * `refused`, `limit-time`.
 */
export async function download(url: string, path: string, options: DownloadOptions = {}): Promise<void> {
  const { addresses, pieceBytes = defaultPiece, signal } = options;
  const file = await open(path, "w");
  try {
    let etag: string | undefined;
    for (let from = 0, size = 1; from < size; ) {
      signal?.throwIfAborted();
      const headers = { range: `bytes=${from}-${from + pieceBytes - 1}`, "accept-encoding": "identity" };
      const answer = await fetchChecked(url, { addresses, headers, milliseconds, bytes: pieceBytes });
      const [, begins, , total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers["content-range"] ?? "") ?? [];
      if (answer.status !== 206 || Number(begins) !== from || answer.body.length === 0) {
        throw unreadable(url, `the server answers ${answer.status} to a request for a range`);
      }
      if (from > 0 && (answer.headers.etag !== etag || Number(total) !== size))
        throw unreadable(url, "it changes while it is read");
      etag = answer.headers.etag;
      size = Number(total);
      await file.writeFile(answer.body);
      from += answer.body.length;
    }
  } finally {
    await file.close();
  }
}

function unreadable(url: string, why: string): DehuskError {
  return new DehuskError("unreadable", `Cannot read ${shownUrl(url)}: ${why}.`);
}
