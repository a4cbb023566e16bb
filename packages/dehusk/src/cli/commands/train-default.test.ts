import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContentModel } from "../../detect/index.ts";
import { extract } from "../../extract/index.ts";
import { asLines, labelledLines } from "../../train/testing/labelled-lines.ts";
import { type Run, runDehusk } from "../testing/run-dehusk.ts";

const pagesOf = (...sites: number[]) => sites.flatMap((site) => labelledLines(site, 3));
const validated = ["--cross-validate", "--leave-one-out"];

let folder: string;
let first: Run;
const dehusk = (...args: string[]) => runDehusk(args, "", folder);
const textOf = (name: string) => readFile(join(folder, name), "utf8");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-train-default-"));
  const sets = join(folder, "sets");
  await mkdir(sets);
  const [piece, ...texts] = pagesOf(0, 1, 2, 3, 4, 5);
  const pieces = { ...piece, text: null, include: [piece?.text.split("\n")[1]], exclude: ["Press"] };
  await writeFile(join(sets, "alpha.jsonl"), asLines([pieces, ...texts]));
  await writeFile(join(sets, "beta.jsonl.gz"), gzipSync(asLines(pagesOf(6, 7, 8, 9, 10, 11))));
  await writeFile(join(sets, "gamma.jsonl.br"), brotliCompressSync(asLines(pagesOf(0, 12, 13))));
  await writeFile(join(sets, "gamma.md"), "# gamma\n\nLicence: research use only.\n");
  await writeFile(join(sets, "keywords.jsonl"), asLines([{ id: 1, text: "No page." }]));
  await writeFile(join(sets, "pieces.jsonl"), asLines([{ ...pieces, id: "p" }]));
  await writeFile(join(sets, "snapshots.jsonl"), asLines(pagesOf(14)));
  const files = ["-o", "model.json", "--report", "report.json"];
  first = await dehusk("train", "--default", "sets", "--leave-out", "snapshots", ...validated, ...files);
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

