import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { isJsonLines } from "./read-json-lines.ts";
import { unreadable } from "./unreadable.ts";

/**
 * The sites named by a command's arguments, as paths for `readPages`, sorted by name. A file is a site. So is a folder
 * of HTML files, with its subfolders; otherwise each subfolder is a site. JSON-lines files are sites wherever they are.
 *
 * @throws DehuskError `unreadable` if a path does not exist, or is a folder without pages.
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
  const names = (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
  const folders = new Set<string>();
  // Links to folders count as folders.
  for (const name of names) if (await isFolder(join(folder, name))) folders.add(name);
  const hasPages = names.some((name) => !folders.has(name) && /\.x?html?$/i.test(name));
  const parts = names.filter((name) => isJsonLines(name) || (folders.has(name) && !hasPages));
  const sites = [...(hasPages ? [folder] : []), ...parts.map((name) => join(folder, name))];
  if (sites.length === 0) {
    throw new DehuskError("unreadable", `Folder "${folder}" has no HTML files, JSON-lines files or folders.`);
  }
  return sites;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
