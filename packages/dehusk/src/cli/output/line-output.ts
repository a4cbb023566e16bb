import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { unwritable } from "../../corpus/index.ts";
import { makeFolder } from "../../incremental/index.ts";
import { writeStdout } from "./write-output.ts";

/**
 * A file that lines are put into one by one, and that can be cut back to where it was. Each line is with the system when
 * `put` returns, so that it outlives the process. What cannot be cut back, such as a pipe or standard output, gets a line
 * when it is confirmed.
 */
export class LineOutput {
  /** Bytes of confirmed lines. */
  #confirmed = 0;
  #next = 0;
  #waiting = "";
  /** Undefined for standard output. */
  readonly #file: number | undefined;
  readonly #isPlain: boolean;
  readonly #path: string;

  private constructor(path: string, file: number | undefined) {
    this.#path = path;
    this.#file = file;
    this.#isPlain = file !== undefined && fstatSync(file).isFile();
  }

  /**
   * Opens a file, creating it if needed, and keeps its contents.
   *
   * @throws DehuskError `unwritable`.
   */
  static open(path: string | undefined): LineOutput {
    if (path === undefined) return new LineOutput("standard output", undefined);
    try {
      makeFolder(dirname(path));
      // Not for appending: an unconfirmed line is overwritten.
      return new LineOutput(path, openSync(path, constants.O_WRONLY | constants.O_CREAT));
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /**
   * Continues after the first `bytes`; the rest of the file is dropped.
   *
   * @throws DehuskError `unwritable` when the file has fewer.
   */
  goOnAfter(bytes: number): void {
    if (this.#isPlain) {
      const { size } = fstatSync(this.#file as number);
      if (size < bytes) {
        throw unwritable(this.#path, new Error(`it has ${size} bytes, but the run to be resumed wrote ${bytes}`));
      }
      ftruncateSync(this.#file as number, bytes);
    }
    this.#confirmed = bytes;
    this.#next = bytes;
  }

  /** Writes a line after the confirmed ones, over an unconfirmed one. Returns where it ends. */
  put(line: string): number {
    const bytes = Buffer.from(line);
    if (this.#isPlain) this.#write(bytes, this.#confirmed);
    else this.#waiting = line;
    this.#next = this.#confirmed + bytes.length;
    return this.#next;
  }

  /**
   * Confirms the line.
   *
   * @returns Whether the reader is still there.
   */
  async confirm(): Promise<boolean> {
    this.#confirmed = this.#next;
    if (this.#isPlain) return true;
    const line = this.#waiting;
    this.#waiting = "";
    if (this.#file === undefined) return writeStdout(line);
    try {
      this.#write(Buffer.from(line), null);
      return true;
    } catch (error) {
      if (((error as Error).cause as NodeJS.ErrnoException).code === "EPIPE") return false;
      throw error;
    }
  }

  close(): void {
    if (this.#file === undefined) return;
    if (this.#isPlain) ftruncateSync(this.#file, this.#confirmed);
    closeSync(this.#file);
  }

  #write(bytes: Uint8Array, from: number | null): void {
    try {
      for (let done = 0; done < bytes.length; ) {
        const at = from === null ? null : from + done;
        done += writeSync(this.#file as number, bytes, done, bytes.length - done, at);
      }
    } catch (error) {
      throw unwritable(this.#path, error);
    }
  }
}
