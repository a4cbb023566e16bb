import { DehuskError } from "../../basics/index.ts";
import { answerPages, failedLine, type PlacedRecord, type WorkerPool } from "../../batch/index.ts";
import { type PageRecord, pageOfLine, readLines, readPages } from "../../corpus/index.ts";
import { decode, siteOf } from "../../page/index.ts";

/**
 * The lines of `dehusk map`: a site, a tab, and the page's data as JSON without raw tabs or line breaks. The engine groups them
 * by site and passes them to `dehusk reduce`.
 */

/** Stands in for the site of pages without a URL. */
const noSite = "-";

/** Pages from JSON lines on a stream. A stream without lines has no pages, as a piece of a data set may have none. */
export async function* pagesOfLines(stream: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<PageRecord> {
  const file = "-";
  for await (const { number, bytes } of readLines(stream, limitBytes)) {
    if (bytes === undefined) {
      const message = `Line ${number} is longer than the limit of ${limitBytes} bytes (--limit-bytes).`;
      yield { id: `${file}:${number}`, error: new DehuskError("limit-bytes", message) };
    } else if (bytes.some((byte) => byte > 32)) yield pageOfLine({ line: bytes, number, file });
  }
}

/** Pages of the files that the lines of a stream name. */
export async function* pagesOfPaths(stream: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<PageRecord> {
  for await (const { bytes = new Uint8Array(0) } of readLines(stream, 1 << 16)) {
    const path = Buffer.from(bytes).toString().trim();
    if (path !== "") yield* readPages([path], { limitBytes });
  }
}

/** For each page its line: what `dehusk batch` writes, under its site. */
export async function* mapToLines(
  records: AsyncIterable<PageRecord>,
  pool: WorkerPool,
): AsyncGenerator<{ line: string; isFailed: boolean }> {
  for await (const { record, result } of answerPages(placed(records), pool, 1)) {
    if (result.line.length === 0) continue;
    const isFailed = result.outcome !== "kept";
    yield { line: `${keyOf(record)}\t${Buffer.from(result.line)}`, isFailed };
  }
}

/** For each page itself under its site, for a reduce that looks at all pages of a site. */
export async function* mapToPages(
  records: AsyncIterable<PageRecord>,
): AsyncGenerator<{ line: string; isFailed: boolean }> {
  for await (const record of records) {
    const isFailed = record.error !== undefined;
    yield { line: `${keyOf(record)}\t${pageValue(record)}\n`, isFailed };
  }
}

function pageValue(record: PageRecord): string {
  if (record.error !== undefined) return failedLine(record.id, record.error.code, record.error.message).line;
  const { id, url, html, encoding } = record;
  const text = typeof html === "string" ? html : decode(html, encoding).html;
  return JSON.stringify({ id, url, html: text });
}

function keyOf(record: PageRecord): string {
  const url = record.error === undefined ? record.url : undefined;
  return siteOf({ url }) || noSite;
}

async function* placed(records: AsyncIterable<PageRecord>): AsyncGenerator<PlacedRecord> {
  let position = 0;
  for await (const record of records) yield { position: position++, record };
}
