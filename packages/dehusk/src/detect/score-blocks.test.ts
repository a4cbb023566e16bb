import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockFeatureNames, viewPage } from "../features/index.ts";
import { estimateBoxes } from "../layout/index.ts";
import { scoreRows } from "../learn/index.ts";
import { type Page, parse } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { defaultModel } from "./bundled-models.ts";
import { loadContentModel, textKinds } from "./content-model.ts";
import { type ScoredBlocks, scoreBlocks } from "./score-blocks.ts";

const examples = new URL("../../../../examples/", import.meta.url);
const files = readdirSync(examples).filter((name) => name.endsWith(".html"));
const model = loadContentModel(defaultModel);
const width = blockFeatureNames.length;

function readExample(name: string): Page {
  return parse(readFileSync(new URL(name, examples)));
}

function scoresOf(page: Page, onSite?: (node: number) => boolean): ScoredBlocks {
  return scoreBlocks(viewPage(page, estimateBoxes), model, onSite);
}

function expectSound(page: Page, blocks: ScoredBlocks): void {
  const { count } = page.blocks;
  for (const list of [blocks.words, blocks.logOdds, blocks.chance, blocks.kind]) expect(list.length).toBe(count);
  expect(blocks.rows.length).toBe(count * width);
  expect(blocks.rows.every(Number.isFinite)).toBe(true);
  expect(blocks.chance.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
  expect(blocks.kind.every((kind) => kind < textKinds.length)).toBe(true);
  for (let b = 0; b < count; b++) {
    expect(blocks.chance[b] > 0.5).toBe(blocks.logOdds[b] > 0);
  }
}

describe.each(files)("%s", (name) => {
  const page = readExample(name);
  const blocks = scoresOf(page);

  test("has a probability and a kind for each block, the same every time", () => {
    expectSound(page, blocks);
    const again = scoresOf(readExample(name));
    for (const part of ["rows", "words", "logOdds", "chance", "kind"] as const)
      expect(again[part]).toEqual(blocks[part]);
  });

  test("has all words of its text in blocks", () => {
    expect(blocks.words.reduce((sum, own) => sum + own, 0)).toBe(page.sums.words[page.size]);
  });

  test("has words of content and words of templates", () => {
    const likely = blocks.words.reduce((sum, own, b) => sum + (blocks.chance[b] > 0.5 ? own : 0), 0);
    expect(likely).toBeGreaterThan(0);
    expect(likely).toBeLessThan(page.sums.words[page.size]);
  });

  test("the second look sees the first scores, and skips what is surely not content", () => {
    const first = scoreRows(model.first, blocks.rows, width, page.blocks.count);
    const second = scoreRows(model.second, blocks.rows, width, page.blocks.count);
    const column = blockFeatureNames.indexOf("firstLook");
    for (let b = 0; b < page.blocks.count; b++) {
      expect(blocks.rows[b * width + column]).toBe(first[b]);
      expect(blocks.logOdds[b]).toBe(first[b] > -3.5 ? second[b] : first[b]);
    }
  });
});

describe("blocks that the site repeats", () => {
  const page = readExample("article.html");
  const plain = scoresOf(page);

  test("are less likely, and no others", () => {
    const repeated = (b: number) => b % 3 === 0;
    const firsts = new Set([...page.blocks.first].filter((_, b) => repeated(b)));
    const known = scoresOf(page, (node) => firsts.has(node));
    for (let b = 0; b < page.blocks.count; b++) {
      if (repeated(b)) {
        expect(known.chance[b]).toBeLessThan(plain.chance[b]);
        expect(plain.logOdds[b] - known.logOdds[b]).toBeCloseTo(5, 5);
      } else expect(known.chance[b]).toBe(plain.chance[b]);
    }
    expect(known.rows).toEqual(plain.rows);
  });

  test("may be none, which changes nothing", () => {
    expect(scoresOf(page, () => false)).toEqual(plain);
  });
});

test("a page without blocks", () => {
  for (const html of ["", "<div><img src=a></div>", "<p hidden>Words"]) {
    const blocks = scoresOf(parse(html));
    expect([blocks.rows, blocks.words, blocks.logOdds, blocks.chance, blocks.kind].map((list) => list.length)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  }
});

test("on any page probabilities and kinds are valid", () => {
  fc.assert(
    fc.property(fc.oneof(tagSoup, wellFormedHtml), (html) => {
      const page = parse(html);
      expectSound(page, scoresOf(page));
    }),
    { numRuns: 100 },
  );
});

test("of an article with a menu, the paragraphs are likelier content than all of the menu", () => {
  const text =
    "The clock on the tower, which had been silent for a year, ticked again when the mayor came home from the war. ";
  const menu = ["Home", "News", "Sports", "Contact", "Privacy", "Imprint"];
  const page = parse(
    `<title>The clock ticks</title><nav><ul>${menu.map((name) => `<li><a href=/x>${name}</a></li>`).join("")}</ul></nav>
<article><h1>The clock ticks</h1><p>${text.repeat(4)}</p><p>Nobody knew why. ${text.repeat(3)}</p></article>`,
  );
  const { chance } = scoresOf(page);
  expect(chance.length).toBe(menu.length + 3);
  expect(Math.min(...chance.slice(-2))).toBeGreaterThan(Math.max(...chance.slice(0, menu.length)));
});
