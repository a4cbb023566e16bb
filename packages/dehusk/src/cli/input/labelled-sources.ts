import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import type { Console } from "../output/console.ts";
import type { Source } from "./read-texts.ts";

/**
 * The inputs of training: of a folder, each sub-folder is a class; other inputs have to name the class of each page.
 *
 * @throws DehuskError `bad-input` for a folder without sub-folders.
 */
export async function labelledSources(paths: readonly string[], console: Console): Promise<Source[]> {
  const sources: Source[] = [];
  for (const path of paths) {
    const entries = await entriesOf(path);
    if (entries === undefined) {
      sources.push({ paths: [path] });
      continue;
    }
    const classes = entries.filter((entry) => !entry.isFile() && !entry.name.startsWith(".")).map(({ name }) => name);
    if (classes.length === 0) {
      throw new DehuskError("bad-input", `Folder "${path}" has no sub-folders; each sub-folder must be a class.`);
    }
    const strays = entries.filter(({ name }) => /\.(?:x?html?|jsonl(?:\.gz|\.br)?)$/i.test(name)).length;
    if (strays > 0) console.warn(`${strays} files in "${path}" itself have no class and are left out.`);
    sources.push(...classes.sort().map((label) => ({ paths: [join(path, label)], label })));
  }
  return sources;
}

/** The entries of a folder; undefined for anything else, whose errors show when it is read. */
async function entriesOf(path: string): Promise<Dirent[] | undefined> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
