import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { WholeFile } from "dehusk/internal/corpus";

const pack = promisify(gzip);
const memberBytes = 1024 * 1024;

/** A file of results: gzipped lines, a member for each megabyte. It appears whole or not at all. */
export class PartFile {
  lines = 0;
  readonly #file: WholeFile;
  #gathered: (string | Uint8Array)[] = [];
  #gatheredBytes = 0;

  private constructor(file: WholeFile) {
    this.#file = file;
  }

  static async open(path: string): Promise<PartFile> {
    return new PartFile(await WholeFile.open(path));
  }

  /** Bytes written so far, packed. */
  get bytes(): number {
    return this.#file.offset;
  }

  /** @param line Without its line break. */
  async add(line: string | Uint8Array): Promise<void> {
    this.#gathered.push(line);
    this.#gatheredBytes += line.length + 1;
    this.lines++;
    if (this.#gatheredBytes >= memberBytes) await this.#flush();
  }

  async close(): Promise<void> {
    // A file of no lines is one empty member, which every reader of gzip takes.
    if (this.#gatheredBytes > 0 || this.#file.offset === 0) await this.#flush();
    await this.#file.close();
  }

  async abort(): Promise<void> {
    await this.#file.abort();
  }

  async #flush(): Promise<void> {
    const newline = Buffer.from("\n");
    const bytes = this.#gathered.flatMap((line) => [typeof line === "string" ? Buffer.from(line) : line, newline]);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    await this.#file.write(await pack(Buffer.concat(bytes)));
  }
}
