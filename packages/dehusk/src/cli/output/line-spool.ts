import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { readLines } from "../../corpus/index.ts";

/** Lines that are read more than once: in memory, and beyond a limit in a temporary file. */
export class LineSpool {
  #held: Uint8Array[] = [];
  #bytes = 0;
  #folder = "";
  #file: FileHandle | undefined;
  readonly #mostBytes: number;

  constructor(mostBytes = 64 * 1024 * 1024) {
    this.#mostBytes = mostBytes;
  }

  /** @throws DehuskError `unwritable` when the temporary file cannot be written. */
  async add(line: Uint8Array): Promise<void> {
    this.#bytes += line.length;
    this.#held.push(line);
    if (this.#bytes > this.#mostBytes) await this.#flush();
  }

  /** All lines, in their order. No line may be added meanwhile. */
  async *lines(): AsyncGenerator<Uint8Array> {
    if (this.#file !== undefined) {
      const written = createReadStream(join(this.#folder, "lines"));
      for await (const { bytes } of readLines(written, Number.POSITIVE_INFINITY)) yield bytes as Uint8Array;
    }
    yield* this.#held;
  }

  /** Forgets all lines. */
  async clear(): Promise<void> {
    this.#held = [];
    this.#bytes = 0;
    if (this.#file === undefined) return;
    await this.#file.close();
    this.#file = undefined;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #flush(): Promise<void> {
    const newline = Buffer.from("\n");
    const lines = Buffer.concat(this.#held.flatMap((line) => [line, newline]));
    this.#held = [];
    this.#bytes = 0;
    try {
      this.#file ??= await this.#open();
      await this.#file.appendFile(lines);
    } catch (error) {
      const message = `Cannot write a temporary file: ${(error as Error).message}.`;
      throw new DehuskError("unwritable", message, { cause: error });
    }
  }

  async #open(): Promise<FileHandle> {
    this.#folder = await mkdtemp(join(tmpdir(), "dehusk-reduce-"));
    return open(join(this.#folder, "lines"), "a");
  }
}
