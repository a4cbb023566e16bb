/** Headers by lower-case name; of duplicates, the first. */
export type Headers = ReadonlyMap<string, string>;

/** Longest header block accepted. */
export const maxHeadersLength = 64 * 1024;

const lineFeed = 10;
const carriageReturn = 13;

/** Where a header block ends, after its empty line; undefined if there is no empty line in the bytes. */
export function headersEnd(bytes: Uint8Array): number | undefined {
  const end = Math.min(bytes.length, maxHeadersLength);
  for (let at = bytes.indexOf(lineFeed); at >= 0 && at < end; at = bytes.indexOf(lineFeed, at + 1)) {
    if (bytes[at + 1] === lineFeed) return at + 2;
    if (bytes[at + 1] === carriageReturn && bytes[at + 2] === lineFeed) return at + 3;
  }
  return undefined;
}

/**
 * The first line of a block, and its headers: lines that end in CRLF or LF, and continuations that start with white
 * space.
 */
export function parseHeaders(text: string): { readonly firstLine: string; readonly headers: Headers } {
  const joined = /\n[ \t]/.test(text) ? text.replace(/\r?\n[ \t]+/g, " ") : text;
  const headers = new Map<string, string>();
  let firstLine: string | undefined;
  for (let start = 0, end = 0; end < joined.length; start = end + 1) {
    end = joined.indexOf("\n", start);
    if (end < 0) end = joined.length;
    const line = joined.slice(start, joined[end - 1] === "\r" && end > start ? end - 1 : end);
    if (firstLine === undefined) {
      firstLine = line;
      continue;
    }
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { firstLine: firstLine ?? "", headers };
}
