import { DehuskError } from "../../basics/index.ts";
import { type CorpusWriter, chooseFields } from "./write-corpus-line.ts";
import { openCsvWriter } from "./write-csv.ts";
import { openJsonLinesWriter } from "./write-json-lines.ts";
import { openMarkdownWriter } from "./write-markdown-folder.ts";
import { openWetWriter } from "./write-wet.ts";

/** Output formats of a corpus. */
export const corpusFormats = ["jsonl", "parquet", "csv", "wet", "markdown"] as const;

export type CorpusFormat = (typeof corpusFormats)[number];

export interface CorpusWriterOptions {
  /** Fields to keep besides `version`, `id` and `error`. Default: all. */
  readonly fields?: readonly string[] | undefined;
  /** Default: by the name. */
  readonly format?: CorpusFormat | undefined;
  /** Creation date of the texts, for WET files. Default: now. */
  readonly date?: Date | undefined;
}

/**
 * The format implied by a name: ".jsonl", ".jsonl.gz" or ".jsonl.zst"; ".csv", ".csv.gz" or ".csv.zst"; ".parquet"; ".wet", ".wet.gz" or ".warc.wet.gz";
 * a folder of Markdown files if it ends in "/". Undefined for other names.
 */
export function corpusFormatOf(path: string): CorpusFormat | undefined {
  if (/[/\\]$/.test(path)) return "markdown";
  if (/\.jsonl(?:\.gz|\.zst)?$/i.test(path)) return "jsonl";
  if (/\.csv(?:\.gz|\.zst)?$/i.test(path)) return "csv";
  if (/\.parquet$/i.test(path)) return "parquet";
  return /\.wet(?:\.gz)?$/i.test(path) ? "wet" : undefined;
}

/**
 * Opens a corpus for writing, whole or not at all: an existing one stays unchanged until `close`, and for good if
 * writing fails or the process dies. Memory does not grow with the number of lines.
 *
 * @example
 * const corpus = await openCorpusWriter("clean.parquet", { fields: ["url", "title", "text"] });
 * await corpus.write({ version: 1, id: "1", url: "https://example.org/", title: "Example", text: "An example." });
 * await corpus.close();
 *
 * @throws DehuskError `bad-option` if the name implies no format, or the format does not support the fields;
 * `unwritable`.
 */
export async function openCorpusWriter(path: string, options: CorpusWriterOptions = {}): Promise<CorpusWriter> {
  const { fields: names, format = corpusFormatOf(path), date = new Date() } = options;
  const fields = chooseFields(names);
  switch (format) {
    case "jsonl":
      return openJsonLinesWriter(path, names === undefined ? undefined : fields);
    case "csv":
      return openCsvWriter(path, fields);
    case "parquet":
      return (await import("./write-parquet.ts")).openParquetWriter(path, fields);
    case "wet":
      return openWetWriter(path, fields, date);
    case "markdown":
      return openMarkdownWriter(path, fields);
    default:
      throw new DehuskError("bad-option", unknownFormat(path, format));
  }
}

/** Says which formats there are. */
export function unknownFormat(path: string, format?: unknown): string {
  if (format !== undefined) return `Unknown format "${String(format)}"; expected one of ${corpusFormats.join(", ")}.`;
  const names =
    ".jsonl, .jsonl.gz, .jsonl.zst, .csv (.gz, .zst), .parquet, .wet or .wet.gz, or / for a folder of Markdown files";
  return `Unknown output format for "${path}": the name must end in ${names}.`;
}
