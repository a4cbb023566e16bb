import { DehuskError } from "../../basics/index.ts";
import { maxHeadersLength } from "./header-block.ts";

/** Names are tokens, as in HTTP. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Line ends, including Unicode's, and control characters other than tab. */
const notInHeaders = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Lines of WARC headers, in UTF-8.
 *
 * @param more Further headers, none of which may be among the first.
 * @throws DehuskError `bad-input` if a name or value is not allowed in a header, or the block would be too long to read
 * back.
 */
export function writeWarcHeaders(
  headers: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Buffer {
  const taken = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const name of Object.keys(more)) {
    if (taken.has(name.toLowerCase())) refuse(`The header ${name} is set by the writer and cannot be given`);
    taken.add(name.toLowerCase());
  }
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => {
    if (!headerName.test(name)) refuse(`${JSON.stringify(name)} is not a valid WARC header name`);
    if (notInHeaders.test(value)) {
      refuse(`The WARC header ${name} has a line break or a control character: ${JSON.stringify(value.slice(0, 80))}`);
    }
    return `${name}: ${value}\r\n`;
  });
  const bytes = Buffer.from(lines.join(""));
  // Leaves room for the version and the empty line.
  if (bytes.length > maxHeadersLength - 16) {
    refuse(`The headers of a WARC record have ${bytes.length} bytes; the limit is ${maxHeadersLength}`);
  }
  return bytes;
}

/** An address as allowed in a header: trimmed, with white space percent-encoded. */
export function asUri(url: string): string {
  return url.trim().replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029<>]/g, encodeURIComponent);
}

/**
 * A record's id in angle brackets.
 *
 * @throws DehuskError `bad-input` if it is not a URI.
 */
export function asRecordId(id: string): string {
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>]+$/i.test(id)) {
    refuse(`${JSON.stringify(id.slice(0, 80))} is not a WARC record id; expected e.g. "urn:uuid:…"`);
  }
  return `<${id}>`;
}

/**
 * A time in WARC-Date format, in UTC, with a fraction if there is one.
 *
 * @throws DehuskError `bad-input` if it is not a valid time of the years 0 to 9999.
 */
export function asWarcDate(date: Date): string {
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  if (!/^\d{4}-/.test(text)) refuse(`Invalid date of a WARC record: ${text || "not a valid Date"}`);
  return text.replace(".000Z", "Z");
}

function refuse(message: string): never {
  throw new DehuskError("bad-input", `${message}.`);
}
