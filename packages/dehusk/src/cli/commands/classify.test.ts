import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { framedPage, storyOf } from "../testing/framed-pages.ts";
import { runDehusk } from "../testing/run-dehusk.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-classify-"));
  const lines: string[] = [];
  // As in the paper: the two classes come from different sites, pages to classify from the other site of each.
  for (const [topic, site, other] of [
    ["camera", "alpha", "beta"],
    ["notebook", "beta", "alpha"],
  ] as const) {
    await mkdir(join(folder, "topics", topic), { recursive: true });
    await mkdir(join(folder, "unknown"), { recursive: true });
    for (const number of [0, 1, 2, 3]) {
      const html = framedPage(site, storyOf(topic, number));
      await writeFile(join(folder, "topics", topic, `${number}.html`), html);
      lines.push(JSON.stringify({ url: `https://${site}.example/${number}`, html, topic }));
    }
    await writeFile(join(folder, "unknown", `${topic}.html`), framedPage(other, storyOf(topic, 9)));
  }
  await writeFile(join(folder, "topics.jsonl"), lines.join("\n"));
  await writeFile(join(folder, "unlabelled.jsonl"), `${lines.join("\n")}\n{"html":"<p>what am I"}\n`);
  const trained = await runDehusk(["classify", "train", "topics", "-o", "model.json"], "", folder);
  expect(trained.status).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

