import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BlockDetector, blockClassifiers, pageLevelModel } from "../../detect/index.ts";
import { runDehusk } from "../testing/run-dehusk.ts";
import { readKnowledge } from "./knowledge-options.ts";

const models = fileURLToPath(new URL("../../../models/", import.meta.url));

const kindsRead = 'not "dehusk-content-model", "dehusk-page-level-model" or "dehusk-block-model"';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-knowledge-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("--model", () => {
  test("takes the names of the models that come with dehusk", async () => {
    expect(await readKnowledge({})).toEqual({ model: undefined, site: undefined });
    expect((await readKnowledge({ model: "default" })).model).toBeUndefined();
    expect((await readKnowledge({ model: "page-level" })).model).toBe(pageLevelModel);
  });

  test("takes the shipped block model with each of its classifiers", async () => {
    for (const classifier of blockClassifiers) {
      const { model } = await readKnowledge({ model: `blocks-${classifier}`, recall: 0.5 });
      expect(model).toMatchObject({ kind: "dehusk-block-detector", name: `blocks-${classifier}`, classifier });
    }
  });

  test("takes files of all kinds; of a block model the forest decides", async () => {
    for (const [name, kind] of [
      ["default", "dehusk-content-model"],
      ["page-level", "dehusk-page-level-model"],
    ] as const) {
      expect((await readKnowledge({ model: join(models, `${name}.json`) })).model).toMatchObject({ kind, name });
    }
    const file = await readKnowledge({ model: join(models, "blocks.json") });
    expect(file).toEqual(await readKnowledge({ model: "blocks-rf" }));
  });

  test.each([
    ["{", "it is not JSON"],
    ["[]", "it is not an object"],
    ["{}", `its kind is missing, ${kindsRead}`],
    ['{"kind":"x"}', `its kind is "x", ${kindsRead}`],
  ])("refuses the file %s", async (text, why) => {
    const path = join(folder, "model.json");
    await writeFile(path, text);
    await expect(readKnowledge({ model: path })).rejects.toMatchObject({
      code: "bad-model",
      message: `The model cannot be used: ${why}.`,
    });
  });

  test("refuses a damaged model of each kind with what is wrong", async () => {
    for (const [kind, message] of [
      ["dehusk-content-model", /^The content model cannot be used: its version is 2/],
      ["dehusk-page-level-model", /^The page-level model cannot be used: its version is 2/],
      ["dehusk-block-model", /^The block model cannot be used: its version is 2/],
    ] as const) {
      const path = join(folder, "damaged.json");
      await writeFile(path, JSON.stringify({ kind, version: 2 }));
      await expect(readKnowledge({ model: path })).rejects.toMatchObject({
        code: "bad-model",
        message: expect.stringMatching(message),
      });
    }
  });

  test("on the command line: a model by name, 5 for a bad file, 3 for none", async () => {
    await writeFile(join(folder, "other.json"), "{}");
    const detect = (model: string) =>
      runDehusk(["detect", "--format", "json", "--model", model], "<p>Some words", folder);
    expect(JSON.parse((await detect("page-level")).stdout)).toMatchObject({ model: "page-level" });
    expect(JSON.parse((await detect("default")).stdout)).toMatchObject({ model: "default" });
    expect(JSON.parse((await detect("blocks-rf")).stdout)).toMatchObject({ model: "blocks-rf" });
    expect((await detect("other.json")).status).toBe(5);
    expect((await detect("missing")).status).toBe(3);
  });
});

describe("--recall and --precision", () => {
  const thresholdOf = async (options: Parameters<typeof readKnowledge>[0]) =>
    ((await readKnowledge({ model: "blocks-rf", ...options })).model as BlockDetector).threshold;

  test("choose the threshold; a recall of 0.5 by default", async () => {
    expect(await thresholdOf({})).toBe(await thresholdOf({ recall: 0.5 }));
    expect(await thresholdOf({ recall: 0.5 })).toBeGreaterThan(await thresholdOf({ recall: 0.95 }));
  });

  test.each([
    ["recall", { recall: 0.5 }, undefined],
    ["precision", { precision: 0.5 }, "default"],
    ["recall", { recall: 0.5 }, "page-level"],
    ["precision", { precision: 0.5 }, join(models, "page-level.json")],
    ["recall", { recall: 0.5 }, join(models, "default.json")],
  ])("%s is for block models only: %o with %s", async (name, point, model) => {
    await expect(readKnowledge({ ...point, ...(model === undefined ? {} : { model }) })).rejects.toMatchObject({
      code: "bad-option",
      message: `Option "${name}" is for block models only, such as blocks-rf.`,
    });
  });

  test("on the command line: 2 for invalid ones", async () => {
    const page = "<div>Some words, enough of them for a block of text.</div>";
    for (const command of ["detect", "extract"]) {
      const run = (...args: string[]) => runDehusk([command, ...args], page, folder);
      expect((await run("--model", "blocks-maxent", "--recall", "0.5")).status).toBe(0);
      for (const args of [
        ["--recall", "0.5"],
        ["--model", "blocks-rf", "--recall", "0"],
        ["--model", "blocks-rf", "--recall", "1.5"],
        ["--model", "blocks-rf", "--precision", "high"],
        ["--model", "blocks-rf", "--precision", "0.9", "--recall", "0.5"],
      ]) {
        const { status, stdout, stderr } = await run(...args);
        expect({ args, status, stdout }).toEqual({ args, status: 2, stdout: "" });
        expect(stderr).toMatch(/^error: /);
      }
    }
  });

  test.each([
    ["table", "Saltmere"],
    ["json", '"model":"blocks-rf"'],
    ["html", "Saltmere"],
  ])("detect writes %s by a block model", async (format, part) => {
    const page = fileURLToPath(new URL("../../../../../examples/article.html", import.meta.url));
    const args = ["detect", page, "--model", "blocks-rf", "--format", format];
    const { status, stdout, stderr } = await runDehusk(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.includes(part)).toBe(true);
    expect(/NaN|undefined/.exec(stdout)).toBeNull();
    expect((await runDehusk(args)).stdout === stdout).toBe(true);
  });
});
