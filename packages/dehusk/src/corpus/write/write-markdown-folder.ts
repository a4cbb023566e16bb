import { mkdir, opendir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DehuskError } from "../../basics/index.ts";
import { type CorpusField, type CorpusLine, type CorpusWriter, corpusFieldKinds } from "./write-corpus-line.ts";
import { unwritable } from "./write-failure.ts";
import { isShard, markdownName, shardOf } from "./write-markdown-names.ts";
import { quoted } from "./write-quoted.ts";
import { WholeFile } from "./write-whole-file.ts";
import { WholeFolder } from "./write-whole-folder.ts";

/** More files than this go into subfolders, which file managers and version control can still open. */
const maxFilesPerFolder = 1000;

/** Marks a folder as written here, so that it may be replaced. */
const marker = ".dehusk-corpus.json";
const failures = "errors.jsonl";

/**
 * Writes a folder with a Markdown file for each page: its metadata as YAML front matter, then its content. Failed pages
 * are lines in `errors.jsonl`. With more than a thousand pages the files are in up to 256 subfolders, by a hash of
 * their ids.
 *
 * @throws DehuskError `bad-option` if `fields` has neither Markdown nor text.
 */
export async function openMarkdownWriter(path: string, fields: readonly CorpusField[]): Promise<CorpusWriter> {
  const body = (["markdown", "text"] as const).find((name) => fields.includes(name));
  if (body === undefined) {
    throw new DehuskError(
      "bad-option",
      `"${path}" is a Markdown folder, so "markdown" or "text" must be among the fields.`,
    );
  }
  const matter = fields.filter((name) => corpusFieldKinds[name] !== "long" && name !== "warnings");
  const folder = await WholeFolder.open(path, findForeign);
  const files = new MarkdownFiles(folder.temporary);
  let failed: WholeFile | undefined;
  let failedCount = 0;

  /** Runs a step in the folder; if it fails, everything is removed. */
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      await failed?.abort();
      await folder.abort();
      throw unwritable(path, error);
    }
  };
  return {
    write: (line) =>
      attempt(async () => {
        if (line.error === undefined) return files.add(markdownName(line.id), page(line, matter, body));
        failed ??= await WholeFile.open(join(folder.temporary, failures));
        failedCount++;
        await failed.write(Buffer.from(`${JSON.stringify(line)}\n`));
      }),
    close: () =>
      attempt(async () => {
        await failed?.close();
        const about = { version: 1, format: "markdown", pages: files.count, failed: failedCount };
        await writeFile(join(folder.temporary, marker), `${JSON.stringify(about)}\n`);
        await folder.close();
      }),
    async abort() {
      await failed?.abort();
      await folder.abort();
    },
  };
}

/** Markdown files in a folder, in subfolders if there are many. */
class MarkdownFiles {
  count = 0;
  readonly #folder: string;
  /** Number of files per name, for repeated names. */
  readonly #repeated = new Map<string, number>();
  /** The existing subfolders; undefined while all files are in one folder. */
  #shards: Set<string> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async add(name: string, content: string): Promise<void> {
    if (++this.count > maxFilesPerFolder && this.#shards === undefined) await this.#divide();
    for (;;) {
      const times = this.#repeated.get(name) ?? 0;
      try {
        await writeFile(await this.#placeOf(`${name}${times === 0 ? "" : `-${times + 1}`}.md`), content, {
          flag: "wx",
        });
        if (times > 0) this.#repeated.set(name, times + 1);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST" || times > 0) throw error;
        this.#repeated.set(name, 1);
      }
    }
  }

  async #divide(): Promise<void> {
    this.#shards = new Set();
    const names: string[] = [];
    for await (const { name } of await opendir(this.#folder)) if (shardOf(name) !== undefined) names.push(name);
    for (const name of names) await rename(join(this.#folder, name), await this.#placeOf(name));
  }

  async #placeOf(fileName: string): Promise<string> {
    const shard = shardOf(fileName);
    if (this.#shards === undefined || shard === undefined) return join(this.#folder, fileName);
    if (!this.#shards.has(shard)) {
      await mkdir(join(this.#folder, shard));
      this.#shards.add(shard);
    }
    return join(this.#folder, shard, fileName);
  }
}

/** A page as Markdown with front matter, whose values are both JSON and YAML. */
function page(line: CorpusLine, matter: readonly CorpusField[], body: "markdown" | "text"): string {
  const lines = (["id", ...matter] as const).flatMap((name) => {
    const value = line[name];
    if (typeof value === "string" && value !== "") return [`${name}: ${quoted(value)}`];
    // Without a decimal point, YAML 1.1 takes 1e-7 for a string.
    return typeof value === "number" ? [`${name}: ${String(value).replace(/^(-?\d+)e/, "$1.0e")}`] : [];
  });
  return ["---", ...lines, "---", "", line[body] ?? "", ""].join("\n");
}

/** A file in a folder that no Markdown writer put there; without the marker, any file. */
async function findForeign(folder: string): Promise<string | undefined> {
  const isOwn = await readFile(join(folder, marker), "utf8").then(
    (text) => text.startsWith('{"version":1,"format":"markdown"'),
    () => false,
  );
  for await (const entry of await opendir(folder)) {
    const { name } = entry;
    if (!isOwn) return name;
    if (entry.isFile() && (name === marker || name === failures || shardOf(name) !== undefined)) continue;
    if (!entry.isDirectory() || !isShard(name)) return name;
    for await (const inner of await opendir(join(folder, name))) {
      if (!inner.isFile() || shardOf(inner.name) !== name) return join(name, inner.name);
    }
  }
  return undefined;
}
