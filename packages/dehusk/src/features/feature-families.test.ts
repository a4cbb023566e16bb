import { expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { hashWord, parse } from "../page/index.ts";
import { viewSegments } from "../segment/segment-view.ts";
import { contextFeatureNames, contextLevels, fillContext } from "./block-context.ts";
import { containerFeatures, holderFeatures, orderFeatures, ownFeatures } from "./block-features.ts";
import { settingLevels, settingOf } from "./block-setting.ts";
import { viewBlocks } from "./block-view.ts";
import { ancestorFeatures, neighbourFeatures, pageFeatures } from "./context-features.ts";
import type { FeatureFamily } from "./feature.ts";
import { fillNames, nameFeatureNames, viewNames } from "./name-features.ts";
import { viewPage } from "./page-view.ts";
import { placeFeatures } from "./place-features.ts";
import { segmentFamilies, segmentFeatures } from "./segment-features.ts";
import { segmentPairFeatureNames, segmentPairFeatures } from "./segment-pair-features.ts";
import { tagFeatures } from "./tag-features.ts";
import { templateBlockContrastFeatures } from "./template-block-contrast.ts";
import { templateBlockMarkupFeatures } from "./template-block-markup.ts";
import { templateBlockPlaceFeatures } from "./template-block-place.ts";
import { templateBlockTextFeatures } from "./template-block-text.ts";
import { viewTemplateBlocks } from "./template-block-view.ts";
import { lexiconOf } from "./testing/lexicon-of.ts";
import { textFeatures } from "./text-features.ts";
import { fillWords, weighWords, wordFeatureNames } from "./word-features.ts";

const page = parse(`<title>A clock</title><nav><ul><li><a href=/>Home</a><li>Share</ul></nav>
<main><h1>A clock</h1><p>It ticked, twice. <a href=/b>Bob</a> heard <b>it</b>!</p><table><tr><th>Year<td>1999</table></main>`);
const boxes = estimateBoxes(page);
const view = viewPage(page, boxes);
const blocks = viewBlocks(view);
const templateBlocks = viewTemplateBlocks(view);
const parts = viewSegments(page, boxes);
const lexicon = lexiconOf([[hashWord("clock"), 1]]);
const names = viewNames(page, { content: lexicon, comment: lexicon, post: lexicon, review: lexicon });
const figures = weighWords(page, lexicon);
const fillPair = segmentPairFeatures(parts, segmentFeatures(parts), []);

/** The expected number of columns, the number of items, and the function that fills the columns of one. */
type Case = readonly [
  name: string,
  columns: number,
  items: number,
  fill: (item: number, row: Float32Array, at: number) => void,
];

function caseOf<View>(name: string, family: FeatureFamily<View>, own: View, items: number): Case {
  return [name, family.names.length, items, (item, row, at) => family.fill(own, item, row, at)];
}

const cases: readonly Case[] = [
  ...Object.entries({
    textFeatures,
    placeFeatures,
    tagFeatures,
    ancestorFeatures,
    neighbourFeatures,
    pageFeatures,
  }).map(([name, family]) => caseOf(name, family, view, page.size)),
  ...Object.entries({ ownFeatures, holderFeatures, containerFeatures, orderFeatures }).map(([name, family]) =>
    caseOf(name, family, blocks, page.blocks.count),
  ),
  ...Object.entries({
    templateBlockTextFeatures,
    templateBlockMarkupFeatures,
    templateBlockContrastFeatures,
    templateBlockPlaceFeatures,
  }).map(([name, family]) => caseOf(name, family, templateBlocks, page.size)),
  ...segmentFamilies.map((family, i) => caseOf(`segment family ${i}`, family, parts, parts.parts.size)),
  ["names", nameFeatureNames.length, page.size, (node, row, at) => fillNames(names, node, row, at)],
  ["words", wordFeatureNames.length, page.blocks.count, (b, row, at) => fillWords(blocks.heading, figures, b, row, at)],
  ["pairs", segmentPairFeatureNames.length, parts.parts.size, (part, row, at) => fillPair(0, part, row, at)],
];

test.each(cases)("%s fills in each column that it names, and no others", (_, columns, items, fill) => {
  expect(items).toBeGreaterThan(3);
  for (let item = 0; item < items; item++) {
    const rows = [-7, -11].map((sentinel) => {
      const row = new Float32Array(columns + 8).fill(sentinel);
      fill(item, row, 4);
      expect([...row.subarray(0, 4), ...row.subarray(columns + 4)]).toEqual(new Array(8).fill(sentinel));
      return [...row.subarray(4, columns + 4)];
    });
    expect(rows[0]).toEqual(rows[1]);
  }
});

test("the context fills in each column that it names, and no others", () => {
  expect(contextLevels.length).toBe(settingLevels);
  const { count } = page.blocks;
  const width = contextFeatureNames.length + 2;
  const look = new Float32Array(count).map((_, b) => b - 3);
  const rows = [-7, -11].map((sentinel) => {
    const own = new Float32Array(count * width).fill(sentinel);
    fillContext(settingOf(blocks), look, own, width, 1);
    for (let b = 0; b < count; b++) {
      expect([own[b * width], own[(b + 1) * width - 1]]).toEqual([sentinel, sentinel]);
      own[b * width] = 0;
      own[(b + 1) * width - 1] = 0;
    }
    return [...own];
  });
  expect(rows[0]).toEqual(rows[1]);
});
