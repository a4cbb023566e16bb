import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attribute, type Page, tagName } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { contextFeatureNames, fillContext } from "./block-context.ts";
import { settingOf } from "./block-setting.ts";
import type { BlockView } from "./block-view.ts";
import { blocksOf, sentence } from "./testing/blocks-of.ts";
import { randomThread } from "./testing/random-threads.ts";

const width = contextFeatureNames.length;

/** The context of all blocks by name. */
function contextOf(blocks: BlockView, logOdds: readonly number[]): Record<string, number>[] {
  const rows = new Float32Array(logOdds.length * width);
  fillContext(settingOf(blocks), Float32Array.from(logOdds), rows, width, 0);
  return logOdds.map((_, b) => Object.fromEntries(contextFeatureNames.map((name, f) => [name, rows[b * width + f]])));
}

const chanceOf = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));

describe("a small page", () => {
  // Two menu items, then two paragraphs in their own part; probabilities of content 1/4, 1/2, 3/4, 3/4.
  const blocks = blocksOf(`<ul><li>One</li><li>Two</li></ul><div><p>${sentence(9)}</p><p>${sentence(4)}</p></div>`);
  const logOdds = [-Math.log(3), 0, Math.log(3), Math.log(3)];
  const [first, second, third, last] = contextOf(blocks, logOdds) as [Values, Values, Values, Values];
  type Values = Record<string, number>;

  test("has means over the parts around a block, weighted by the roots of their words", () => {
    expect(first["mean1"]).toBeCloseTo(0.375, 6);
    expect(first["mean2"]).toBeCloseTo((0.25 + 0.5 + 3 * 0.75 + 2 * 0.75) / 7, 6);
    expect(third["mean1"]).toBeCloseTo(0.75, 6);
    expect(third["held1"]).toBeCloseTo(3.75 / 4.5, 6);
    expect(third["held2"]).toBeCloseTo(1, 6);
    expect(third["mean6"]).toBe(third["mean2"]);
  });

  test("has means over the blocks before and after", () => {
    expect(first).toMatchObject({ meanBefore1: 0, meanBefore8: 0, meanAfter1: 0.5 });
    expect(first["meanAfter3"]).toBeCloseTo((0.5 + 3.75) / 6, 6);
    expect(last["meanBefore3"]).toBeCloseTo((0.25 + 0.5 + 2.25) / 5, 6);
    expect(last).toMatchObject({ meanAfter1: 0, meanAfter3: 0, meanAfter8: 0 });
  });

  test("has look-alikes, ranks and figures of the page", () => {
    expect(second["meanAlike"]).toBeCloseTo(0.375, 6);
    expect([first, second, third, last].map((values) => values["blocksAlike"])).toEqual([1, 1, 1, 1]);
    expect([first, second, third, last].map((values) => values["rank"])).toEqual([0, 1 / 3, 2 / 3, 1].map(Math.fround));
    expect(first["likelyShare"]).toBeCloseTo(13 / 15, 6);
    expect(first["likeliest"]).toBeCloseTo(Math.log(3), 6);
  });

  test("has probabilities that fade with each block", () => {
    expect(first["fadingBefore"]).toBe(0);
    expect(third["fadingBefore"]).toBeCloseTo(0.5, 6);
    expect(first["fadingAfter"]).toBeCloseTo(0.8 * 0.75, 6);
    expect(last["fadingBefore"]).toBeCloseTo(0.75, 6);
  });
});

test("a page of one block", () => {
  const [values] = contextOf(blocksOf("<p>One"), [2]) as [Record<string, number>];
  expect(values).toMatchObject({
    firstLook: 2,
    rank: 0.5,
    likeliest: -9,
    blocksAlike: 0,
    fadingBefore: 0,
    likelyShare: 1,
  });
  expect(values["mean1"]).toBeCloseTo(chanceOf(2), 6);
  expect(values["held6"]).toBe(1);
});

test("the parts around a block grow by more than a block once they are large", () => {
  const count = 20;
  const { parts } = settingOf(blocksOf("<div><p>x</p>".repeat(count)));
  const sizes = Array.from({ length: 6 }, (_, level) => {
    const at = ((count - 1) * 6 + level) * 2;
    expect(parts[at + 1]).toBe(count);
    return count - parts[at];
  });
  expect(sizes).toEqual([2, 3, 4, 5, 7, 9]);
  expect([...parts.subarray(0, 4)]).toEqual([0, count, 0, count]);
});

test("the likeliest block of a page has six words or more", () => {
  const [values] = contextOf(blocksOf(`<p>${sentence(5)}<p>${sentence(6)}`), [4, -1]) as [Record<string, number>];
  expect(values["likeliest"]).toBe(-1);
});

test("a page without blocks", () => {
  const setting = settingOf(blocksOf(""));
  expect([setting.words.length, setting.parts.length, setting.shapes]).toEqual([0, 0, 0]);
  const rows = Float32Array.of(-7);
  fillContext(setting, new Float32Array(0), rows, width, 0);
  expect([...rows]).toEqual([-7]);
});

test("log-odds without bounds give finite figures", () => {
  const blocks = blocksOf(`<p>${sentence(9)}<p>***<p>${sentence(9)}<ul><li>One<li>Two</ul>`);
  for (const odds of [1000, -1000]) {
    const values = contextOf(blocks, new Array(5).fill(odds)).flatMap((each) => Object.values(each));
    expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
  }
});