describe("dehusk train --default", () => {
  test("writes a model that can be used, and reports on stderr", async () => {
    expect({ status: first.status, stdout: first.stdout }).toEqual({ status: 0, stdout: "" });
    expect(first.stderr).toMatch(/\nwrote \S+\n$/);
    const lines = first.stderr
      .replace(/wrote \S+\n$/, "")
      .trimEnd()
      .split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "gamma: research only, measured but not trained on",
      "keywords: no labelled pages, skipped",
      "pieces: no whole texts, trained on but not measured",
    ]);
    expect(lines[3]).toMatch(/^trained on \d+ blocks of 37 pages \(alpha \d+, beta \d+, pieces \d+\)$/);
    const table = [
      "set pages mean F1 median F1 below 0.5",
      expect.stringMatching(/^alpha 17 [01]\.\d{4} [01]\.\d{4} \d+\.\d%$/),
      expect.stringMatching(/^beta 18 [01]\.\d{4} [01]\.\d{4} \d+\.\d%$/),
      expect.stringMatching(/^gamma 9 [01]\.\d{4} [01]\.\d{4} \d+\.\d%$/),
      expect.stringMatching(/^mean of sets [01]\.\d{4}$/),
    ];
    expect(lines.slice(4).map((line) => line.trim().replace(/ +/g, " "))).toEqual([
      "on hosts not trained on:",
      ...table,
      "on sets not trained on:",
      ...table,
    ]);
    const model = readContentModel(await textOf("model.json"));
    expect(model.name).toBe("default");
    const [page] = labelledLines(20, 1);
    expect(extract(page?.html ?? "", { model }).text).toContain(page?.text.split("\n")[2]);
  });

  test("the model tells what it was trained on and how good it is, the report in full", async () => {
    const { training } = readContentModel(await textOf("model.json"));
    const report = JSON.parse(await textOf("report.json"));
    const sets = { alpha: 18, beta: 18, pieces: 1 };
    expect(training).toMatchObject({ sets, pages: 37, seed: 1 });
    expect(report).toMatchObject({ version: 1, trainedOn: sets, pagesPerSet: 600, seed: 1 });
    for (const way of ["crossValidated", "leftOut"]) {
      const table = report[way];
      expect(Object.keys(table.sets)).toEqual(["alpha", "beta", "gamma"]);
      const means = Object.entries(table.sets as Record<string, { meanF1: number }>);
      expect((training as Record<string, unknown>)[way]).toEqual({
        ...Object.fromEntries(means.map(([name, { meanF1 }]) => [name, meanF1])),
        mean: table.meanF1,
      });
      for (const [, scores] of means) {
        expect(scores).toEqual({
          pages: expect.any(Number),
          meanF1: expect.any(Number),
          medianF1: expect.any(Number),
          below: expect.any(Number),
        });
      }
      // Articles in frames of other sites: a model that learned anything finds them.
      expect(table.meanF1).toBeGreaterThan(0.8);
    }
  });

  test("gives the same bytes again, on stdout as in a file; measuring changes nothing else", async () => {
    const options = ["--leave-out", "snapshots", "--quiet"];
    const again = await dehusk("train", "--default", "sets", ...validated, ...options);
    expect(again).toEqual({ status: 0, stdout: await textOf("model.json"), stderr: "" });
    const plain = JSON.parse((await dehusk("train", "--default", "sets", ...options)).stdout);
    const { crossValidated, leftOut, ...training } = JSON.parse(again.stdout).training;
    expect(plain).toEqual({ ...JSON.parse(again.stdout), training });
  });

  test("takes a name, a seed and the most pages of a set", async () => {
    const options = ["--name", "mine", "--seed", "7", "--pages-per-set", "12"];
    const { stdout } = await dehusk("train", "--default", "sets/alpha.jsonl", "sets/beta.jsonl.gz", ...options);
    const { name, training } = readContentModel(stdout);
    expect(name).toBe("mine");
    expect(training).toMatchObject({ sets: { alpha: 12, beta: 12 }, pages: 24, seed: 7 });
  });

  test("goes on after a page that fails, says which once, and ends with 1", async () => {
    await writeFile(
      join(folder, "large.jsonl"),
      asLines([...pagesOf(0, 1, 2, 3, 4, 5), { id: "huge", html: "x".repeat(60_000), text: "x" }]),
    );
    const limits = ["--limit-bytes", "50000", "--cross-validate"];
    const run = await dehusk("train", "--default", "large.jsonl", "-o", "large.json", ...limits);
    expect(run.status).toBe(1);
    expect(run.stderr.match(/^error: large\/huge: .*50000/gm)?.length).toBe(1);
    expect(run.stderr).toMatch(/^trained on \d+ blocks of 18 pages \(large 18\), 1 pages? failed$/m);
    expect(run.stderr).toMatch(/^ +large +19 /m);
  });

  test("exit codes: 2 for wrong usage, 3 for what cannot be read or is too little", async () => {
    await mkdir(join(folder, "empty"));
    await writeFile(join(folder, "broken.jsonl"), "oops\n");
    await writeFile(join(folder, "one.jsonl"), asLines(pagesOf(0)));
    const cases = [
      [["--default"], 2, /missing required argument/],
      [["--default", "sets", "--l2", "1"], 2, /--l2 is not for --default/],
      [["sets", "--sites", "sets"], 2, /--sites is for --default only/],
      [["sets", "--cross-validate"], 2, /--cross-validate is for --default only/],
      [["sets", "--leave-one-out"], 2, /--leave-one-out is for --default only/],
      [["sets", "--pages-per-set", "600"], 2, /--pages-per-set is for --default only/],
      [["sets", "--leave-out", "alpha"], 2, /--leave-out is for --default only/],
      [["sets", "--report", "r.json"], 2, /--report is for --default only/],
      [["--default", "sets", "--report", "r.json"], 2, /--report needs --cross-validate/],
      [["--default", "sets", "--pages-per-set", "0"], 2, /whole number of at least 1/],
      [["--default", "sets", "--leave-out", "alpha,"], 2, /names of sets/],
      [["--default", "sets", "--leave-out", "delta"], 2, /delta; the sets are alpha, beta, gamma/],
      [["--default", "missing"], 3, /no such file or folder/],
      [["--default", "sets", "missing"], 3, /no such file or folder/],
      [["--default", "empty"], 3, /no JSON-lines files/],
      [["--default", "broken.jsonl"], 3, /broken\.jsonl/],
      [["--default", "sets/gamma.md"], 3, /not a JSON-lines file/],
      [["--default", "sets", "sets/alpha.jsonl"], 3, /both the set "alpha"/],
      [["--default", "one.jsonl"], 3, /Too few labelled pages/],
      [["--default", "sets/gamma.jsonl.br"], 3, /Too few labelled pages/],
      [["--default", "sets", "-o", "empty"], 3, /it is a folder/],
    ] as const;
    for (const [args, status, message] of cases) {
      const run = await dehusk("train", ...args);
      expect({ args, status: run.status, stdout: run.stdout }).toEqual({ args, status, stdout: "" });
      expect(run.stderr).toMatch(/^(?:[a-z]+: .*\n)*error: /);
      expect(run.stderr).toMatch(message);
    }
  });
});
