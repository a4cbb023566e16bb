import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { bytesToData, dataToBytes } from "../basics/index.ts";
import { defaultModel } from "./bundled-models.ts";
import { loadContentModel } from "./content-model.ts";
import { adoptDefault, unpackedDefault } from "./unpacked-model.ts";

const folder = mkdtempSync(join(tmpdir(), "dehusk-model-"));
const file = join(folder, "default.bin");

afterAll(() => rmSync(folder, { recursive: true }));

test("the default model is the same from its bytes as unpacked", () => {
  // A copy is unpacked again: unpacked models are remembered.
  const { model: _, ...parts } = loadContentModel(structuredClone(defaultModel));
  const fromBytes = dataToBytes(bytesToData(unpackedDefault()));
  expect(Buffer.compare(fromBytes, dataToBytes(parts))).toBe(0);
});

test("an adopted model is used, and not changed", () => {
  const before = loadContentModel(defaultModel);
  const bytes = unpackedDefault();
  writeFileSync(file, bytes);
  adoptDefault(() => pathToFileURL(file));
  const after = loadContentModel(defaultModel);
  expect(after.lexicons.words.keys).not.toBe(before.lexicons.words.keys);
  expect(Buffer.compare(unpackedDefault(), bytes)).toBe(0);
});

test.each<[string, () => URL]>([
  ["a file that is not there", () => pathToFileURL(`${file}-missing`)],
  ["half of a file", () => pathToFileURL(`${file}-half`)],
  ["code without an address, as in some bundles", () => new URL("./default.bin", undefined)],
])("%s leaves the model as it is", (_, locate) => {
  const bytes = unpackedDefault();
  writeFileSync(`${file}-half`, bytes.subarray(0, bytes.length / 2));
  const before = loadContentModel(defaultModel);
  adoptDefault(locate);
  expect(loadContentModel(defaultModel)).toBe(before);
});
