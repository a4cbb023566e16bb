import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSegmentModel } from "../../segment/index.ts";
import { annotatedPage, annotatedPages, styledHtml } from "../../segment/testing/annotated-pages.ts";
import { asLines } from "../../train/testing/labelled-lines.ts";
import { runDehusk } from "../testing/run-dehusk.ts";

const lines = annotatedPages(8);
let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const dehusk = (...args: string[]) => runDehusk(args, "", folder);
const train = (...args: string[]) => dehusk("train", "--segments", ...args);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-train-segments-"));
  for (const name of ["marked", "empty"]) await mkdir(at(name));
  await writeFile(at("marked", "first.jsonl.br"), brotliCompressSync(asLines(lines.slice(0, 5))));
  await writeFile(at("marked", "second.jsonl"), asLines(lines.slice(5)));
  await writeFile(at("page.html"), styledHtml(annotatedPage(30)));
  await writeFile(at("bare.jsonl"), asLines(lines.map(({ id, url, html }) => ({ id, url, html }))));
  await writeFile(at("few.jsonl"), asLines(lines.slice(0, 7)));
  await writeFile(at("broken.jsonl"), `${asLines(lines)}{"id": "cut sho`);
  await writeFile(at("cut.jsonl.br"), brotliCompressSync(asLines(lines)).subarray(0, 2000));
  const noPath = { ...annotatedPage(8), segments: [{ id: "s0", label: "x", level: 1, paths: ["//div["] }] };
  const half = { ...annotatedPage(9), html: annotatedPage(9).html.slice(0, 150) };
  await writeFile(at("odd.jsonl"), asLines([...lines, noPath, half, null, "text", { id: 1 }]));
});
afterAll(() => rm(folder, { recursive: true }));

describe("dehusk train --segments", () => {
  test("learns from marked pages, the same bytes each time, a model that dehusk segment finds their like by", async () => {
    const [first, again] = await Promise.all([train("marked", "-o", "model.json"), train("marked", "--quiet")]);
    expect({ status: first.status, stdout: first.stdout }).toEqual({ status: 0, stdout: "" });
    expect(first.stderr).toMatch(
      /^8 pages; on pages not trained on, 4 parts, mean of AdjRAND and NMI:\n +lambda +agreement\n/,
    );
    expect(first.stderr).toMatch(
      /\ngcuts +\d\S* +[01]\.\d{3}\ngcuts without parents .*\ncclus .*\nwrote model\.json\n$/,
    );
    const text = await readFile(at("model.json"), "utf8");
    expect(again).toEqual({ status: 0, stdout: text, stderr: "" });
    const model = readSegmentModel(text);
    expect(model).toMatchObject({ name: "segment-estimate", geometry: "estimate" });
    expect(model.training).toMatchObject({ pages: 8, folds: 4, seed: 1, agreement: { gcuts: expect.any(Number) } });

    const pathsBy = async (name: string) => {
      const { status, stdout } = await dehusk("segment", "page.html", "-f", "json", "--model", name);
      expect(status).toBe(0);
      const { segments } = JSON.parse(stdout) as { segments: { paths: string[] }[] };
      return segments.map(({ paths }) => paths);
    };
    const marks = annotatedPage(30).segments.map(({ paths }) => paths);
    const [learned, plain] = await Promise.all(["model.json", "plain"].map(pathsBy));
    expect(learned).toEqual(marks);
    expect(plain).not.toEqual(marks);
  });

  test("goes on after pages that cannot be used, says which, and ends with 1", async () => {
    const { status, stderr } = await train("odd.jsonl", "-o", "odd.json", "--name", "odd", "--seed", "5");
    expect(status).toBe(1);
    expect(stderr).toContain('error: made-up/8: "//div[" is not a path');
    expect(stderr).toMatch(/^8 pages, 1 left out as fewer than two of their segments are seen, 1 pages failed; /m);
    const model = readSegmentModel(await readFile(at("odd.json"), "utf8"));
    expect(model).toMatchObject({ name: "odd", training: { pages: 8, seed: 5 } });
  });

  test.each([
    [["missing"], 3, /missing/],
    [["empty"], 3, /Folder "empty" has no JSON-lines files/],
    [["page.html"], 3, /not a JSON-lines file/],
    [["bare.jsonl"], 3, /Only 0 of 0 marked pages show two segments or more; 8 are needed/],
    [["few.jsonl"], 3, /Only 7 of 7 marked pages/],
    [["marked", "--limit-nodes", "20"], 3, /made-up\/0: .*20/],
    [["broken.jsonl"], 3, /Cannot read "broken.jsonl" near line 9/],
    [["cut.jsonl.br"], 3, /Cannot read "cut.jsonl.br"/],
    [["marked", "-o", "empty"], 3, /"empty": it is a folder/],
    [["marked", "--trees", "5"], 2, /--trees is for --blocks only/],
    [["marked", "--blocks"], 2, /--blocks and --segments cannot be combined/],
  ])("%j exits with %i", async (args, status, message) => {
    const run = await train(...args);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status, stdout: "" });
    expect(run.stderr).toMatch(message);
  });

  test("leaves out sets that are for research only", async () => {
    await mkdir(at("closed"));
    await writeFile(at("closed", "set.jsonl"), asLines(lines));
    await writeFile(at("closed", "set.md"), "Licence: research use only.");
    const { status, stderr } = await train("closed");
    expect(status).toBe(3);
    expect(stderr).toContain('The set "set" is for research only: it is left out.');
    expect(stderr).toContain("Only 0 of 0 marked pages");
  });
});
