import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageLevelModel } from "../detect/index.ts";
import { readKnowledge } from "./knowledge-options.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

const models = fileURLToPath(new URL("../../models/", import.meta.url));

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

  test("takes files of both kinds", async () => {
    for (const [name, kind] of [
      ["default", "dehusk-content-model"],
      ["page-level", "dehusk-page-level-model"],
    ] as const) {
      expect((await readKnowledge({ model: join(models, `${name}.json`) })).model).toMatchObject({ kind, name });
    }
  });

  test.each([
    ["{", "it is not JSON"],
    ["[]", "it is not an object"],
    ["{}", 'its kind is missing, not "dehusk-content-model" or "dehusk-page-level-model"'],
    ['{"kind":"x"}', 'its kind is "x", not "dehusk-content-model" or "dehusk-page-level-model"'],
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
    expect((await detect("other.json")).status).toBe(5);
    expect((await detect("missing")).status).toBe(3);
  });
});
