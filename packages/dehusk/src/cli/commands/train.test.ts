import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPageLevelModel } from "../../detect/index.ts";
import { type MadeUpSite, madeUpSite } from "../../detect/testing/made-up-sites.ts";
import { runDehusk } from "../testing/run-dehusk.ts";

const pages = [0, 1, 2, 3, 4];
const sites = [0, 1, 2, 3, 4].map(madeUpSite);
const few = ["--pages-per-site", "3"];

function linesOf(site: MadeUpSite): string {
  return pages.map((number) => `${JSON.stringify({ id: `p${number}`, html: site.html(number) })}\n`).join("");
}

let folder: string;
const dehusk = (...args: string[]) => runDehusk(args, "", folder);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-train-"));
  await mkdir(join(folder, "lines"));
  for (const [number, site] of sites.entries()) {
    // Numbers keep the sites in one order, however they are stored.
    const packed = number % 2 === 0;
    const name = join(folder, "lines", `${number}.jsonl${packed ? ".gz" : ""}`);
    await writeFile(name, packed ? gzipSync(linesOf(site)) : linesOf(site));
    await mkdir(join(folder, "folders", String(number)), { recursive: true });
    for (const page of pages) {
      await writeFile(join(folder, "folders", String(number), `${page}.html`), site.html(page));
    }
  }
  await writeFile(join(folder, "page.html"), madeUpSite(9).html(0));
  await dehusk("train", "lines", "-o", "model.json", "--name", "made-up", ...few);
});
afterAll(() => rm(folder, { recursive: true }));

describe("dehusk train", () => {
  test("writes a model into a file and reports on stderr", async () => {
    const run = await dehusk("train", "lines", "-o", "out/again.json", "--name", "made-up", ...few);
    expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 0, stdout: "" });
    const [head, second, columns, all] = run.stderr.split("\n");
    expect(head).toMatch(/^5 sites, 25 pages, trained on \d+ nodes of 15 pages$/);
    expect(second).toBe("on sites not trained on:");
    expect(columns).toMatch(/^ +ROC +PR +calibration error +nodes {2}node areas$/);
    expect(all).toMatch(/^ +[01]\.\d{3} +[01]\.\d{3} +0\.\d{3} +\d+ {2}all$/);
    expect(run.stderr).not.toContain("NaN");
    expect(await readdir(join(folder, "out"))).toEqual(["again.json"]);
    const model = readPageLevelModel(await readFile(join(folder, "out", "again.json"), "utf8"));
    expect(model.name).toBe("made-up");
    expect(model.training).toMatchObject({ sites: 5, pages: 25, pagesTrainedOn: 15, pagesPerSite: 3, seed: 1 });
    expect(run.stderr.trimEnd().split("\n").length).toBe(5 + model.areas.length);
  });

  test("gives the same bytes again, on stdout as in a file, from folders of HTML as from JSON lines", async () => {
    const model = await readFile(join(folder, "model.json"), "utf8");
    const [lines, folders] = await Promise.all(
      ["lines", "folders"].map((path) => dehusk("train", path, "--name", "made-up", "--quiet", ...few)),
    );
    expect(lines).toEqual({ status: 0, stdout: model, stderr: "" });
    expect(folders).toEqual(lines);
  });

  test("takes seed and penalty", async () => {
    const options = ["--seed", "7", "--l2", "0.5", "--pages-per-site", "1"];
    const { stdout } = await dehusk("train", "lines", ...options);
    expect(readPageLevelModel(stdout).training).toMatchObject({
      seed: 7,
      l2: 0.5,
      pagesPerSite: 1,
      name: "page-level",
    });
  });

  test("goes on after a bad record, says which, and ends with 1", async () => {
    await mkdir(join(folder, "mixed"), { recursive: true });
    for (const [number, site] of sites.slice(0, 4).entries()) {
      const bad = number === 2 ? "oops\n" : "";
      await writeFile(join(folder, "mixed", `${number}.jsonl`), linesOf(site) + bad);
    }
    const run = await dehusk("train", "mixed", "-o", "mixed.json", "--pages-per-site", "1");
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/^error: .*2\.jsonl:6: Line 6 of ".*2\.jsonl" is not JSON/);
    expect(run.stderr).toMatch(/\n4 sites, 20 pages, trained on \d+ nodes of 4 pages, 1 pages failed\n/);
  });

  test("exit codes: 2 for wrong usage, 3 for what cannot be read or is too little", async () => {
    await mkdir(join(folder, "empty"), { recursive: true });
    const cases = [
      [[], 2],
      [["lines", "--l2", "0"], 2],
      [["lines", "--l2", "Infinity"], 2],
      [["lines", "--seed", "1.5"], 2],
      [["lines", "--pages-per-site", "0"], 2],
      [["missing"], 3],
      [["lines", "missing"], 3],
      [["empty"], 3],
      [["lines/0.jsonl.gz", "lines/1.jsonl"], 3],
    ] as const;
    const runs = await Promise.all(cases.map(([args]) => dehusk("train", ...args)));
    for (const [i, [args, status]] of cases.entries()) {
      expect({ args, status: runs[i]?.status, stdout: runs[i]?.stdout }).toEqual({ args, status, stdout: "" });
      expect(runs[i]?.stderr).toMatch(/^error: /);
    }
    await writeFile(join(folder, "single.jsonl"), `${JSON.stringify({ html: madeUpSite(0).html(0) })}\n`);
    expect((await dehusk("train", "single.jsonl")).stderr).toMatch(
      /^warning: single\.jsonl: too few pages, .*\nerror: /,
    );
    expect((await dehusk("train", "lines/0.jsonl.gz")).stderr).toBe(
      "error: A model needs pages of at least 4 sites; there are 1.\n",
    );
  });
});

