import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { plainSegmentModel, writeSegmentModel } from "../../segment/index.ts";
import { columnsOf } from "../output/columns.ts";
import { runDehusk } from "../testing/run-dehusk.ts";

const examples = fileURLToPath(new URL("../../../../../examples/", import.meta.url));
const segment = (...args: string[]) => runDehusk(["segment", ...args], "", examples);

describe("dehusk segment", () => {
  test("prints a line per segment that fits, the footer more of a template than the article", async () => {
    const { status, stdout, stderr } = await segment("article.html");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [head, ...lines] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^ *id +templateness +words +links +box +where +text$/);
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      expect(line).toMatch(/^ *\d+ {2}[█░]{10} [01]\.\d\d +\d+ +\d+ +\S+ at \S+ {2}[/…]/);
      expect(columnsOf(line)).toBeLessThanOrEqual(120);
    }
    const shownFor = (text: RegExp) => Number(/ (\d\.\d\d) /.exec(lines.find((line) => text.test(line)) ?? "")?.[1]);
    expect(shownFor(/\/footer/)).toBeGreaterThan(shownFor(/article\/p/));
  });

  test.each(["consensus", "gcuts", "cclus", "sections"])("writes JSON with all fields by %s", async (algorithm) => {
    const { status, stdout } = await segment("chinese.html", "--format", "json", "--algorithm", algorithm);
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as Record<string, unknown> & { segments: Record<string, unknown>[] };
    expect(Object.keys(report)).toEqual(["version", "url", "algorithm", "lambda", "energy", "segments"]);
    expect(report["algorithm"]).toBe(algorithm);
    expect(Object.keys(report.segments[0] ?? {})).toEqual(
      "id paths nodes box words links templateness text".split(" "),
    );
  });

  test("a larger lambda gives fewer segments; NP, a seed and trials are taken", async () => {
    const count = async (...args: string[]) =>
      (JSON.parse((await segment("listing.html", "-f", "json", ...args)).stdout) as { segments: unknown[] }).segments
        .length;
    expect(await count("--lambda", "5")).toBeLessThan(await count("--lambda", "0.2"));
    expect(await count("--no-parent-edges", "--no-connected", "--lambda", "1")).toBeGreaterThan(0);
    expect(await count("-a", "cclus", "--trials", "3", "--seed", "7")).toBeGreaterThan(0);
  });

  test("writes a page to a file, and takes a model from one", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dehusk-"));
    try {
      const model = join(folder, "model.json");
      await writeFile(model, writeSegmentModel(plainSegmentModel("estimate")));
      const out = join(folder, "out", "segments.html");
      const { status, stdout } = await segment("recipe.html", "-f", "html", "-o", out, "--model", model);
      expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
      expect(await readFile(out, "utf8")).toMatch(/^<!doctype html>[\s\S]*<title>Segments: /);
      await writeFile(model, "{}");
      const broken = await segment("recipe.html", "--model", model, "--errors", "json");
      expect(broken.status).toBe(5);
      expect(JSON.parse(broken.stderr)).toMatchObject({ version: 1, error: { code: "bad-model" } });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each([
    [["--algorithm", "magic"], 2, /Allowed choices are consensus, gcuts, cclus, sections/],
    [["--lambda", "-1"], 2, /It must be a number of at least 0/],
    [["--viewport", "800x600", "article.html"], 2, /--viewport needs --render/],
    [["."], 2, /is a folder: segment takes one page/],
    [["no-such-file.html"], 3, /no-such-file/],
    [["article.html", "--limit-nodes", "10"], 4, /10/],
    [["article.html", "--model", "no-such-model.json"], 3, /no such file/],
  ])("%j exits with %i", async (args, status, message) => {
    const run = await segment(...args);
    expect(run.status).toBe(status);
    expect(run.stderr).toMatch(message);
    expect(run.stdout).toBe("");
  });

  test("reads standard input, and an empty one gives no segments", async () => {
    const { status, stdout } = await runDehusk(["segment", "-f", "json"], "");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ segments: [] });
  });

  test("--help says what it does", async () => {
    const { status, stdout } = await segment("--help");
    expect(status).toBe(0);
    expect(stdout).toContain("--algorithm <name>");
    expect(stdout).toContain("Exit codes:");
  });
});
