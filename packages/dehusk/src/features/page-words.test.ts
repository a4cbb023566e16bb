import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashWord, isText, parse, splitWords, textOf } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { pageWords, templateBlockWordHashes } from "./page-words.ts";
import { byId } from "./testing/features-of.ts";

describe("pageWords", () => {
  test("every node has the words of its texts, in lower case", () => {
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml), (html) => {
        // Letters outside the basic plane split words.
        const page = parse(html.replace(/[\ud800-\udfff]/g, "?"));
        const { count, hashes, before } = pageWords(page);
        expect(before[page.size]).toBe(count);
        for (let node = 0; node < page.size; node++) {
          const expected: number[] = [];
          for (let i = node; i < page.end[node]; i++) {
            if (isText(page, i)) expected.push(...splitWords(textOf(page, i)).map((word) => hashWord(word)));
          }
          expect([...hashes.subarray(before[node], before[page.end[node]])]).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a text of any length can have more words than the page counts", () => {
    const long = parse(`<p>${"word ".repeat(100_000)}`);
    expect(pageWords(long).count - 100_000).toBeLessThan(20);
    const cut = parse(`<p>${"a𝒜".repeat(1000)}`);
    expect(pageWords(cut).count).toBe(1000);
  });
});

describe("templateBlockWordHashes", () => {
  test("the first words of a node, as they are shown", () => {
    const page = parse("<p>Before<div id=d><b>W</b>ord and <i hidden>not</i> Other</div>after");
    const into = new Int32Array(2);
    expect(templateBlockWordHashes(page, byId(page, "d"), into)).toBe(2);
    expect([...into]).toEqual(["word", "and"].map((word) => hashWord(word)));
    expect(templateBlockWordHashes(page, byId(page, "d"), new Int32Array(9))).toBe(3);
    const empty = parse("<p id=e></p>text");
    expect(templateBlockWordHashes(empty, byId(empty, "e"), into)).toBe(0);
  });
});
