import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTemplates } from "../site/index.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

function pageOf(number: number): string {
  const menu = '<nav><a href="/">Home</a> <a href="/news">All the news</a></nav>';
  return `<!doctype html>${menu}<h1>Story ${number}</h1><p>What page ${number} tells.</p><footer>© Made-up Press</footer>`;
}

function lineOf(number: number): string {
  return `${JSON.stringify({ id: `p${number}`, html: pageOf(number) })}\n`;
}

const ten = Array.from({ length: 10 }, (_, number) => number);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-site-"));
  await mkdir(join(folder, "pages"));
  for (const number of ten) await writeFile(join(folder, "pages", `${number}.html`), pageOf(number));
  await writeFile(join(folder, "pages.jsonl.gz"), gzipSync(ten.map(lineOf).join("")));
});
afterAll(() => rm(folder, { recursive: true }));

describe("dehusk site", () => {
  test("warns about pages of several hosts", async () => {
    const lines = (...hosts: string[]) =>
      hosts.flatMap((host) => ten.map((n) => `${JSON.stringify({ url: `https://${host}/${n}`, html: pageOf(n) })}\n`));
    const both = await runDehusk(["site", "-"], lines("a.example", "www.b.example").join(""));
    expect(both.status).toBe(0);
    expect(both.stderr).toContain("warning: The pages are from 2 hosts, such as a.example and b.example;");
    const { stderr } = await runDehusk(["site", "-"], lines("a.example", "www.a.example").join(""));
    expect(stderr).not.toContain("hosts");
  });

  test("writes the templates of a folder of pages, and says what it found", async () => {
    const run = await runDehusk(["site", "pages", "-o", "out/templates.json"], "", folder);
    expect(run).toEqual({
      status: 0,
      stdout: "",
      stderr: "10 pages, 2 templates, 56 % of the text is in templates\nwrote out/templates.json\n",
    });
    const templates = readTemplates(await readFile(join(folder, "out", "templates.json"), "utf8"));
    expect(templates).toMatchObject({ pages: 10, theta: 0.1, coverage: 0.85, minimumPages: 3, canonical: "standard" });
    expect(templates.templates.map(({ tag, text, pages }) => [tag, text, pages]).sort()).toEqual([
      ["footer", "© Made-up Press", 10],
      ["nav", "Home All the news", 10],
    ]);
    expect(await readdir(join(folder, "out"))).toEqual(["templates.json"]);
  });

  test("writes to standard output, the same bytes for the same pages, whatever they are read from", async () => {
    const files = await runDehusk(["site", "pages", "--quiet"], "", folder);
    const records = await runDehusk(["site", "pages.jsonl.gz", "-q"], "", folder);
    expect(files).toEqual({
      status: 0,
      stdout: expect.stringContaining('"kind": "dehusk-site-templates"'),
      stderr: "",
    });
    expect(records).toEqual(files);
  });

  test("takes its options", async () => {
    const options = ["--theta", "0.5", "--coverage", "0.9", "--minimum-pages", "11", "--canonical", "text"];
    const { stdout } = await runDehusk(["site", "pages", ...options], "", folder);
    expect(readTemplates(stdout)).toMatchObject({
      theta: 0.5,
      coverage: 0.9,
      minimumPages: 11,
      canonical: "text",
      templates: [],
    });
  });

  test("goes on after a bad record, says which, and ends with 1", async () => {
    await writeFile(join(folder, "mixed.jsonl"), `${ten.map(lineOf).join("")}oops\n${lineOf(10)}`);
    const run = await runDehusk(["site", "mixed.jsonl", "-o", "mixed.json"], "", folder);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(
      /^error: mixed.jsonl:11: Line 11 of "mixed.jsonl" is not JSON.*\n11 pages, 1 failed, 2 templates/,
    );
    const json = await runDehusk(["site", "mixed.jsonl", "--errors", "json", "-o", "mixed.json"], "", folder);
    expect(JSON.parse(json.stderr)).toMatchObject({ id: "mixed.jsonl:11", error: { code: "bad-input" } });
  });

  test("leaves out copies and reports them", async () => {
    await writeFile(join(folder, "copies.jsonl"), [...ten, 1, 1, 1].map(lineOf).join(""));
    const { stderr } = await runDehusk(["site", "copies.jsonl"], "", folder);
    expect(stderr).toMatch(/^10 pages, 3 copies left out, 2 templates/);
  });

  test("exit codes: 2 for wrong usage, 3 for what cannot be read, 4 for limits", async () => {
    await writeFile(join(folder, "none.jsonl"), "\n");
    await writeFile(join(folder, "broken.jsonl.gz"), "no gzip");
    for (const [args, status] of [
      [[], 2],
      [["pages", "--theta", "7"], 2],
      [["pages", "--coverage", ""], 2],
      [["pages", "--minimum-pages", "1.5"], 2],
      [["pages", "--canonical", "html"], 2],
      [["https://example.org/"], 2],
      [["pages", "missing"], 3],
      [["none.jsonl"], 3],
      [["broken.jsonl.gz"], 3],
      [["pages", "-o", "pages"], 3],
      [["pages", "--limit-bytes", "10"], 4],
    ] as const) {
      const run = await runDehusk(["site", ...args], "", folder);
      expect({ args, status: run.status, stdout: run.stdout }).toEqual({ args, status, stdout: "" });
      expect(run.stderr).toMatch(/^error: /);
    }
  });
});
