import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCorpusWriter } from "./write-corpus.ts";
import type { CorpusLine } from "./write-corpus-line.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-markdown-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, lines: readonly CorpusLine[], fields?: readonly string[]): Promise<string> {
  const writer = await openCorpusWriter(join(folder, name), { fields, format: "markdown" });
  for (const line of lines) await writer.write(line);
  await writer.close();
  return join(folder, name);
}

/** The files of a folder without the marker, by relative path. */
async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
  return files.map((entry) => join(entry.parentPath, entry.name).slice(path.length).replace(/^\//, "")).toSorted();
}

const pageOf = (id: string, markdown = id): CorpusLine => ({ version: 1, id, markdown });

describe("pages", () => {
  test("have their metadata, then their content", async () => {
    const line: CorpusLine = {
      version: 1,
      id: "https://www.Example.org/Story?id=7",
      url: "https://www.example.org/Story?id=7",
      title: 'Yes: "no" #1 \u0085\u2028\u007f\0 😀 \ud800',
      author: null,
      description: "",
      language: "en",
      text: "Not this.",
      markdown: "# Story\n\n---\n\nשלום\n",
      confidence: 1e-7,
      words: 3,
      warnings: [],
    };
    const path = await write("one/", [line]);
    const [name] = await filesOf(path);
    expect(name).toMatch(/^example-org-story-id-7-[0-9a-f]{16}\.md$/);
    expect(await readFile(join(path, name as string), "utf8")).toBe(
      [
        "---",
        'id: "https://www.Example.org/Story?id=7"',
        'url: "https://www.example.org/Story?id=7"',
        'title: "Yes: \\"no\\" #1 \\u0085\\u2028\\u007f\\u0000 😀 \ufffd"',
        'language: "en"',
        "confidence: 1.0e-7",
        "words: 3",
        "---",
        "",
        "# Story\n\n---\n\nשלום\n\n",
      ].join("\n"),
    );
  });

  test("have the requested fields, and text if there is no Markdown", async () => {
    const path = await write("few", [{ ...pageOf("a"), text: "Text", title: "T", url: "u:v" }], ["text", "title"]);
    const [name] = await filesOf(path);
    expect(await readFile(join(path, name as string), "utf8")).toBe('---\nid: "a"\ntitle: "T"\n---\n\nText\n');
    await expect(write("none", [], ["title"])).rejects.toMatchObject({ code: "bad-option" });
  });

  test("that failed are listed", async () => {
    const failed: CorpusLine = { version: 1, id: "../b", error: { code: "bad-input", message: "No page." } };
    const path = await write("failed/", [pageOf("a"), failed]);
    expect(JSON.parse(await readFile(join(path, "errors.jsonl"), "utf8"))).toEqual(failed);
    expect(await filesOf(path)).toHaveLength(2);
  });
});

describe("names", () => {
  const ids = [
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    ".",
    "",
    "a/b",
    "a\\b",
    "A/B",
    "a b",
    "C:\\x",
    "con",
    "NUL",
    "aux.md",
  ];
  const odd = [
    "\0",
    "\ud800",
    "\ud801",
    "\ufffd",
    "שלום",
    "😀",
    "x".repeat(100_000),
    `${"x".repeat(100_000)}y`,
    "-",
    "a.",
    "é",
    "e\u0301",
  ];

  test("are safe, unique per id on case-insensitive systems, and independent of order", async () => {
    const all = [...ids, ...odd];
    const path = await write(
      "names/",
      all.map((id) => pageOf(id)),
    );
    const names = await filesOf(path);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(all.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,78}\.md$/);
    expect(
      await filesOf(
        await write(
          "reversed/",
          all.toReversed().map((id) => pageOf(id)),
        ),
      ),
    ).toEqual(names);
    expect((await readdir(folder)).filter((name) => name.includes("passwd"))).toEqual([]);
  });

  test("of repeated ids are numbered", async () => {
    const path = await write("again/", [pageOf("a", "1"), pageOf("a", "2"), pageOf("b", "1"), pageOf("a", "3")]);
    const names = await filesOf(path);
    expect(names.map((name) => name.replace(/[0-9a-f]{16}/, "#"))).toEqual([
      "a-#-2.md",
      "a-#-3.md",
      "a-#.md",
      "b-#.md",
    ]);
    expect((await readFile(join(path, names[1] as string), "utf8")).endsWith("\n3\n")).toBe(true);
  });

  test("of many pages are in subfolders", async () => {
    const many = Array.from({ length: 1001 }, (_, i) => pageOf(`page ${i}`));
    expect((await filesOf(await write("thousand/", many.slice(1)))).filter((name) => name.includes("/"))).toEqual([]);
    const names = await filesOf(await write("many/", many));
    expect(names).toHaveLength(1001);
    for (const name of names) expect(name).toMatch(/^([0-9a-f]{2})\/page-\d+-\1[0-9a-f]{14}\.md$/);
  });
});

describe("the folder", () => {
  test("is replaced if everything in it was written here", async () => {
    await write("own/", [
      ...Array.from({ length: 1001 }, (_, i) => pageOf(`${i}`)),
      { version: 1, id: "x", error: { code: "c", message: "m" } },
    ]);
    const path = await write("own/", [pageOf("new")]);
    expect(await filesOf(path)).toHaveLength(1);
    await mkdir(join(folder, "empty"));
    expect(await filesOf(await write("empty", [pageOf("a")]))).toHaveLength(1);
    await symlink(path, join(folder, "link"));
    await write("link/", [pageOf("b"), pageOf("c")]);
    expect(await filesOf(path)).toHaveLength(2);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("is not touched if it has anything else", async () => {
    const foreign = ["notes.md", "a/b.md", "ab/notes.md", "ab/cd/x.md", ".git/config"];
    for (const [i, file] of foreign.entries()) {
      const path = await write(`foreign-${i}`, [pageOf("a")]);
      await mkdir(join(path, file, ".."), { recursive: true });
      await writeFile(join(path, file), "mine");
      await expect(write(`foreign-${i}`, [pageOf("b")]), file).rejects.toMatchObject({ code: "unwritable" });
      expect(await readFile(join(path, file), "utf8")).toBe("mine");
    }
    await mkdir(join(folder, "others"));
    await writeFile(join(folder, "others", "x"), "mine");
    await expect(write("others", [])).rejects.toMatchObject({
      code: "unwritable",
      message: expect.stringContaining("others/x"),
    });
    await writeFile(join(folder, "file"), "mine");
    await expect(write("file/", [])).rejects.toMatchObject({ code: "unwritable" });
  });

  test("stays unchanged if something is put into it in the meantime, or the new one is aborted", async () => {
    const path = await write("meanwhile", [pageOf("a")]);
    const before = await filesOf(path);
    const given = await openCorpusWriter(path, { format: "markdown" });
    await given.write(pageOf("b"));
    await given.abort();
    expect(await filesOf(path)).toEqual(before);
    const writer = await openCorpusWriter(path, { format: "markdown" });
    await writer.write(pageOf("b"));
    await writeFile(join(path, "notes.md"), "mine");
    await expect(writer.close()).rejects.toMatchObject({ code: "unwritable" });
    expect(await filesOf(path)).toEqual([...before, "notes.md"].toSorted());
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
