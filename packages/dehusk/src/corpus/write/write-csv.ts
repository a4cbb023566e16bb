import { csvValue } from "../../extract/index.ts";
import type { CorpusField, CorpusWriter } from "./write-corpus-line.ts";
import { openLineWriter } from "./write-json-lines.ts";

/**
 * Writes a CSV file (RFC 4180) with a line for each page and a column for each field, lists as JSON; failed pages have
 * `errorCode` and `errorMessage`. Compressed if the name ends in ".gz" or ".zst".
 */
export function openCsvWriter(path: string, fields: readonly CorpusField[]): Promise<CorpusWriter> {
  const header = `${["id", ...fields, "errorCode", "errorMessage"].join(",")}\r\n`;
  return openLineWriter(path, header, ({ error, ...line }) => {
    const values = [line.id, ...fields.map((name) => line[name]), error?.code, error?.message];
    return `${values.map(csvValue).join(",")}\r\n`;
  });
}
