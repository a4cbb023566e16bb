import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { framedPage, storyOf } from "../testing/framed-pages.ts";
import { runDehusk } from "../testing/run-dehusk.ts";

/** What detectors of single pages know from other sites. */
const smallPrint = `<div class="footer"><p>Copyright © 2026 Alpha Press. All rights reserved. <a href="/terms">Terms of use</a>
<a href="/privacy">Privacy policy</a> <a href="/contact">Contact us</a> <a href="/help">Help</a></p></div>`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-keywords-"));
  await mkdir(join(folder, "site"));
  const lines: string[] = [];
  for (const number of [0, 1, 2, 3]) {
    const html = framedPage("alpha", `Windmills. ${storyOf(`topic${number}x`, number)}`) + smallPrint;
    await writeFile(join(folder, "site", `${number}.html`), html);
    lines.push(JSON.stringify({ id: `page ${number}`, url: `https://alpha.example/${number}`, html }));
  }
  await writeFile(join(folder, "site.jsonl"), lines.join("\n"));
  await writeFile(join(folder, "empty.html"), "");
});
afterAll(() => rm(folder, { recursive: true }));

const keywords = (...args: string[]) => runDehusk(["keywords", ...args], "", folder);

interface Line {
  readonly keywords: readonly { readonly keyword: string; readonly score: number; readonly occurrences: number }[];
}

const wordsIn = (text: string): string[] => (JSON.parse(text) as Line).keywords.map(({ keyword }) => keyword);

