import { DehuskError } from "../../basics/index.ts";
import { longestHeaders } from "./header-block.ts";

/** Names are tokens, as in HTTP. */
const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** What would end a line, here or in readers that know Unicode's line ends, and other control characters but the tab. */
const notInHeaders = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Lines of WARC headers, in UTF-8.
 *
 * @param more Further headers, none of which may be among the first.
 * @throws DehuskError `bad-input` when a name or a value cannot stand in a header, or all are too long to be read again.
 */
export function writeWarcHeaders(
  headers: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Buffer {
  const taken = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const name of Object.keys(more)) {
    if (taken.has(name.toLowerCase())) refuse(`The header ${name} is made by the writer and cannot be given`);
    taken.add(name.toLowerCase());
  }
  const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => {
    if (!headerName.test(name)) refuse(`${JSON.stringify(name)} is no name for a WARC header`);
    if (notInHeaders.test(value)) {
      refuse(`The WARC header ${name} has a line break or a control character: ${JSON.stringify(value.slice(0, 80))}`);
    }
    return `${name}: ${value}\r\n`;
  });
  const bytes = Buffer.from(lines.join(""));
  // Room is left for the version and the empty line.
  if (bytes.length > longestHeaders - 16) {
    refuse(`The headers of a WARC record have ${bytes.length} bytes; readers take ${longestHeaders}`);
  }
  return bytes;
}

/** An address as it can stand in a header: without blanks around it, and with percent-encoded ones within. */
export function asUri(url: string): string {
  return url.trim().replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029<>]/g, encodeURIComponent);
}

/**
 * A record's id in angle brackets.
 *
 * @throws DehuskError `bad-input` when it is no URI.
 */
export function asRecordId(id: string): string {
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>]+$/i.test(id)) {
    refuse(`${JSON.stringify(id.slice(0, 80))} is no WARC record id; expected one such as "urn:uuid:…"`);
  }
  return `<${id}>`;
}

/**
 * A time as WARC-Date has it, in UTC, with a fraction when there is one.
 *
 * @throws DehuskError `bad-input` when it is not a valid time of the years 0 to 9999.
 */
export function asWarcDate(date: Date): string {
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  if (!/^\d{4}-/.test(text)) refuse(`A WARC record's date is ${text || "not a valid Date"}`);
  return text.replace(".000Z", "Z");
}

function refuse(message: string): never {
  throw new DehuskError("bad-input", `${message}.`);
}
