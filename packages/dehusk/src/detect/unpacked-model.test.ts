import { expect, test } from "vitest";
import { bytesToData, dataToBytes } from "../basics/index.ts";
import { defaultModel } from "./bundled-models.ts";
import { loadContentModel } from "./content-model.ts";
import { adoptDefault, unpackedDefault } from "./unpacked-model.ts";

test("the default model is the same from its bytes as unpacked", () => {
  // A copy is unpacked again: unpacked models are remembered.
  const { model: _, ...parts } = loadContentModel(structuredClone(defaultModel));
  const fromBytes = dataToBytes(bytesToData(unpackedDefault()));
  expect(Buffer.compare(fromBytes, dataToBytes(parts))).toBe(0);
});

test("an adopted model is used, and not changed", () => {
  const before = loadContentModel(defaultModel);
  const bytes = unpackedDefault();
  adoptDefault(bytes);
  const after = loadContentModel(defaultModel);
  expect(after.lexicons.words.keys).not.toBe(before.lexicons.words.keys);
  expect(after.lexicons.words.keys.buffer).toBe(bytes.buffer);
  expect(Buffer.compare(unpackedDefault(), bytes)).toBe(0);
});