describe("dehusk keywords", () => {
  test("a table for people", async () => {
    const { status, stdout, stderr } = await keywords("site/0.html", "site/1.html", "--top", "3");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(
      /^score {2}times {2}keyword\n {14}\S*0\.html\n(?:[01]\.\d{3} {2} +\d+ {2}\S.*\n){3}\n {14}\S*1\.html\n(?:[01]\.\d{3}.*\n){3}$/,
    );
    expect(stdout).toMatch(/ topic0x\d+\n(?:.*\n)* .*1\.html\n(?:.*\n)*.* topic1x\d+\n/);
  });

  test("JSON and JSON lines for programs", async () => {
    const lines = await keywords("site.jsonl", "--format", "jsonl");
    expect(lines.stdout.trim().split("\n")).toHaveLength(4);
    const [first] = lines.stdout.split("\n") as [string];
    expect(JSON.parse(first)).toMatchObject({ version: 1, id: "page 0", url: "https://alpha.example/0" });
    expect((JSON.parse(first) as Line).keywords).toHaveLength(10);
    expect((JSON.parse(first) as Line).keywords[0]).toEqual({
      keyword: expect.any(String),
      score: expect.any(Number),
      occurrences: expect.any(Number),
    });
    await keywords("site.jsonl", "--format", "json", "-o", "out.json");
    const whole = JSON.parse(await readFile(join(folder, "out.json"), "utf8")) as { pages: unknown[] };
    expect(whole).toMatchObject({ version: 1, pages: [{ id: "page 0" }, {}, {}, {}] });
    expect(whole.pages[0]).toEqual(JSON.parse(first));
  });

  test("cleans the pages before, or not", async () => {
    const all = ["site/0.html", "--format", "jsonl", "--top", "2000"];
    const blended = (JSON.parse((await keywords(...all)).stdout) as Line).keywords;
    const whole = (JSON.parse((await keywords(...all, "--clean", "none")).stdout) as Line).keywords;
    const full = whole.map(({ keyword }) => keyword);
    const clean = wordsIn((await keywords(...all, "--clean", "page")).stdout);
    expect(clean.some((keyword) => /reserved/.test(keyword))).toBe(false);
    const blocks = wordsIn((await keywords(...all, "--clean", "blocks")).stdout);
    expect(blocks.length).toBeLessThan(full.length);
    // By default, text in such blocks stays, and counts less.
    const gone = whole.filter(({ keyword }) => !blocks.includes(keyword));
    const scores = new Map(blended.map(({ keyword, score }) => [keyword, score]));
    const lower = gone.filter(({ keyword, score }) => (scores.get(keyword) ?? 1) < score);
    expect(lower.length).toBeGreaterThan(gone.length / 2);
    expect(blocks.some((keyword) => /topic0x/.test(keyword))).toBe(true);
    const menu = wordsIn((await keywords(...all, "--clean", "segment")).stdout);
    expect(menu.length).toBeLessThan(full.length);
    const bySite = (await keywords("site.jsonl", "--clean", "site", "--format", "jsonl", "--top", "2000")).stdout;
    const [first] = bySite.split("\n") as [string];
    expect(wordsIn(first).some((keyword) => /reserved/.test(keyword))).toBe(false);
    expect(wordsIn(first).some((keyword) => /topic0x/.test(keyword))).toBe(true);
  });

  test("reads standard input; an empty page has no keywords", async () => {
    const run = await runDehusk(["keywords", "-", "--format", "jsonl"], "<p>Windmills, windmills", folder);
    expect(JSON.parse(run.stdout)).toMatchObject({
      id: "-",
      url: null,
      keywords: [{ keyword: expect.stringMatching(/windmills/i) }],
    });
    expect((await keywords("empty.html")).stdout).toContain("(no words)");
  });

  test("shows all phrases when asked to", async () => {
    const found = async (...args: string[]): Promise<string[]> => {
      const run = await runDehusk(
        ["keywords", "-", "--format", "jsonl", ...args],
        "<p>Solar panels, solar panels",
        folder,
      );
      return wordsIn(run.stdout).map((keyword) => keyword.toLowerCase());
    };
    expect(await found()).toEqual(["solar panels"]);
    expect((await found("--all-phrases")).sort()).toEqual(["panels", "solar", "solar panels"]);
  });

  test("counts frequencies, and uses them", async () => {
    const run = await keywords("site.jsonl", "--write-frequencies", "frequencies.json");
    expect(run).toMatchObject({ status: 0, stdout: "" });
    expect(run.stderr).toMatch(
      /^4 pages, \d+ words and phrases \(words on 3 of them or more, phrases on 3\), written to frequencies\.json\n$/,
    );
    const table = JSON.parse(await readFile(join(folder, "frequencies.json"), "utf8")) as object;
    expect(table).toMatchObject({ version: 1, kind: "dehusk-document-frequencies", documents: 4, leastWords: 3 });
    const use = ["site/0.html", "--clean", "page", "--frequencies", "frequencies.json", "--format", "jsonl"];
    const known = wordsIn((await keywords(...use)).stdout);
    // A word of the content that all pages of the collection have tells nothing about this one.
    expect(known.some((keyword) => /windmills/i.test(keyword))).toBe(false);
    const more = await keywords("site.jsonl", "--frequencies", "frequencies.json", "--write-frequencies", "more.json");
    expect(more.stderr).toMatch(/^8 pages/);
  });

  test("exit codes", async () => {
    expect((await keywords()).status).toBe(2);
    expect((await keywords("site", "--top", "0")).status).toBe(2);
    expect((await keywords("site", "--clean", "soap")).status).toBe(2);
    expect((await keywords("-", "--clean", "site")).status).toBe(2);
    expect((await keywords("site", "--clean", "blocks", "--site", "site.jsonl")).status).toBe(2);
    expect((await keywords("missing")).status).toBe(3);
    expect((await keywords("site", "--model", "missing.json")).status).toBe(3);
    expect((await keywords("site", "--limit-nodes", "2")).status).toBe(4);
    const broken = await keywords("site", "--model", "site.jsonl", "--errors", "json");
    expect(broken.status).toBe(5);
    expect(JSON.parse(broken.stderr)).toMatchObject({ version: 1, error: { code: "bad-model" } });
    expect((await keywords("site", "--frequencies", "site.jsonl")).status).toBe(5);
  });

  test("its help names all options and gives examples", async () => {
    const { stdout } = await keywords("--help");
    const parts =
      "--clean --site --top --all-phrases --no-meta-keywords --frequencies --write-frequencies --model --format";
    for (const part of [...parts.split(" "), "Examples:"]) expect(stdout).toContain(part);
  });
});
