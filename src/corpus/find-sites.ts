import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DehuskError } from "../page/index.ts";
import { isJsonLines } from "./read-json-lines.ts";
import { unreadable } from "./unreadable.ts";

/**
 * The sites that the arguments of a command stand for, as paths for `readPages`, in order of their names. A file is a site.
 * So is a folder of HTML files; but the files of JSON lines and the folders in a folder are a site each.
 *
 * @throws DehuskError `unreadable` when a path leads nowhere, or to a folder without pages.
 */
export async function findSites(paths: readonly string[]): Promise<string[]> {
  const sites: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch((error: unknown) => {
      throw unreadable(path, error);
    });
    sites.push(...(found.isDirectory() ? await sitesIn(path) : [path]));
  }
  return sites;
}

async function sitesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.map((entry) => entry.name).sort();
  const files = names.filter((name) => isJsonLines(name));
  const folders = new Set(entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name));
  const pages = names.some((name) => /\.x?html?$/i.test(name));
  if (pages) return [folder];
  const sites = names.filter((name) => folders.has(name) || files.includes(name)).map((name) => join(folder, name));
  if (sites.length === 0) {
    throw new DehuskError("unreadable", `Folder "${folder}" has no HTML file, no file of JSON lines and no folder.`);
  }
  return sites;
}
