import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeResponse } from "../corpus/testing/make-warc.ts";
import { nodeAt, parse, textOf } from "../page/index.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

const menu = "<ul><li><a href='/'>Home</a><li><a href='/news'>All the news</a></ul>";

function pageOf(number: number): string {
  return `<!doctype html>${menu}<h1>Story ${number}</h1><p>What page ${number} tells is told only here, in one sentence of some length.</p><footer>© Made-up Press</footer>`;
}

const recordOf = (number: number, url?: string) => ({ id: `p${number}`, url, html: pageOf(number) });
const asLines = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const twelve = Array.from({ length: 12 }, (_, i) => i + 1);

interface Line {
  readonly id: string;
  readonly site: string;
  readonly page: number;
  readonly text?: string;
  readonly blocks: readonly { path: string; words: number; ratio: number; template: boolean }[];
}

const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-stream-"));
  await writeFile(join(folder, "pages.jsonl.gz"), gzipSync(asLines(twelve.map((n) => recordOf(n)))));
});
afterAll(() => rm(folder, { recursive: true }));

async function stream(...args: string[]) {
  return runDehusk(["stream", ...args], "", folder);
}

describe("dehusk stream", () => {
  test("answers each page with a line, and knows the template from its third page on", async () => {
    const run = await stream("pages.jsonl.gz", "--store", "memory");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    const lines = linesOf(run.stdout);
    expect(lines.map(({ id, page }) => [id, page])).toEqual(twelve.map((n) => [`p${n}`, n]));
    expect(lines[1]?.blocks.every(({ template }) => !template)).toBe(true);
    const sixth = lines[5] as Line;
    expect(sixth).toMatchObject({ version: 1, url: null, site: "", table: { segments: 13, bytes: 260 } });
    const page = parse(pageOf(6));
    const told = sixth.blocks.map(({ path, template }) => [textOf(page, nodeAt(page, path)), template]);
    expect(told).toEqual([
      ["Home", true],
      ["All the news", true],
      ["Story 6", false],
      [expect.stringMatching(/^What page 6 tells/), false],
      ["© Made-up Press", true],
    ]);
    expect(sixth.blocks.map(({ words }) => words)).toEqual([1, 3, 2, 14, 3]);
  });

  test("reads WARC files, in the charset that a page was sent with", async () => {
    const page = Buffer.from("<p>\xe9t\xe9 ici", "latin1");
    const sent = makeResponse("https://a.example/x", page, ["Content-Type: text/html; charset=iso-8859-2"]);
    await writeFile(join(folder, "crawl.warc.gz"), gzipSync(sent));
    const [line] = linesOf(
      (await stream("crawl.warc.gz", "-s", "memory", "--clean", "table", "-p", "everything")).stdout,
    );
    expect(line).toMatchObject({
      id: "crawl.warc.gz:0",
      url: "https://a.example/x",
      site: "a.example",
      text: "été ici",
    });
  });

  test("pages of one host are one site, and --site-name makes all of them one", async () => {
    const hosts = ["https://www.a.example/1", "https://b.example/1", "https://a.example/2"];
    await writeFile(join(folder, "hosts.jsonl"), asLines(hosts.map((url, i) => recordOf(i, url))));
    const apart = linesOf((await stream("hosts.jsonl", "-s", "memory")).stdout);
    expect(apart.map(({ site, page }) => [site, page])).toEqual([
      ["a.example", 1],
      ["b.example", 1],
      ["a.example", 2],
    ]);
    const together = linesOf((await stream("hosts.jsonl", "-s", "memory", "--site-name", "all")).stdout);
    expect(together.map(({ site, page }) => [site, page])).toEqual([1, 2, 3].map((page) => ["all", page]));
  });

  test("--clean leaves template blocks out, and a young site's pages are judged by themselves", async () => {
    for (const how of ["joined", "table"]) {
      const lines = linesOf((await stream("pages.jsonl.gz", "-s", "memory", "--clean", how)).stdout);
      for (const { text, page } of lines) {
        expect(text).toContain(`What page ${page} tells`);
        expect(text).not.toContain("Made-up Press");
        expect(text).not.toContain("All the news");
      }
    }
    const [first] = linesOf((await stream("pages.jsonl.gz", "-s", "memory", "-c", "-f", "markdown")).stdout);
    expect(first).toMatchObject({ markdown: expect.stringContaining("# Story 1\n") });
  });

  test("--clean table keeps all that the site has not on many pages, prose or not", async () => {
    const records = twelve.map((n) => ({
      id: n,
      html: `<div>Price</div><div>${n * 7}.99</div><div>Terms of use</div>`,
    }));
    await writeFile(join(folder, "shop.jsonl"), asLines(records));
    const lines = linesOf((await stream("shop.jsonl", "-s", "memory", "--clean", "table")).stdout);
    expect(lines.at(-1)?.text).toBe("84.99");
  });

  test("the constants are options", async () => {
    const soon = linesOf((await stream("pages.jsonl.gz", "-s", "memory", "--template-pages", "2")).stdout);
    expect(soon[1]?.blocks.map(({ template }) => template)).toEqual([true, true, false, false, true]);
    const strict = linesOf((await stream("pages.jsonl.gz", "-s", "memory", "--template-ratio", "1")).stdout);
    expect(strict.at(-1)?.blocks.some(({ template }) => template)).toBe(false);
    const brief = await stream("pages.jsonl.gz", "-s", "memory", "--base-lifetime", "1", "--lifetime-growth", "1");
    expect(linesOf(brief.stdout).at(-1)).toMatchObject({ table: { segments: 5 } });
    const whole = linesOf((await stream("pages.jsonl.gz", "-s", "memory", "--layout-tags", " BODY")).stdout);
    expect(whole[0]?.blocks.length).toBe(1);
  });

  test("a page that fails is a line with an error, and the rest go on", async () => {
    await writeFile(join(folder, "bad.jsonl"), `${asLines([recordOf(1)])}no JSON\n${asLines([recordOf(2)])}`);
    const run = await stream("bad.jsonl", "-s", "memory");
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^error: bad\.jsonl:2: .* is not JSON/);
    const lines = linesOf(run.stdout);
    expect(lines.map(({ id, page }) => [id, page])).toEqual([
      ["p1", 1],
      ["bad.jsonl:2", undefined],
      ["p2", 2],
    ]);
    expect(lines[1]).toMatchObject({ version: 1, error: { code: "bad-input" } });
  });

  test("a store on disk goes on from run to run, and --resume counts no page twice", async () => {
    const first = await stream("pages.jsonl.gz", "-s", "kept", "-o", "kept.jsonl");
    expect(first).toEqual({ status: 0, stdout: "", stderr: "wrote 12 pages to kept.jsonl\n" });
    const lines = await readFile(join(folder, "kept.jsonl"), "utf8");
    expect((await stream("pages.jsonl.gz", "-s", "kept", "-o", "kept.jsonl", "--resume")).status).toBe(0);
    expect(await readFile(join(folder, "kept.jsonl"), "utf8")).toBe(lines);
    const second = linesOf((await stream("pages.jsonl.gz", "-s", "kept")).stdout);
    expect(second.map(({ page }) => page)).toEqual(twelve.map((n) => n + 12));
  });

  test("--resume refuses another output, and inputs that are not those of the run", async () => {
    const change = (numbers: readonly number[]) =>
      writeFile(join(folder, "in.jsonl"), asLines(numbers.map((n) => recordOf(n))));
    await change([1, 2, 3]);
    await stream("in.jsonl", "-s", "moved", "-o", "moved.jsonl");
    await writeFile(join(folder, "precious.txt"), "x".repeat(9999));
    expect(await stream("in.jsonl", "-s", "moved", "-o", "precious.txt", "--resume")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/wrote ".*moved\.jsonl": give the same output/),
    });
    expect((await readFile(join(folder, "precious.txt"), "utf8")).length).toBe(9999);
    await change([9, 1, 2, 3]);
    expect(await stream("in.jsonl", "-s", "moved", "-o", "moved.jsonl", "--resume")).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/record 3 was "p3", now it is "p2"/),
    });
    await change([1, 2]);
    expect((await stream("in.jsonl", "-s", "moved", "-o", "moved.jsonl", "--resume")).stderr).toMatch(/were 3 records/);
    expect(linesOf(await readFile(join(folder, "moved.jsonl"), "utf8")).map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  test("nothing is written over before the inputs are found, and no input is", async () => {
    await writeFile(join(folder, "old.jsonl"), "old");
    expect((await stream("missing.jsonl", "-s", "memory", "-o", "old.jsonl")).status).toBe(3);
    expect((await stream("old.jsonl", "-s", "memory", "-o", "./old.jsonl")).stderr).toMatch(/is an input/);
    expect(await readFile(join(folder, "old.jsonl"), "utf8")).toBe("old");
  });

  test("JSON lines come by standard input as well", async () => {
    const run = await runDehusk(["stream", "-s", "memory"], `\n${asLines(twelve.map((n) => recordOf(n)))}`, folder);
    expect(linesOf(run.stdout).map(({ id }) => id)).toEqual(twelve.map((n) => `p${n}`));
    const page = await runDehusk(["stream", "-s", "memory"], pageOf(1), folder);
    expect(linesOf(page.stdout)).toMatchObject([{ id: "-", page: 1 }]);
  });

  test("--resume finds a run that was stopped, and says when its output is not there", async () => {
    await writeFile(join(folder, "grows.jsonl"), asLines(twelve.slice(0, 5).map((n) => recordOf(n))));
    await stream("grows.jsonl", "-s", "grown", "-o", "grown.jsonl");
    const before = await readFile(join(folder, "grown.jsonl"), "utf8");
    // As a kill leaves it: a line that was not confirmed, in part.
    await writeFile(join(folder, "grown.jsonl"), `${before}{"version":1,"id":"p6"`);
    await writeFile(join(folder, "grows.jsonl"), asLines(twelve.map((n) => recordOf(n))));
    expect((await stream("grows.jsonl", "-s", "grown", "-o", "grown.jsonl", "--resume")).status).toBe(0);
    const after = await readFile(join(folder, "grown.jsonl"), "utf8");
    expect(linesOf(after).map(({ page }) => page)).toEqual(twelve);
    expect(after.startsWith(before)).toBe(true);
    await writeFile(join(folder, "grown.jsonl"), "");
    expect(await stream("grows.jsonl", "-s", "grown", "-o", "grown.jsonl", "--resume")).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/it has 0 bytes, but the run to be resumed wrote \d+/),
    });
  });

  test("--stats shows a store's tables, as a table with a plot and as JSON", async () => {
    await stream("pages.jsonl.gz", "-s", "counted", "--site-name", "press");
    const table = await stream("--stats", "-s", "counted");
    expect(table).toMatchObject({ status: 0, stderr: "" });
    expect(table.stdout).toMatch(
      /^site +pages +segments +bytes +a page +hit rate +expired\npress +12 +13 +260 B +5 +55\.0 % +14\n/,
    );
    expect(table.stdout).toMatch(/bytes of the table of press\n *260 B ┤[ ▁-█]+\n/);
    const json = JSON.parse((await stream("--stats", "-s", "counted", "--json")).stdout) as { sites: object[] };
    expect(json).toMatchObject({
      version: 1,
      sites: [{ site: "press", pages: 12, segments: 13, bytes: 260, met: 60, known: 33, expired: 14, hitRate: 0.55 }],
    });
    const after = await stream("pages.jsonl.gz", "-s", "counted", "--site-name", "press", "--stats", "-o", "x.jsonl");
    expect(after.stderr).toMatch(/press +24 /);
  });

  test.each([
    [["pages.jsonl.gz", "-s", "memory", "--resume"], 2, /outlasts the run/],
    [["-", "--resume", "-s", "x"], 2, /standard input/],
    [["--stats", "-s", "nowhere"], 5, /no store "nowhere"/],
    [["--stats", "-s", "."], 5, /a folder with other things in it/],
    [["missing.jsonl", "-s", "memory"], 3, /no such file/],
    [["pages.jsonl.gz", "-s", "pages.jsonl.gz"], 5, /cannot be used/],
    [["pages.jsonl.gz", "-s", "kept", "--base-lifetime", "9"], 5, /made with baseLifetime 5, not 9/],
    [["pages.jsonl.gz", "-s", "memory", "-o", "."], 3, /it is a folder/],
    [["pages.jsonl.gz", "-s", "memory", "--layout-tags", "div,,p"], 2, /names of tags/],
    [["--stats", "-s", "kept", "--site-name", "nobody"], 2, /no site "nobody"/],
    [["pages.jsonl.gz", "-s", "memory", "--template-ratio", "2"], 2, /from 0 to 1/],
    [["pages.jsonl.gz", "-s", "memory", "--site-name", "a\nb"], 2, /control characters/],
  ])("%j: exit code %i", async (args, status, message) => {
    await stream("pages.jsonl.gz", "-s", "kept", "-o", "kept-again.jsonl");
    const run = await stream(...(args as string[]));
    expect([run.status, run.stderr]).toEqual([status, expect.stringMatching(message as RegExp)]);
  });
});