const lineOf = (text: string): unknown[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("dehusk classify train", () => {
  test("learns from folders, and says what", async () => {
    const run = await runDehusk(["classify", "train", "topics", "--clean", "none", "-o", "none.json"], "", folder);
    expect(run.status).toBe(0);
    expect(run.stdout).toMatch(/^ +pages +words {2}class\n +4 +\d+ {2}camera\n +4 +\d+ {2}notebook\n$/);
    expect(run.stderr).toMatch(/^8 pages, \d+ different words, written to none\.json\n$/);
    const model = JSON.parse(await readFile(join(folder, "none.json"), "utf8")) as Record<string, unknown>;
    expect(model).toMatchObject({ version: 1, kind: "dehusk-page-classifier", clean: "none" });
    expect(model["vocabulary"]).toContain("rights");
  });

  test("learns the same from JSON lines with topics", async () => {
    for (const [input, output] of [
      ["topics", "a.json"],
      ["topics.jsonl", "b.json"],
    ] as const) {
      const args = ["classify", "train", input, "-o", output, "--clean", "none", "--format", "json"];
      const { stdout } = await runDehusk(args, "", folder);
      expect(JSON.parse(stdout)).toMatchObject({ version: 1, classes: [{ label: "camera", pages: 4 }, { pages: 4 }] });
    }
    expect(await readFile(join(folder, "b.json"), "utf8")).toBe(await readFile(join(folder, "a.json"), "utf8"));
  });

  test("leaves out rare words, and text that the pages of a site share", async () => {
    const args = ["classify", "train", "topics.jsonl", "--clean", "site", "--min-pages", "2", "-o", "site.json"];
    expect((await runDehusk(args, "", folder)).status).toBe(0);
    const model = JSON.parse(await readFile(join(folder, "site.json"), "utf8")) as { vocabulary: string[] };
    expect(model.vocabulary).not.toContain("rights");
    expect(model.vocabulary).toContain("camera1");
  });

  test("learns from pages without the blocks that look like templates, and predicts from such pages", async () => {
    const train = ["classify", "train", "topics.jsonl", "--clean", "blocks", "-o", "blocks.json"];
    expect((await runDehusk(train, "", folder)).status).toBe(0);
    const model = JSON.parse(await readFile(join(folder, "blocks.json"), "utf8")) as { vocabulary: string[] };
    expect(model).toMatchObject({ clean: "blocks", vocabulary: expect.arrayContaining(["camera1"]) });
    const predict = ["classify", "predict", "topics.jsonl", "--model", "blocks.json"];
    expect(await runDehusk(predict, "", folder)).toMatchObject({ status: 0, stderr: "" });
  });

  test("learns from the segments that are content, and the model remembers it", async () => {
    const train = ["classify", "train", "topics.jsonl", "--clean", "segment+page", "-o", "segments.json"];
    expect((await runDehusk(train, "", folder)).status).toBe(0);
    const model = JSON.parse(await readFile(join(folder, "segments.json"), "utf8")) as { vocabulary: string[] };
    expect(model).toMatchObject({ clean: "segment+page", vocabulary: expect.arrayContaining(["camera1"]) });
    const predict = ["classify", "predict", "topics.jsonl", "--model", "segments.json"];
    expect(await runDehusk(predict, "", folder)).toMatchObject({ status: 0, stderr: "" });
  });

  test("tells of pages without a class", async () => {
    const run = await runDehusk(["classify", "train", "unlabelled.jsonl", "-o", "c.json"], "", folder);
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(
      'unlabelled.jsonl:9: The page has no class: neither a sub-folder nor "label" or "topic" names one.',
    );
  });

  test("exit codes", async () => {
    const train = (...args: string[]) => runDehusk(["classify", "train", ...args], "", folder);
    expect((await train("topics")).status).toBe(2);
    expect((await train("topics", "-o", "x.json", "--min-pages", "0")).status).toBe(2);
    expect((await train("missing", "-o", "x.json")).status).toBe(3);
    const flat = await train("topics/camera", "-o", "x.json");
    expect(flat).toMatchObject({ status: 3, stderr: expect.stringContaining("has no sub-folders") });
    const single = await train("unknown/camera.html", "-o", "x.json");
    expect(single).toMatchObject({ status: 3, stderr: expect.stringContaining("has no class") });
  });
});

describe("dehusk classify predict", () => {
  test("tells the class of pages from another site, cleaned as the model says", async () => {
    const args = ["classify", "predict", "unknown", "--model", "model.json"];
    const { status, stdout, stderr } = await runDehusk([...args, "--format", "json"], "", folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(lineOf(stdout)).toMatchObject([
      { version: 1, id: "camera.html", url: null, label: "camera" },
      { version: 1, id: "notebook.html", url: null, label: "notebook" },
    ]);
    const table = await runDehusk(args, "", folder);
    expect(table.stdout).toMatch(
      /^class {3} {2}probability {2}page\ncamera {2} +[01]\.\d{3} {2}camera.html\nnotebook {2} +[01]\.\d{3} {2}note/,
    );
  });

  test("reads standard input", async () => {
    const args = ["classify", "predict", "-", "--model", "model.json", "--format", "json"];
    const { stdout, stderr } = await runDehusk(args, `<p>${storyOf("notebook", 5)}`, folder);
    expect(lineOf(stdout)).toMatchObject([{ id: "-", label: "notebook" }]);
    expect(stderr).toContain("no site can be learned from it");
    const known = await runDehusk([...args, "--clean", "none"], `<p>${storyOf("notebook", 5)}`, folder);
    expect(lineOf(known.stdout)).toEqual(lineOf(stdout));
  });

  test("warns when pages are cleaned in another way", async () => {
    const args = ["classify", "predict", "unknown", "--model", "model.json", "--clean", "none"];
    const { status, stderr } = await runDehusk(args, "", folder);
    expect(status).toBe(0);
    expect(stderr).toBe("warning: The model was trained on pages cleaned with --clean frame, not none.\n");
  });

  test("exit codes", async () => {
    const predict = (...args: string[]) => runDehusk(["classify", "predict", ...args], "", folder);
    expect((await predict("unknown")).status).toBe(2);
    expect((await predict("missing", "--model", "model.json")).status).toBe(3);
    expect((await predict("unknown", "--model", "missing.json")).status).toBe(3);
    expect((await predict("unknown", "--model", "model.json", "--limit-nodes", "2")).status).toBe(4);
    const broken = await predict("unknown", "--model", "topics.jsonl", "--errors", "json");
    expect(broken.status).toBe(5);
    expect(JSON.parse(broken.stderr)).toMatchObject({ version: 1, error: { code: "bad-model" } });
    expect((await runDehusk(["classify"])).status).toBe(2);
  });

  test("its help names all options and gives examples", async () => {
    for (const [command, parts] of [
      ["train", "--clean --site --output --min-pages --format Examples:"],
      ["predict", "--clean --site --model --format Examples:"],
    ] as const) {
      const { stdout } = await runDehusk(["classify", command, "--help"]);
      for (const part of parts.split(" ")) expect(stdout).toContain(part);
    }
  });
});
