import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSites } from "./find-sites.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-sites-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), "");
  }
}

/** The sites below the test's folder, relative to it. */
async function found(...paths: string[]): Promise<string[]> {
  const sites = await findSites(paths.map((path) => join(folder, path)));
  return sites.map((site) => site.slice(folder.length + 1).replaceAll("\\", "/"));
}

describe("findSites", () => {
  test("a file is a site, whatever its name, in the given order", async () => {
    await put("b.jsonl", "a.html", "c.txt");
    expect(await found("b.jsonl", "a.html", "c.txt")).toEqual(["b.jsonl", "a.html", "c.txt"]);
  });

  test.each(["html", "htm", "xhtml", "HTML"])(
    "a folder with .%s files is one site, with everything below it",
    async (ending) => {
      await put(`site/a.${ending}`, "site/deep/b.html");
      expect(await found("site")).toEqual(["site"]);
    },
  );

  test("in a folder of JSON-lines files and folders, each is a site, sorted by name", async () => {
    await put("all/c.jsonl", "all/a.jsonl.gz", "all/b/1.html", "all/d.jsonl.br", "all/readme.txt");
    expect(await found("all")).toEqual(["all/a.jsonl.gz", "all/b", "all/c.jsonl", "all/d.jsonl.br"]);
  });

  test("a folder named like a page is still a folder", async () => {
    await put("all/one.html/index.html", "all/two.html/index.html");
    expect(await found("all")).toEqual(["all/one.html", "all/two.html"]);
  });

  test("links to folders and files are followed", async () => {
    await put("real/1.html", "real.jsonl");
    await mkdir(join(folder, "all"));
    await symlink(join(folder, "real"), join(folder, "all", "linked"));
    await symlink(join(folder, "real.jsonl"), join(folder, "all", "lines.jsonl"));
    expect(await found("all")).toEqual(["all/lines.jsonl", "all/linked"]);
  });

  test("a missing path is an error, and so is a folder without pages", async () => {
    await put("other/readme.txt");
    await expect(found("missing")).rejects.toThrow(
      expect.objectContaining({ code: "unreadable", message: expect.stringContaining("missing") }),
    );
    await expect(found("other")).rejects.toThrow(
      expect.objectContaining({ code: "unreadable", message: expect.stringMatching(/has no HTML file/) }),
    );
    expect(await findSites([])).toEqual([]);
  });
});
