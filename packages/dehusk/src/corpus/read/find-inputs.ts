import { readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { unreadable } from "./unreadable.ts";

/** One page to read: where from, and its name. */
export interface InputFile {
  /** The path, "-" for standard input. */
  readonly path: string;
  /** The path as given; for the pages of a single folder, the path relative to it. With forward slashes. */
  readonly name: string;
}

export interface Inputs {
  readonly files: readonly InputFile[];
  /** Whether the arguments ask for multiple pages, even if there is only one. */
  readonly many: boolean;
}

/** Whether the name of a file says that it holds many pages: JSON lines or a web archive. */
export function holdsMany({ path }: InputFile): boolean {
  return /\.(?:jsonl(?:\.(?:gz|br|zst))?|warc(?:\.(?:gz|zst))?|wacz)$/i.test(path);
}

/** The pages named by a command's arguments; folders give their HTML files, sorted by name. */
export async function findInputs(paths: readonly string[]): Promise<Inputs> {
  const files: InputFile[] = [];
  let many = paths.length > 1;
  for (const path of paths.length === 0 ? ["-"] : paths) {
    if (path === "-") files.push({ path, name: "-" });
    else if (/^https?:\/\//i.test(path)) {
      throw new DehuskError(
        "bad-option",
        `"${path}" is a URL: pass a single URL to extract, detect or segment, and lists of URLs to batch --fetch.`,
      );
    } else if (await isFolder(path)) {
      files.push(...(await htmlFilesIn(path, paths.length === 1 ? path : ".")));
      many = true;
    } else files.push({ path, name: slashed(path) });
  }
  return { files, many };
}

/** Whether a path is a folder; a missing one is reported when it is read. */
async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function htmlFilesIn(folder: string, nameFrom: string): Promise<InputFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  const files: string[] = [];
  for (const entry of entries) {
    if (!/\.x?html?$/i.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const linked = entry.isSymbolicLink() && (await stat(path).catch(() => undefined))?.isFile();
    if (entry.isFile() || linked) files.push(path);
  }
  if (files.length === 0) {
    throw new DehuskError("unreadable", `Folder "${folder}" has no .html, .htm or .xhtml files.`);
  }
  return files.sort().map((path) => ({ path, name: slashed(relative(nameFrom, path)) }));
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
