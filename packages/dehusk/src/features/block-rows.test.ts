import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { hashWord, parse } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { contextFeatureNames, fillContext } from "./block-context.ts";
import { containerFeatures, holderFeatures, orderFeatures, ownFeatures } from "./block-features.ts";
import { blockFeatureNames, blockRows, fillLexicons, firstLookWidth, type Lexicons, nameColumn } from "./block-rows.ts";
import { settingOf } from "./block-setting.ts";
import { type BlockView, viewBlocks } from "./block-view.ts";
import { describeBlockFeatures } from "./descriptions/block-descriptions.ts";
import { nameFeatureNames } from "./name-features.ts";
import { nodeFeatureNames, nodeFeatures } from "./node-features.ts";
import { viewPage } from "./page-view.ts";
import { blocksOf, blockWith, valuesOf } from "./testing/blocks-of.ts";
import { countingReads } from "./testing/counting-reads.ts";
import { hostilePages } from "./testing/hostile-pages.ts";
import { lexiconOf } from "./testing/lexicon-of.ts";
import { randomThread } from "./testing/random-threads.ts";
import { wordFeatureNames } from "./word-features.ts";

const width = blockFeatureNames.length;
const column = (name: string) => (blockFeatureNames as readonly string[]).indexOf(name);

const weights = (words: string, weight: number) => lexiconOf(words.split(" ").map((word) => [hashWord(word), weight]));
const lexicons: Lexicons = {
  names: {
    content: weights("post body main", 1.5),
    comment: weights("comments", 2),
    post: weights("post", 3),
    review: weights("sidebar", 1),
  },
  words: weights("word words menu 漢", -1.25),
};

/** All columns of all blocks, after a first look that rises from block to block. */
function rowsOf(blocks: BlockView): Float32Array {
  const rows = blockRows(blocks);
  fillLexicons(blocks, lexicons, rows);
  const look = Float32Array.from(blocks.element, (_, b) => (b % 17) - 8);
  fillContext(settingOf(blocks), look, rows, width, firstLookWidth);
  return rows;
}

describe("the list of features", () => {
  test("has unique names, each with a unit and a reason", () => {
    const names = blockFeatureNames;
    expect(new Set(names).size).toBe(names.length);
    for (const { name, unit, why } of describeBlockFeatures()) {
      expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(unit).not.toBe("");
      expect(why).toMatch(/\w+ \w+/);
    }
  });

  test("ends with the names, the words and the context", () => {
    const names = blockFeatureNames;
    expect(names[nameColumn - 1]).toBe("copiesBefore");
    expect(names.slice(nameColumn)).toEqual([...nameFeatureNames, ...wordFeatureNames, ...contextFeatureNames]);
    expect(names[firstLookWidth]).toBe("firstLook");
  });
});

test("a row has the features of the block's element and the block's own, each in its columns", () => {
  const blocks = blocksOf(
    "<title>A word</title><nav><b>Menu</b></nav><main class=post><h1>A word</h1><p>Some words.</p>A line<br>and another<div><p>Alone</p></div></main>",
  );
  const { page, whole } = blocks.view;
  const nodeRows = nodeFeatures(blocks.view, whole);
  const rows = blockRows(blocks);
  fillLexicons(blocks, lexicons, rows);
  expect(rows.length).toBe(page.blocks.count * width);
  for (let b = 0; b < page.blocks.count; b++) {
    const row = rows.subarray(b * width, (b + 1) * width);
    for (const [f, name] of nodeFeatureNames.entries()) {
      if (column(name) < 0) continue;
      expect(row[column(name)], name).toBe(nodeRows[blocks.element[b] * nodeFeatureNames.length + f]);
    }
    for (const group of [ownFeatures, holderFeatures, containerFeatures, orderFeatures]) {
      for (const [name, value] of Object.entries(valuesOf(group, blocks, b))) expect(row[column(name)]).toBe(value);
    }
    expect(row.subarray(firstLookWidth).every((value) => value === 0)).toBe(true);
  }
  const heading = blockWith(page, "A word") * width;
  expect(rows[heading + column("nameNear")]).toBe(1.5);
  expect(rows[heading + column("namePost")]).toBe(3);
  expect(rows[heading + column("wordLeast")]).toBe(-1.25);
  expect(rows[heading + column("wordBefore")]).toBe(-0.625);
});

describe("every value is a finite number", () => {
  test.each(Object.entries(hostilePages))("on %s", (_, html) => {
    expectFinite(rowsOf(blocksOf(html)));
  });

  test("on any page, and shares lie between 0 and 1", () => {
    // A block may begin in an inline parent and continue beyond it: then the blocks have more words than the parent.
    const own = describeBlockFeatures().filter(
      ({ name }) => name !== "parentCopied" && !nodeFeatureNames.some((other) => other === name),
    );
    const shares = own.filter(({ unit }) => /^share |^mean chance|^likeness|^chance|^0 or 1$/.test(unit));
    expect(shares.length).toBeGreaterThan(35);
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml, randomThread), (html) => {
        const blocks = blocksOf(html);
        const rows = rowsOf(blocks);
        expectFinite(rows);
        for (const { name } of shares) {
          for (let b = 0; b < blocks.element.length; b++) {
            const value = rows[b * width + column(name)];
            if (!(value >= 0 && value <= 1.000001)) throw new Error(`${name} is ${value}`);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ["20,000 nested elements", "<div class=post>word ".repeat(20_000)],
    ["20,000 siblings", `<ul>${"<li>word".repeat(20_000)}</ul>`],
    ["20,000 siblings in as many elements", `${"<div>".repeat(20_000)}${"<p>a word</p>".repeat(20_000)}`],
  ])("on %s", (_, html) => {
    const rows = rowsOf(blocksOf(html));
    expect(rows.length).toBe(20_000 * width);
    expectFinite(rows);
  });

  function expectFinite(rows: Float32Array): void {
    const at = rows.findIndex((value) => !Number.isFinite(value));
    expect(at < 0 ? "all finite" : `${blockFeatureNames[at % width]}: ${rows[at]}`).toBe("all finite");
  }
});

test.each<[string, (size: number) => string]>([
  ["nested elements with text", (size) => "<div>word ".repeat(size)],
  ["nested elements whose text comes last", (size) => `${"<div>".repeat(size)}${"word</div>".repeat(size)}`],
  ["siblings in nested elements", (size) => `${"<div>".repeat(size)}${"<p>a word</p>".repeat(size)}`],
  ["nested inline elements", (size) => "<span><br><br>word ".repeat(size)],
  ["a flat list", (size) => `<ul>${"<li>word</li>".repeat(size)}`],
])("twice the page costs about twice the look-ups: %s", (_, html) => {
  const readsFor = (size: number): number => {
    const whole = parse(html(size), { limits: { depth: 1e6, nodes: 1e6 } });
    const view = viewPage(whole, estimateBoxes);
    const { page, reads } = countingReads(whole);
    const blocks = viewBlocks({ ...view, page });
    expect(blocks.element.length).toBe(size);
    blockRows(blocks);
    settingOf(blocks);
    return reads();
  };
  expect(readsFor(4000) / readsFor(2000)).toBeLessThan(2.3);
});

test("the same page has the same rows", () => {
  fc.assert(
    fc.property(randomThread, (html) => {
      expect(rowsOf(blocksOf(html))).toEqual(rowsOf(blocksOf(html)));
    }),
    { numRuns: 20 },
  );
});
