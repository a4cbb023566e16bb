import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { isJsonLines } from "./read-json-lines.ts";
import { unreadable } from "./unreadable.ts";

/** A file of JSON lines with pages that people labelled. */
export interface SetFile {
  readonly path: string;
  /** The file's name without its endings. */
  readonly name: string;
  /** Whether a note beside the file, `<name>.md`, says that the set may be used in research only. */
  readonly isResearchOnly: boolean;
}

const researchOnly = /\bresearch[-\s]+(?:(?:use|purposes?)[-\s]+)?only\b|\bonly[-\s]+for[-\s]+research\b/i;

/**
 * The sets that the arguments of a command stand for: files of JSON lines, and those that lie in folders, in order of
 * their names.
 *
 * @throws DehuskError `unreadable` when a path leads nowhere, `bad-input` when it leads to no file of JSON lines, or two
 * sets have one name.
 */
export async function findSets(paths: readonly string[]): Promise<SetFile[]> {
  const sets: SetFile[] = [];
  for (const path of paths) {
    const found = await stat(path).catch((error: unknown) => {
      throw unreadable(path, error);
    });
    const files = found.isDirectory() ? await filesIn(path) : [path];
    for (const file of files) sets.push(await setOf(file));
  }
  const names = new Map<string, string>();
  for (const { name, path } of sets) {
    const other = names.get(name);
    if (other !== undefined) {
      throw new DehuskError("bad-input", `"${other}" and "${path}" are both the set "${name}": give one of them.`);
    }
    names.set(name, path);
  }
  return sets;
}

async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(".") && isJsonLines(name)).sort();
  if (names.length === 0) throw new DehuskError("unreadable", `Folder "${folder}" has no file of JSON lines.`);
  return names.map((name) => join(folder, name));
}

async function setOf(path: string): Promise<SetFile> {
  if (!isJsonLines(path)) {
    throw new DehuskError("bad-input", `"${path}" is no file of JSON lines (.jsonl, .jsonl.gz, .jsonl.br).`);
  }
  const name = basename(path).replace(/\.jsonl(?:\.gz|\.br)?$/i, "");
  const note = join(dirname(path), `${name}.md`);
  const text = await readFile(note, "utf8").catch((error: NodeJS.ErrnoException) => {
    // A note that is there but cannot be read may forbid what is about to be done.
    if (error.code !== "ENOENT") throw unreadable(note, error);
    return "";
  });
  return { path, name, isResearchOnly: researchOnly.test(text) };
}
