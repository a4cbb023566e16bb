import { mkdir, opendir, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../../incremental/index.ts";
import { unwritable } from "./write-failure.ts";
import { syncFolder, temporaryBeside } from "./write-whole-file.ts";

/** Finds a file in a folder that must not be replaced, by relative path; undefined if there is none. */
export type FindForeign = (folder: string) => Promise<string | undefined>;

/**
 * A folder that is there whole or not at all: filled under a temporary name beside it, and renamed when closed.
 * Replaces an empty folder, or one in which all files may be replaced.
 */
export class WholeFolder {
  /** Where to put the files until `close`. */
  readonly temporary: string;
  readonly #path: string;
  readonly #target: string;
  readonly #findForeign: FindForeign;
  #isOpen = true;

  private constructor(path: string, target: string, temporary: string, findForeign: FindForeign) {
    this.#path = path;
    this.#target = target;
    this.temporary = temporary;
    this.#findForeign = findForeign;
  }

  /**
   * Opens a folder for writing. An existing one stays unchanged until `close`.
   *
   * @throws DehuskError `unwritable`, also if there is a file, or a folder with files that may not be replaced.
   */
  static async open(path: string, findForeign: FindForeign): Promise<WholeFolder> {
    try {
      const target = await realpath(path).catch(() => resolve(path));
      await refuseForeign(target, findForeign);
      const temporary = temporaryBeside(target);
      makeFolder(dirname(target));
      await mkdir(temporary);
      return new WholeFolder(path, target, temporary, findForeign);
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  /**
   * Moves the folder to its name. An existing one is removed first, so for a moment there is none.
   *
   * @throws DehuskError `unwritable`; then the folder is as it was before.
   */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    try {
      const found = await refuseForeign(this.#target, this.#findForeign);
      if (found === "files") await this.#replace();
      else {
        if (found === "empty") await rmdir(this.#target);
        await rename(this.temporary, this.#target);
      }
      await syncFolder(dirname(this.#target));
    } catch (error) {
      await this.#discard();
      throw unwritable(this.#path, error);
    }
  }

  /** Discards what was written; an existing folder stays unchanged. Does nothing after `close`. */
  async abort(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#discard();
  }

  async #replace(): Promise<void> {
    const old = temporaryBeside(this.#target);
    await rename(this.#target, old);
    try {
      await rename(this.temporary, this.#target);
    } catch (error) {
      await rename(old, this.#target);
      throw error;
    }
    await rm(old, { recursive: true, force: true });
  }

  async #discard(): Promise<void> {
    await rm(this.temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** What exists in the place of the folder to write; throws if it must stay. */
async function refuseForeign(target: string, findForeign: FindForeign): Promise<"nothing" | "empty" | "files"> {
  const known = await stat(target).catch(() => undefined);
  if (known === undefined) return "nothing";
  if (!known.isDirectory()) throw new Error("it is a file, not a folder");
  const folder = await opendir(target);
  const first = await folder.read();
  await folder.close();
  if (first === null) return "empty";
  const foreign = await findForeign(target);
  if (foreign === undefined) return "files";
  const place = join(target, foreign);
  throw new Error(`"${place}" was not written by this program; move it away or choose another folder`);
}
