import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { columnsOf } from "./output/columns.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));
const detect = (...args: string[]) => runDehusk(["detect", ...args], "", examples);

describe("dehusk detect", () => {
  test("prints a line per section that fits, with the menu above the article", async () => {
    const { status, stdout, stderr } = await detect("article.html");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [head, ...lines] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^templateness +kind +raw +words +links +box +where +text$/);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines)
      expect(line).toMatch(
        /^[█░]{10} [01]\.\d\d {2}(?:template|article)? +\d\.\d\d–\d\.\d\d +\d+ +\d+ +\S+ at \S+ {2}[/…]/,
      );
    const shownFor = (text: RegExp) => Number(/ (\d\.\d\d) /.exec(lines.find((line) => text.test(line)) ?? "")?.[1]);
    expect(shownFor(/footer/)).toBeGreaterThan(shownFor(/main /));
  });

  test.each(["chinese.html", "thai.html", "arabic.html", "table-layout-1999.html"])(
    "keeps within 120 columns on %s, also node by node",
    async (name) => {
      const sections = (await detect(name)).stdout.trimEnd().split("\n");
      const nodes = (await detect(name, "--all")).stdout.trimEnd().split("\n");
      expect(nodes.length).toBeGreaterThan(2 * sections.length);
      for (const line of [...sections, ...nodes]) expect(columnsOf(line)).toBeLessThanOrEqual(120);
    },
  );

  test("writes JSON with all fields", async () => {
    const { stdout } = await detect("article.html", "--format", "json");
    const report = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>;
    expect(Object.keys(report)).toEqual(["version", "url", "geometry", "model", "nodes", "sections"]);
    expect(report["model"]).toBe("default");
    expect(Object.keys(report["nodes"]?.[0] ?? {})).toEqual(
      "id parent tag path box score templateness kind section hidden words links".split(" "),
    );
    expect(Object.keys(report["sections"]?.[0] ?? {})).toEqual(
      "root path templateness kind box words links".split(" "),
    );
  });

  test("without kinds when the model knows none", async () => {
    const { status, stdout } = await detect("article.html", "--model", "page-level");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^templateness +raw +words +links +box +where +text\n/);
    for (const line of stdout.trimEnd().split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(120);
  });

  test("a larger penalty makes fewer sections, none leaves the order alone", async () => {
    const sectionsWith = async (...args: string[]) =>
      (await detect("article.html", ...args)).stdout.split("\n").length - 2;
    const [usual, few, most] = await Promise.all([
      sectionsWith(),
      sectionsWith("--penalty", "nodes*area", "--penalty-factor", "1000", "--penalty-most", "Infinity"),
      sectionsWith("--penalty-factor", "0"),
    ]);
    expect(few).toBe(1);
    expect(most).toBeGreaterThan(usual as number);
    expect(usual).toBeGreaterThan(few as number);
  });

  test("writes a heat map into a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dehusk-detect-"));
    try {
      const out = join(folder, "heat.html");
      const run = await detect("forum-thread.html", "-f", "html", "-o", out);
      expect(run).toEqual({ status: 0, stdout: "", stderr: `wrote ${out}\n` });
      expect(await readFile(out, "utf8")).toMatch(/^<!doctype html>.*<svg.*<\/html>\n$/s);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("reads standard input, and takes the page's address", async () => {
    const page = "<p>A short page with <a href='/x'>a link</a>.";
    const { stdout } = await runDehusk(["detect", "--format", "json", "--url", "https://example.org/"], page);
    expect(JSON.parse(stdout)).toMatchObject({
      url: "https://example.org/",
      nodes: { 0: { id: 0, words: 6, links: 1 } },
    });
  });

  test("shows no control characters of a page", async () => {
    const { stdout } = await runDehusk(["detect", "--all"], "<p>a\u001b[2Jb\u202ec");
    expect(stdout).toContain("a\\x1b[2Jbc");
  });

  test("exits with 2 for wrong usage, 3 for no such page, 4 for a limit", async () => {
    for (const args of [
      ["--penalty", "none"],
      ["--penalty-factor", "-1"],
      ["--penalty-factor", ""],
      ["--format", "text"],
      ["."],
    ]) {
      expect({ args, status: (await detect(...args)).status }).toEqual({ args, status: 2 });
    }
    expect((await detect("missing.html")).status).toBe(3);
    expect((await detect("article.html", "--limit-nodes", "20")).status).toBe(4);
    expect((await detect("article.html", "--limit-ms", "0.001")).status).toBe(4);
    expect(JSON.parse((await detect("missing.html", "--errors", "json")).stderr)).toMatchObject({
      error: { code: "unreadable" },
    });
  });
});

test("columns: East Asian signs take two, marks none", () => {
  expect([columnsOf("abc"), columnsOf("汉字"), columnsOf("e\u0301"), columnsOf("กี่")]).toEqual([3, 4, 1, 1]);
});
