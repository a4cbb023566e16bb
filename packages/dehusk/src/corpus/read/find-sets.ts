import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { isJsonLines } from "./read-json-lines.ts";
import { unreadable } from "./unreadable.ts";

/** A JSON-lines file of labelled pages. */
export interface SetFile {
  readonly path: string;
  /** The file's name without extensions. */
  readonly name: string;
  /** Whether a note beside the file, `<name>.md`, restricts the set to research. */
  readonly isResearchOnly: boolean;
}

const researchOnly = /\bresearch[-\s]+(?:(?:use|purposes?)[-\s]+)?only\b|\bonly[-\s]+for[-\s]+research\b/i;

/**
 * The sets named by a command's arguments: JSON-lines files, and those in folders, sorted by name.
 *
 * @throws DehuskError `unreadable` if a path does not exist, `bad-input` if it is not a JSON-lines file, or two sets
 * have the same name.
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
      throw new DehuskError("bad-input", `"${other}" and "${path}" are both the set "${name}": pass only one of them.`);
    }
    names.set(name, path);
  }
  return sets;
}

async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(".") && isJsonLines(name)).sort();
  if (names.length === 0) throw new DehuskError("unreadable", `Folder "${folder}" has no JSON-lines files.`);
  return names.map((name) => join(folder, name));
}

async function setOf(path: string): Promise<SetFile> {
  if (!isJsonLines(path)) {
    throw new DehuskError("bad-input", `"${path}" is not a JSON-lines file (.jsonl, .jsonl.gz, .jsonl.br).`);
  }
  const name = basename(path).replace(/\.jsonl(?:\.gz|\.br)?$/i, "");
  const note = join(dirname(path), `${name}.md`);
  const text = await readFile(note, "utf8").catch((error: NodeJS.ErrnoException) => {
    // A note that exists but cannot be read may forbid this use.
    if (error.code !== "ENOENT") throw unreadable(note, error);
    return "";
  });
  return { path, name, isResearchOnly: researchOnly.test(text) };
}
