import { expect, test } from "vitest";
import { bundleForBrowsers } from "../page/testing/browser-bundle.ts";
import { shippedBlockModel } from "./shipped-blocks.ts";

test("browsers that import the root export do not load the block model", async () => {
  const { forest, text } = await shippedBlockModel();
  const bundle = await bundleForBrowsers();
  expect(bundle.includes("blockDetector")).toBe(true);
  for (const part of [forest.nodes, text.words.weights]) {
    expect(part.length).toBeGreaterThan(1000);
    expect(bundle.includes(part.slice(0, 500))).toBe(false);
  }
});

test("is read once", async () => {
  expect(await shippedBlockModel()).toBe(await shippedBlockModel());
});
