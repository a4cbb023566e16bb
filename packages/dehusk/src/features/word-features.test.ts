import fc from "fast-check";
import { expect, test } from "vitest";
import { hashWord, splitWords } from "../page/index.ts";
import type { Lexicon } from "./lexicon.ts";
import { blocksOf, blockText } from "./testing/blocks-of.ts";
import { lexiconOf as fromEntries } from "./testing/lexicon-of.ts";
import { randomThread } from "./testing/random-threads.ts";
import { fillWords, weighHashes, weighWords, wordFeatureNames, wordsRead } from "./word-features.ts";

function lexiconOf(weights: Readonly<Record<string, number>>): Lexicon {
  return fromEntries(Object.entries(weights).map(([word, weight]) => [hashWord(word), weight]));
}

function valuesOf(html: string, weights: Readonly<Record<string, number>>): Record<string, number>[] {
  const { view, heading, element } = blocksOf(html);
  const figures = weighWords(view.page, lexiconOf(weights));
  return Array.from(element, (_, b) => {
    const row = new Float32Array(wordFeatureNames.length);
    fillWords(heading, figures, b, row, 0);
    return Object.fromEntries(wordFeatureNames.map((name, f) => [name, row[f]]));
  });
}

const weights = { share: -2, menu: -1.5, home: -1, thought: 1.5, walked: 3 };

test("the words of a block, of the heading above it, and of those beside it", () => {
  const [menu, heading, text, small, last] = valuesOf(
    "<p>Home MENU share</p><h2>Share</h2><p>One thought, then she walked home</p><h3>Walked</h3><p>***</p>",
    weights,
  );
  const means = { menu: -4.5 / 4, heading: -1, text: 3.5 / 7, small: 1.5 };
  expect(menu).toEqual({
    wordMean: means.menu,
    wordLeast: -2,
    wordMost: 0,
    wordFirst: -1.5,
    wordAgainst: -3.5,
    wordHeading: 0,
    wordBefore: 0,
    wordAfter: means.heading,
  });
  expect(heading).toMatchObject({
    wordMean: means.heading,
    wordHeading: 0,
    wordBefore: means.menu,
    wordAfter: means.text,
  });
  expect(text).toEqual({
    wordMean: means.text,
    wordLeast: -1,
    wordMost: 3,
    wordFirst: 1.5 / 4,
    wordAgainst: 0,
    wordHeading: means.heading,
    wordBefore: means.heading,
    wordAfter: means.small,
  });
  expect(small).toMatchObject({ wordMean: means.small, wordHeading: means.heading });
  expect(last).toEqual({
    wordMean: 0,
    wordLeast: 0,
    wordMost: 0,
    wordFirst: 0,
    wordAgainst: 0,
    wordHeading: means.small,
    wordBefore: means.small,
    wordAfter: 0,
  });
});

test("only the first words are read", () => {
  const [within, beyond] = valuesOf(`<p>${"x ".repeat(wordsRead - 1)}share<p>${"x ".repeat(wordsRead)}share`, weights);
  expect(within).toMatchObject({ wordMean: Math.fround(-2 / (wordsRead + 1)), wordLeast: -2 });
  expect(beyond).toMatchObject({ wordMean: 0, wordLeast: 0, wordBefore: Math.fround(-2 / (wordsRead + 1)) });
});

test("a block's figures match its words, looked up one by one", () => {
  const table: Record<string, number> = { word: 0.5, more: -1.25, link: -3, text: 2, same: -0.75, small: 4 };
  fc.assert(
    fc.property(randomThread, (html) => {
      const { page } = blocksOf(html).view;
      const figures = weighWords(page, lexiconOf(table));
      for (let b = 0; b < page.blocks.count; b++) {
        const own = splitWords(blockText(page, b).toLowerCase())
          .slice(0, wordsRead)
          .map((word) => table[word] ?? 0);
        const sum = (list: readonly number[]) => list.reduce((total, weight) => total + weight, 0);
        const expected = [
          sum(own) / (own.length + 1),
          Math.min(0, ...own),
          Math.max(0, ...own),
          own.length === 0 ? 0 : sum(own.slice(0, 4)) / own.slice(0, 4).length,
          sum(own.filter((weight) => weight < -1)),
        ];
        expect([...figures.subarray(b * 5, b * 5 + 5)]).toEqual(expected.map(Math.fround));
      }
    }),
    { numRuns: 100 },
  );
});

test("the figures of one block are written only to its place", () => {
  const figures = new Float32Array(15).fill(-7);
  weighHashes(Int32Array.of(hashWord("walked"), hashWord("share")), 1, lexiconOf(weights), figures, 1);
  expect([...figures]).toEqual([...new Array(5).fill(-7), 1.5, 0, 3, 3, 0, ...new Array(5).fill(-7)]);
});

test("the columns of words are written, all of them and no others", () => {
  const figures = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  for (const block of [0, 1]) {
    const row = new Float32Array(wordFeatureNames.length + 8).fill(-7);
    fillWords(Int32Array.of(-1, 1), figures, block, row, 4);
    expect([...row.subarray(0, 4), ...row.subarray(-4)]).toEqual(new Array(8).fill(-7));
    expect(row.subarray(4, -4).includes(-7)).toBe(false);
  }
});
