import { randomBytes } from "node:crypto";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../../incremental/index.ts";
import { unwritable } from "./write-failure.ts";

/** Bytes gathered into one write. */
const gatheredBytes = 256 * 1024;

/**
 * A file that is there whole or not at all: written under a temporary name in its folder, and renamed when closed.
 * Creates missing folders. Links are followed; pipes and devices are written directly. After a failure the temporary
 * file is gone, and every later call fails like the first.
 */
export class WholeFile {
  readonly #path: string;
  readonly #target: string;
  /** Undefined for pipes and devices. */
  readonly #temporary: string | undefined;
  readonly #file: FileHandle;
  #offset = 0;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  /** The last write; rejected for good after a failure. */
  #written: Promise<void> = Promise.resolve();
  #isOpen = true;

  private constructor(path: string, target: string, temporary: string | undefined, file: FileHandle) {
    this.#path = path;
    this.#target = target;
    this.#temporary = temporary;
    this.#file = file;
  }

  /**
   * Opens a file for writing. An existing one stays unchanged until `close`.
   *
   * @throws DehuskError `unwritable`.
   */
  static async open(path: string): Promise<WholeFile> {
    try {
      const target = await realpath(path).catch(() => path);
      const known = await stat(target).catch(() => undefined);
      if (known?.isDirectory()) throw new Error("it is a folder");
      if (known !== undefined && !known.isFile())
        return new WholeFile(path, target, undefined, await open(target, "w"));
      makeFolder(dirname(target));
      const temporary = temporaryBeside(target);
      return new WholeFile(path, target, temporary, await open(temporary, "wx"));
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /** Bytes passed to `write` so far. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Adds bytes, in the order of the calls; they must not be changed afterwards. Await it before producing more: that is
   * how a slow disk applies back-pressure.
   *
   * @throws DehuskError `unwritable`, for these bytes or earlier ones.
   */
  write(bytes: Uint8Array): Promise<void> {
    if (!this.#isOpen) return Promise.reject(unwritable(this.#path, new Error("it is closed")));
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    this.#offset += bytes.length;
    return this.#gatheredBytes < gatheredBytes ? this.#written : this.#flush();
  }

  /**
   * Moves the file to its name, replacing an existing one.
   *
   * @throws DehuskError `unwritable`; then the file is as it was before.
   */
  async close(): Promise<void> {
    if (!this.#isOpen) return this.#written;
    const flushed = this.#flush();
    this.#isOpen = false;
    try {
      await flushed;
      if (this.#temporary !== undefined) await this.#file.sync();
      await this.#file.close();
      if (this.#temporary === undefined) return;
      await rename(this.#temporary, this.#target);
      await syncFolder(dirname(this.#target));
    } catch (error) {
      await this.#discard();
      this.#written = Promise.reject(unwritable(this.#path, error));
      return this.#written;
    }
  }

  /** Discards what was written; an existing file stays unchanged. Does nothing after `close`. */
  async abort(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#gathered = [];
    await this.#written.catch(() => undefined);
    await this.#discard();
  }

  #flush(): Promise<void> {
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#written = this.#written.then(() => this.#hand(gathered));
    return this.#written;
  }

  async #hand(gathered: readonly Uint8Array[]): Promise<void> {
    if (gathered.length === 0) return;
    try {
      await this.#file.writeFile(gathered.length === 1 ? (gathered[0] as Uint8Array) : Buffer.concat(gathered));
    } catch (error) {
      await this.#discard();
      throw unwritable(this.#path, error);
    }
  }

  async #discard(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    if (this.#temporary !== undefined) await rm(this.#temporary, { force: true }).catch(() => undefined);
  }
}

/** A unique name in the same folder, hence on the same disk: across processes and machines. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.dehusk-${randomBytes(8).toString("hex")}.tmp`);
}

/** Makes a rename survive a power failure, if the system can. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