describe("--model", () => {
  test("is used by detect and extract", async () => {
    const own = JSON.parse((await dehusk("detect", "page.html", "-f", "json", "--model", "model.json")).stdout) as {
      model: string;
      nodes: { templateness: number }[];
    };
    const shipped = JSON.parse((await dehusk("detect", "page.html", "-f", "json")).stdout) as typeof own;
    expect(own.model).toBe("made-up");
    expect(shipped.model).toBe("default");
    expect(own.nodes.map((node) => node.templateness)).not.toEqual(shipped.nodes.map((node) => node.templateness));
    const { status, stdout } = await dehusk("extract", "page.html", "-f", "json", "--model", "model.json");
    const plain = await dehusk("extract", "page.html", "-f", "json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout).confidence).not.toBe(JSON.parse(plain.stdout).confidence);
  });

  test("ends with 5 if the model is damaged, 3 if it is missing", async () => {
    const model = await readFile(join(folder, "model.json"), "utf8");
    await writeFile(join(folder, "cut.json"), model.slice(0, 5000));
    await writeFile(join(folder, "other.json"), model.replace('"words"', '"colours"'));
    for (const command of ["extract", "detect"]) {
      const cut = await dehusk(command, "page.html", "--model", "cut.json");
      expect(cut).toEqual({
        status: 5,
        stdout: "",
        stderr: "error: The model cannot be used: it is not JSON.\n",
      });
      const other = await dehusk(command, "page.html", "--model", "other.json", "--errors", "json");
      expect(other.status).toBe(5);
      expect(JSON.parse(other.stderr)).toMatchObject({
        error: { code: "bad-model", message: expect.stringContaining('"colours"') },
      });
      expect((await dehusk(command, "page.html", "--model", "missing.json")).status).toBe(3);
    }
  });
});

describe("--site", () => {
  test("changes what is extracted of a page that dehusk site has not seen", async () => {
    const note = `<div><p>${"Our office is open every day from nine to five, and on Sundays too. ".repeat(3)}</p></div>`;
    const html = (story: string) =>
      `${note}<div><h1>${story}</h1><p>${`${story} goes on and on. `.repeat(12)}</p></div>`;
    await mkdir(join(folder, "office"));
    for (const page of [0, 1, 2, 3, 4, 5])
      await writeFile(join(folder, "office", `${page}.html`), html(`Story ${page}`));
    await writeFile(join(folder, "unseen.html"), html("A story that nobody has read"));
    expect((await dehusk("site", "office", "-o", "templates.json")).status).toBe(0);
    const plain = await dehusk("extract", "unseen.html");
    const known = await dehusk("extract", "unseen.html", "--site", "templates.json");
    expect(plain.stdout).toContain("Our office is open");
    expect(known.stdout).not.toContain("Our office is open");
    expect(known.stdout).toContain("A story that nobody has read goes on");
    const raised = await dehusk("detect", "unseen.html", "--site", "templates.json");
    expect(raised.stdout).not.toBe((await dehusk("detect", "unseen.html")).stdout);
  });

  test("ends with 5 when the templates are damaged, or are a model", async () => {
    await writeFile(join(folder, "broken.json"), "{");
    for (const file of ["broken.json", "model.json"]) {
      const run = await dehusk("extract", "page.html", "--site", file);
      expect({ file, status: run.status, stdout: run.stdout }).toEqual({ file, status: 5, stdout: "" });
    }
    expect((await dehusk("extract", "page.html", "--site", "missing.json")).status).toBe(3);
  });
});
