import type { Extraction } from "./extract.ts";

/** Columns of a CSV file of pages. */
export const csvColumns = [
  "url",
  "title",
  "author",
  "date",
  "language",
  "siteName",
  "description",
  "confidence",
  "words",
  "text",
] as const satisfies readonly (keyof Extraction)[];

/** The first line of a CSV file of pages. */
export const csvHeader: string = csvColumns.join(",");

/**
 * A page as a line of a CSV file (RFC 4180), whose first line is `csvHeader`. Texts keep their line breaks, in quotes.
 *
 * @example
 * const file = [csvHeader, ...pages.map((html) => csvLine(extract(html)))].join("\r\n");
 */
export function csvLine(result: Extraction): string {
  return csvColumns.map((name) => csvValue(result[name])).join(",");
}

/** A value for a CSV file; empty for null. */
export function csvValue(value: unknown): string {
  const text =
    value === null || value === undefined ? "" : typeof value === "object" ? JSON.stringify(value) : `${value}`;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
