import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scoredBlocks } from "../../detect/testing/scored-blocks.ts";
import { type BlockFeature, blockFeatureNames } from "../../features/index.ts";
import type { BoostedTrees } from "../../learn/index.ts";
import { type Page, parse } from "../../page/index.ts";
import { modelReasons } from "./model-reasons.ts";

const leaf = 0xffff;

/** Trees of one test each: whether a feature is at most a threshold, what is added if it is, and if not. */
function stumps(
  ...list: readonly (readonly [feature: BlockFeature, threshold: number, low: number, high: number])[]
): BoostedTrees {
  const column = (name: BlockFeature) => blockFeatureNames.indexOf(name);
  return {
    base: 0,
    roots: Int32Array.from(list, (_, i) => 3 * i),
    feature: Uint16Array.from(list.flatMap(([name]) => [column(name), leaf, leaf])),
    threshold: Float32Array.from(list.flatMap(([, threshold]) => [threshold, 0, 0])),
    right: Int32Array.from(list.flatMap((_, i) => [3 * i + 2, 0, 0])),
    value: Float32Array.from(list.flatMap(([, , low, high]) => [0, low, high])),
  };
}

const page = parse(
  "<nav><a href=/>Press room</a></nav><main><p>A line of text, without links, that goes on for more than twenty words, so that nobody takes it for a label of a menu.",
);

function reasonsWith(first: BoostedTrees, second: BoostedTrees, block: number, forContent: boolean): string[] {
  const scored = scoredBlocks(page);
  const rows = scored.rows.slice();
  const look = blockFeatureNames.indexOf("firstLook");
  for (let b = 0; b < page.blocks.count; b++) rows[b * blockFeatureNames.length + look] = b === 0 ? -2 : 2;
  return modelReasons(page, { ...scored, rows, model: { ...scored.model, first, second } }, block, forContent);
}

test("contributions of the first look go to the features it used", () => {
  const first = stumps(["blockLinks", 0.5, 1, -1], ["blockWords", 3, 0.5, -0.5], ["inNavigation", 0.5, 0.2, -0.2]);
  const second = stumps(["firstLook", 0, -2, 2]);
  // Few words are evidence for content in this model, so they are not a reason against it.
  expect(reasonsWith(first, second, 0, false)).toEqual(["it is all links", "it is in a navigation element"]);
  expect(reasonsWith(first, second, 1, true)).toEqual([
    "it has no links",
    "it is not in a navigation, header, footer or aside element",
  ]);
});

test("families are named in the order of their total contribution, three at most", () => {
  const second = stumps(
    ["blockWords", 3, -0.5, 0.5],
    ["inNavigation", 0.5, 0.6, -0.6],
    ["blockLinks", 0.5, 0.4, -0.4],
    ["linkDensity", 0.5, 0.4, -0.4],
    ["pastHeadline", -2, -1, 0.01],
    ["blockCapitals", 0.2, 0.1, -0.3],
    ["copies", 0.5, 0.2, -0.2],
  );
  expect(reasonsWith(stumps(), second, 0, false)).toEqual([
    "it is all links",
    "it is in a navigation element",
    "it is 2 words long",
  ]);
});

test("without contributions there are no reasons", () => {
  expect(reasonsWith(stumps(), stumps(), 0, false)).toEqual([]);
  expect(reasonsWith(stumps(), stumps(["blockLinks", 0.5, 0.01, -0.01]), 0, false)).toEqual([]);
});

test("the shipped model never gives one reason both for and against", () => {
  const article: Page = parse(readFileSync(new URL("../../../../../examples/article.html", import.meta.url)));
  const blocks = scoredBlocks(article);
  let all = 0;
  for (let b = 0; b < article.blocks.count; b++) {
    const pro = modelReasons(article, blocks, b, true);
    const contra = modelReasons(article, blocks, b, false);
    expect(pro.filter((reason) => contra.includes(reason))).toEqual([]);
    all += pro.length + contra.length;
  }
  expect(all).toBeGreaterThan(2 * article.blocks.count);
});