test("the columns of the context are written in each row, all of them and no others", () => {
  const setting = settingOf(blocksOf(`<p>${sentence(9)}<p>${sentence(3)}<ul><li>One</ul>`));
  const wide = width + 7;
  const [one, other] = [-7, -11].map((sentinel) => {
    const rows = new Float32Array(3 * wide).fill(sentinel);
    fillContext(setting, Float32Array.of(1, -1, 0.5), rows, wide, 4);
    for (let b = 0; b < 3; b++) {
      const row = rows.subarray(b * wide, (b + 1) * wide);
      expect([...row.subarray(0, 4), ...row.subarray(-3)]).toEqual(new Array(7).fill(sentinel));
      row.fill(0, 0, 4).fill(0, -3);
    }
    return [...rows];
  });
  expect(one).toEqual(other);
});

/** The blocks of each part around a block: the smallest with enough of them, six times. */
function naiveParts(page: Page, element: number): number[][] {
  const blocksIn = (node: number): number[] =>
    [...page.blocks.first.keys()].filter((b) => {
      const first = page.blocks.first[b];
      return first >= node && first < page.end[node];
    });
  const around: number[][] = [];
  for (let up = element; up >= 0; up = page.parent[up]) around.push(blocksIn(up));
  let needed = 2;
  return Array.from({ length: 6 }, () => {
    const part = around.find((each) => each.length >= needed) ?? (around.at(-1) as number[]);
    needed = Math.max(part.length, Math.ceil((needed - 1) * 1.3)) + 1;
    return part;
  });
}

function shapeKey(page: Page, element: number): string {
  const names: string[] = [];
  for (let up = element; up > 0 && names.length < 3; up = page.parent[up]) {
    names.push(`${tagName(page, up)}.${attribute(page, up, "class") ?? ""}`);
  }
  return names.join(" < ");
}

test("on any page, with any first look, all figures match their names", () => {
  const odds = fc.array(
    fc.integer({ min: -48, max: 48 }).map((quarters) => quarters / 4),
    {
      minLength: 50,
      maxLength: 50,
    },
  );
  fc.assert(
    fc.property(fc.oneof(tagSoup, wellFormedHtml, randomThread), odds, (html, some) => {
      const blocks = blocksOf(html);
      const { page } = blocks.view;
      const all = [...page.blocks.first.keys()];
      const look = all.map((b) => Math.fround(some[b % some.length]));
      const { words } = page.sums;
      const wordsOf = all.map((b) => {
        return words[page.blocks.last[b] + 1] - words[page.blocks.first[b]];
      });
      const chance = look.map(chanceOf);
      const weight = (list: readonly number[]) => list.reduce((sum, b) => sum + Math.sqrt(wordsOf[b]), 0);
      const likely = (list: readonly number[]) => list.reduce((sum, b) => sum + Math.sqrt(wordsOf[b]) * chance[b], 0);
      const mean = (list: readonly number[]) => (weight(list) > 0 ? likely(list) / weight(list) : 0);
      const total = (list: readonly number[]) => list.reduce((sum, b) => sum + wordsOf[b], 0);
      const keys = all.map((b) => shapeKey(page, blocks.element[b]));
      const fade = (list: readonly number[], from: number) =>
        Math.max(0, ...list.map((b) => chance[b] * 0.8 ** (Math.abs(b - from) - 1)));
      const found = contextOf(blocks, look);
      for (const b of all) {
        const parts = naiveParts(page, blocks.element[b]);
        const alike = all.filter((other) => keys[other] === keys[b]);
        const own = look[b];
        const lower = all.filter((other) => look[other] < own || (look[other] === own && other < b));
        const expected: Record<string, number> = {
          firstLook: own,
          meanAlike: mean(alike),
          blocksAlike: Math.log2(alike.length),
          likelyShare: total(all) > 0 ? total(all.filter((other) => look[other] > 0)) / total(all) : 0,
          likeliest: Math.max(-9, ...all.filter((other) => wordsOf[other] > 5).map((other) => look[other])),
          rank: all.length > 1 ? lower.length / (all.length - 1) : 0.5,
          fadingBefore: fade(all.slice(0, b), b),
          fadingAfter: fade(all.slice(b + 1), b),
        };
        for (const [level, part] of parts.entries()) {
          expected[`mean${level + 1}`] = mean(part);
          expected[`held${level + 1}`] = likely(all) > 0 ? likely(part) / likely(all) : 0;
        }
        for (const size of [1, 3, 8]) {
          expected[`meanBefore${size}`] = mean(all.slice(Math.max(0, b - size), b));
          expected[`meanAfter${size}`] = mean(all.slice(b + 1, b + 1 + size));
        }
        expect(Object.keys(expected).sort()).toEqual(contextFeatureNames.toSorted());
        for (const [name, value] of Object.entries(expected)) {
          const got = found[b]?.[name];
          if (!(Math.abs(got - value) < 1e-5)) throw new Error(`${name} of block ${b} is ${got}, not ${value}`);
        }
      }
    }),
    { numRuns: 250 },
  );
});
