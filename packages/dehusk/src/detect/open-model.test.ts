import { readFile } from "node:fs/promises";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { detect } from "./detect.ts";
import { modelNames, openModel, readModel } from "./open-model.ts";

const modelFile = (name: string) => readFile(new URL(`../../models/${name}.json`, import.meta.url), "utf8");

describe("openModel", () => {
  test("opens every model that it names", async () => {
    expect(modelNames).toEqual(["default", "page-level", "blocks-text", "blocks-maxent", "blocks-rf"]);
    for (const name of modelNames) expect((await openModel(name)).name).toBe(name);
  });

  test("lists the known names for an unknown one", async () => {
    await expect(openModel("block-rf" as "blocks-rf")).rejects.toMatchObject({
      code: "bad-option",
      message: `Unknown model "block-rf"; did you mean "blocks-rf"? Known models: ${modelNames.join(", ")}.`,
    });
  });

  test("reads the block model once", async () => {
    expect((await openModel("blocks-rf")).model).toBe((await openModel("blocks-text")).model);
  });

  test.each(["default", "page-level"] as const)("%s has no operating point", async (name) => {
    await expect(openModel(name, { recall: 0.5 })).rejects.toMatchObject({
      code: "bad-option",
      message: 'Option "recall" is for block models only, such as blocks-rf.',
    });
  });

  test("verbs take the names of bundled models in place of the models", async () => {
    const html = "<nav><a href=/>Home</a></nav><p>Some words of an article.";
    for (const name of ["default", "page-level"] as const) {
      expect(detect(html, { model: name }).score).toEqual(detect(html, { model: await openModel(name) }).score);
    }
  });
});

test("readModel reads each kind of file", async () => {
  for (const [file, kind] of [
    ["default", "dehusk-content-model"],
    ["page-level", "dehusk-page-level-model"],
    ["blocks", "dehusk-block-detector"],
  ] as const) {
    expect(readModel(await modelFile(file)).kind).toBe(kind);
  }
});

test("what imports the root export does not load the block model", async () => {
  const { model } = await openModel("blocks-rf");
  const bundle = await rolldown({
    input: new URL("../index.ts", import.meta.url).pathname,
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "es" });
  const [entry] = output;
  const loaded = output.filter(({ fileName }) => fileName === entry.fileName || entry.imports.includes(fileName));
  const code = loaded.map((chunk) => ("code" in chunk ? chunk.code : "")).join("");
  expect(code.includes("blockDetector")).toBe(true);
  for (const part of [model.forest.nodes, model.text.words.lastBits]) {
    expect(part.length).toBeGreaterThan(1000);
    expect(code.includes(part.slice(0, 500))).toBe(false);
  }
});
