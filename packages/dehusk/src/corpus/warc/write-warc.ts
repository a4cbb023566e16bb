import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import { gzipLevel } from "../write/write-packed-file.ts";
import { WholeFile } from "../write/write-whole-file.ts";
import { warcDigests } from "./write-warc-digest.ts";
import { asRecordId, asUri, asWarcDate, writeWarcHeaders } from "./write-warc-headers.ts";

/** A record to write; Content-Length, the digests and WARC-Type are set by the writer. */
export interface WarcRecord {
  readonly type: "warcinfo" | "response" | "request" | "resource" | "conversion" | "metadata" | "revisit";
  /** WARC-Target-URI. Characters not allowed in a URI, such as spaces and line breaks, are percent-encoded. */
  readonly url?: string;
  /** When the block was captured or created. Default: now. */
  readonly date?: Date;
  /** WARC-Record-ID without the angle brackets, e.g. "urn:uuid:…". Default: a random one. */
  readonly id?: string;
  /** Type of the block, e.g. "application/http; msgtype=response". */
  readonly contentType: string;
  /** More headers, e.g. `WARC-Refers-To`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For HTTP the whole message as sent. Must not change until `write` is done. */
  readonly block: Uint8Array;
}

export interface WarcWriterOptions {
  /** The software that writes the file, for a `warcinfo` record at its start. Default: no such record. */
  readonly software?: string;
  /** Whether to gzip each record as its own member. Default: if the name ends in ".gz". */
  readonly gzip?: boolean;
}

const gzipAside = promisify(gzip);

/** Shorter records are compressed synchronously: handing them to another thread takes longer. */
const shortRecord = 16 * 1024;
const recordEnd = Buffer.from("\r\n\r\n");

/**
 * Writes a WARC/1.1 file, whole or not at all: under a temporary name until `close`.
 *
 * Memory holds the records whose `write` has not been awaited. Such records are compressed in parallel, and written in
 * the order of the calls.
 *
 * @example
 * const warc = await WarcWriter.open("crawl.warc.gz", { software: "my-crawler/1.0" });
 * await warc.write({ type: "response", url, contentType: "application/http; msgtype=response", block: message });
 * await warc.close();
 */
export class WarcWriter {
  readonly #file: WholeFile;
  readonly #gzip: boolean;
  /** Settles when the last record, and all before it, are written. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(file: WholeFile, isPacked: boolean) {
    this.#file = file;
    this.#gzip = isPacked;
  }

  /**
   * Opens a file for writing. An existing one stays unchanged until `close`.
   *
   * @throws DehuskError `unwritable`; `bad-input` if `software` is not allowed in a header.
   */
  static async open(path: string, options: WarcWriterOptions = {}): Promise<WarcWriter> {
    const { software, gzip: isPacked = /\.gz$/i.test(path) } = options;
    const writer = new WarcWriter(await WholeFile.open(path), isPacked);
    if (software === undefined) return writer;
    try {
      await writer.write(warcInfo({ software }));
    } catch (error) {
      await writer.abort();
      throw error;
    }
    return writer;
  }

  /**
   * Adds a record, after those of earlier calls.
   *
   * @returns Offset and length of the record in the file, in bytes: for gzip, of its member.
   * @throws DehuskError `bad-input` if a value is not allowed in a header, which leaves the file unchanged;
   * `unwritable`.
   */
  async write(record: WarcRecord): Promise<{ offset: number; length: number }> {
    const plain = Buffer.concat([headOf(record), record.block, recordEnd]);
    const packed = this.#gzip ? compress(plain) : plain;
    const before = this.#last;
    const put = async () => {
      const [bytes] = await Promise.all([packed, before]);
      const { offset } = this.#file;
      await this.#file.write(bytes);
      return { offset, length: bytes.length };
    };
    const placed = put();
    // A failure is reported to whoever awaits this record; later ones find the file failed.
    this.#last = placed.catch(() => undefined);
    return placed;
  }

  /**
   * Moves the file to its name, replacing an existing one.
   *
   * @throws DehuskError `unwritable`; then there is no file, or the previous one.
   */
  async close(): Promise<void> {
    await this.#last;
    await this.#file.close();
  }

  /** Discards what was written; an existing file stays unchanged. Does nothing after `close`. */
  async abort(): Promise<void> {
    await this.#last;
    await this.#file.abort();
  }
}

/** A `warcinfo` record with a file's properties, one per line. */
export function warcInfo(
  properties: Readonly<Record<string, string>>,
  given: Pick<WarcRecord, "id" | "date"> = {},
): WarcRecord {
  const block = writeWarcHeaders({ ...properties, format: "WARC File Format 1.1" });
  return { type: "warcinfo", contentType: "application/warc-fields", block, ...given };
}

function compress(plain: Buffer): Buffer | Promise<Buffer> {
  const options = { level: gzipLevel };
  return plain.length < shortRecord ? gzipSync(plain, options) : gzipAside(plain, options);
}

function headOf(record: WarcRecord): Buffer {
  const { type, url, date = new Date(), id = `urn:uuid:${randomUUID()}`, contentType, headers, block } = record;
  const made = {
    "WARC-Type": type,
    "WARC-Record-ID": asRecordId(id),
    "WARC-Date": asWarcDate(date),
    ...(url === undefined ? {} : { "WARC-Target-URI": asUri(url) }),
    ...warcDigests(record),
    "Content-Type": contentType,
    "Content-Length": String(block.length),
  };
  return Buffer.concat([Buffer.from("WARC/1.1\r\n"), writeWarcHeaders(made, headers), Buffer.from("\r\n")]);
}
