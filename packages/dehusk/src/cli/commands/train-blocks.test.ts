import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBlockModel } from "../../detect/index.ts";
import { madeUpSite } from "../../detect/testing/made-up-sites.ts";
import { runDehusk } from "../testing/run-dehusk.ts";

const pages = [0, 1, 2, 3, 4];
const few = ["--trees", "5", "--pages-per-site", "3"];

let folder: string;
const dehusk = (...args: string[]) => runDehusk(args, "", folder);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-train-blocks-"));
  await mkdir(join(folder, "sites"));
  for (let number = 0; number < 12; number++) {
    const site = madeUpSite(number);
    const lines = pages.map((page) => `${JSON.stringify({ id: `p${page}`, html: site.html(page) })}\n`);
    // Two digits keep the sites in order.
    await writeFile(join(folder, "sites", `${String(number).padStart(2, "0")}.jsonl`), lines.join(""));
  }
  await writeFile(join(folder, "page.html"), madeUpSite(20).html(0));
  await dehusk("train", "--blocks", "sites", "-o", "blocks.json", "--workers", "1", "--name", "made-up", ...few);
});
afterAll(() => rm(folder, { recursive: true }));

describe("dehusk train --blocks", () => {
  test("writes a model into a file and reports on stderr", async () => {
    const run = await dehusk("train", "--blocks", "sites", "-o", "again.json", "--workers", "2", ...few);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: "" });
    const [warning, head, blocks, cost, where, columns, ...classifiers] = run.stderr
      .replace(/wrote again\.json\n$/, "")
      .trimEnd()
      .split("\n");
    expect(warning).toMatch(/^warning: The held-out scores are perfect\./);
    expect(head).toBe("12 sites, 60 pages, trained on 36 of them");
    expect(blocks).toMatch(/^\d+ template blocks, \d+ others, \d+ ignored$/);
    expect(cost).toMatch(/^\d+ s, \d+ MB of memory, model of \d+ KB$/);
    expect(where).toMatch(
      /^on sites not trained on, 10 parts; a guess has a precision of [01]\.\d{2} and [01]\.\d{2}:$/,
    );
    expect(columns).toMatch(/^ +all blocks: recall at 0\.9 +average precision +each text once: .*precision$/);
    expect(classifiers.map((line) => line.split(/ +/)[0])).toEqual(["text", "maxent", "rf"]);
    for (const line of classifiers) expect(line).toMatch(/^[a-z]+(?: +[01]\.\d{3}){4}$/);
    const model = readBlockModel(await readFile(join(folder, "again.json"), "utf8"));
    expect(model.name).toBe("blocks");
    expect(model.training).toMatchObject({ sites: 12, pages: 60, pagesPerSite: 3, trees: 5, seed: 1 });
  });

  test("gives the same bytes on stdout as in a file, whatever the number of workers", async () => {
    const model = await readFile(join(folder, "blocks.json"), "utf8");
    const args = ["train", "--blocks", "sites", "--name", "made-up", "--quiet", ...few];
    expect(await dehusk(...args, "--workers", "3")).toEqual({ status: 0, stdout: model, stderr: "" });
    const { stdout: other } = await dehusk(...args, "--workers", "1", "--seed", "2");
    expect(other).not.toBe(model);
  });

  test("its model is used by detect and extract, with what is asked of it", async () => {
    const run = async (command: string, ...args: string[]) => {
      const { status, stdout } = await dehusk(command, "page.html", "-f", "json", "--model", "blocks.json", ...args);
      expect(status).toBe(0);
      return JSON.parse(stdout) as { model: string; text: string; nodes: { templateness: number; kind?: string }[] };
    };
    const meanOf = ({ nodes }: Awaited<ReturnType<typeof run>>) =>
      nodes.reduce((sum, { templateness }) => sum + templateness, 0) / nodes.length;
    const usual = await run("detect");
    expect(usual.model).toBe("made-up-rf");
    const most = await run("detect", "--recall", "1");
    const least = await run("detect", "--recall", "0.01");
    expect(meanOf(most)).toBeGreaterThan(meanOf(least));
    expect(await run("detect", "--recall", "0.5")).toEqual(usual);
    expect((await run("extract")).text.length).toBeGreaterThan(200);
  });

  test("exit codes: 2 for wrong usage, 3 for too few sites or blocks of one kind", async () => {
    await mkdir(join(folder, "alike"));
    for (let site = 0; site < 10; site++) {
      const html = (page: number) => `<div>A story of its own, ${site} by ${page}, that no other page of the site has`;
      const lines = pages.map((page) => `${JSON.stringify({ html: html(page) })}\n`);
      await writeFile(join(folder, "alike", `${site}.jsonl`), lines.join(""));
    }
    const cases: [string[], number, RegExp][] = [
      [["--blocks", "sites", "--trees", "0"], 2, /--trees/],
      [["--blocks", "sites", "--trees", "70000"], 2, /"trees" must be a whole number from 1 to 65535/],
      [["--blocks", "sites", "--workers", "0"], 2, /--workers/],
      [["--blocks", "sites", "--l2", "1"], 2, /--l2 is not for --blocks\./],
      [["--blocks", "sites", "--report", "r.json"], 2, /--report is for --default only\./],
      [["--blocks", "--default", "sites"], 2, /--default and --blocks cannot be combined\./],
      [["--blocks", "--keywords", "sites"], 2, /--blocks and --keywords cannot be combined\./],
      [["--keywords", "sites", "--pages-per-site", "9"], 2, /--pages-per-site is not for --keywords\./],
      [["--keywords", "sites", "--name", "x"], 2, /--name is not for --keywords\./],
      [["--blocks", "sites", "--frequencies", "f.json"], 2, /--frequencies is for --keywords only\./],
      [["sites", "--trees", "9"], 2, /--trees is for --blocks only\./],
      [["sites", "--workers", "1"], 2, /--workers is for --blocks only\./],
      [["--default", "sites", "--trees", "9"], 2, /--trees is for --blocks only\./],
      [["--blocks", "sites/00.jsonl", "sites/01.jsonl"], 3, /at least 10 sites; there are 2\./],
      [["--blocks", "alike", "--workers", "1"], 3, /one fold of these has no templates\./],
      [["--blocks", "missing"], 3, /missing/],
    ];
    for (const [args, status, message] of cases) {
      const run = await dehusk("train", ...args);
      expect({ args, status: run.status, stdout: run.stdout }).toEqual({ args, status, stdout: "" });
      expect(run.stderr).toMatch(message);
    }
  });
});
