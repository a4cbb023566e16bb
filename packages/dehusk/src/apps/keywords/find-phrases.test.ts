import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepShown } from "../../extract/index.ts";
import { parse } from "../../page/index.ts";
import { findPhrases, maxDenseLength, maxPhraseLength } from "./find-phrases.ts";
import { plainPhrase } from "./keyword-rows.ts";
import { readWords, WordMark } from "./read-words.ts";

/** Each candidate of a page with its occurrences. */
function candidatesOf(html: string, keep: (page: ReturnType<typeof parse>) => Uint8Array = keepShown) {
  const page = parse(html);
  const words = readWords(page, keep(page));
  const phrases = findPhrases(words);
  const counts = new Map<string, number>();
  for (const phrase of phrases.at) {
    if (phrase < 0 || phrases.candidate[phrase] !== 1) continue;
    const plain = plainPhrase(words, phrases, phrase);
    counts.set(plain, (counts.get(plain) ?? 0) + 1);
  }
  return counts;
}

const names = (html: string): string[] => [...candidatesOf(html).keys()].sort();

/** The same by way of strings: every window of every run. */
function slowCandidates(paragraphs: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const paragraph of paragraphs) {
    for (const run of paragraph.split(/[,!]+| *\. +/)) {
      const tokens = run.match(/[a-z]+|[漢字仮名]| +/gi) ?? [];
      const dense = (token: string): boolean => /[漢字仮名]/.test(token);
      for (let from = 0; from < tokens.length; from++) {
        const window: string[] = [];
        for (let to = from; to < tokens.length; to++) {
          const token = tokens[to];
          if (token.trim() === "") {
            // A space separates characters of scripts without spaces.
            if (dense(tokens[to - 1] ?? "") && dense(tokens[to + 1] ?? "")) break;
            if (window.length === 0) break;
            continue;
          }
          window.push(token.toLowerCase());
          const isDense = window.every(dense);
          if (window.length > (isDense ? maxDenseLength : maxPhraseLength)) break;
          if (isDense && window.length === 1) continue;
          const plain = window.join(" ");
          counts.set(plain, (counts.get(plain) ?? 0) + 1);
        }
      }
    }
  }
  return counts;
}

describe("candidates", () => {
  test("match a slow reference on random texts", () => {
    const piece = fc.constantFrom("Solar", "panel", "roof", "ROOF", "of", "漢", "字", "仮名", "漢字仮名漢字仮名漢字");
    const gap = fc.constantFrom(" ", " ", " ", ", ", ". ", "!");
    const paragraph = fc
      .array(fc.tuple(piece, gap), { minLength: 1, maxLength: 14 })
      .map((list) => list.map(([word, after]) => word + after).join(""));
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 3 }), (paragraphs) => {
        const found = candidatesOf(paragraphs.map((text) => `<p>${text}</p>`).join(""));
        expect(found).toEqual(slowCandidates(paragraphs));
      }),
      { numRuns: 300 },
    );
  });

  test("have up to five words, ignoring case", () => {
    expect(names("<p>one two</p><p>One Two</p>")).toEqual(["one", "one two", "two"]);
    expect(names("<p>a b c d e f").filter((name) => name.split(" ").length === 5)).toEqual(["a b c d e", "b c d e f"]);
  });

  test("do not cross punctuation, blocks, lines or links", () => {
    for (const gap of [", ", ". ", " – ", " | ", ": ", "<br>", "</p><p>", "</a> <a href=/b>", "</td><td>"]) {
      expect(names(`<table><tr><td><p><a href=/a>one${gap}two</a></p></td></tr></table>`)).toEqual(["one", "two"]);
    }
  });

  test("continue across joints and inline elements", () => {
    for (const text of [
      "one two",
      "one-two",
      "one’two",
      "one.two",
      "one & two",
      "one <b>two</b>",
      "<a href=/>one</a> two",
    ]) {
      expect(names(`<p>${text}</p>`)).toContain("one two");
    }
    expect(names("<p><b>o</b>ne")).toEqual(["one"]);
  });

  test("do not cross text that is not kept", () => {
    const drop = (page: ReturnType<typeof parse>): Uint8Array => {
      const kept = keepShown(page);
      for (let i = 0; i < page.size; i++) if (page.strings[i] === "ad") kept[i] = 0;
      return kept;
    };
    expect([...candidatesOf("<p>one <i>ad</i> two three</p>", drop).keys()].sort()).toEqual([
      "one",
      "three",
      "two",
      "two three",
    ]);
  });

  test("are two to eight characters in scripts without spaces", () => {
    expect(names("<p>網頁。網")).toEqual(["網 頁"]);
    expect(names("<p>一二三四五六七八九").map((name) => name.split(" ").length)).not.toContain(9);
    expect(names("<p>用AI寫")).toContain("用 ai 寫");
  });

  test("have hashes that depend only on their words", () => {
    const hashOf = (html: string, wanted: string): number | undefined => {
      const words = readWords(parse(html));
      const phrases = findPhrases(words);
      const phrase = Array.from(phrases.hash.keys()).find((p) => plainPhrase(words, phrases, p) === wanted);
      return phrase === undefined ? undefined : phrases.hash[phrase];
    };
    expect(hashOf("<p>solar panels", "solar panels")).toBe(hashOf("<h1>The SOLAR-Panels", "solar panels"));
    expect(hashOf("<p>panels solar", "panels solar")).not.toBe(hashOf("<p>solar panels", "solar panels"));
  });
});

describe("readWords", () => {
  test("marks where a stretch, a link or a sentence starts and ends", () => {
    const { marks } = readWords(parse("<p>See <a href=/>NASA news</a> now. Then"));
    const having = (mark: number) => Array.from(marks, (bits) => ((bits & mark) !== 0 ? 1 : 0));
    expect(having(WordMark.Opens)).toEqual([1, 1, 0, 0, 0]);
    expect(having(WordMark.Closes)).toEqual([0, 0, 1, 0, 1]);
    expect(having(WordMark.Starts)).toEqual([1, 0, 0, 0, 1]);
    expect(having(WordMark.Capital)).toEqual([1, 1, 0, 0, 1]);
    expect(having(WordMark.AllCaps)).toEqual([0, 1, 0, 0, 0]);
  });

  test("knows the sentence of each word", () => {
    const { sentenceFrom, sentenceTo } = readWords(parse("<p>One two. Three!</p><p>four"));
    expect([...sentenceFrom]).toEqual([0, 0, 2, 3]);
    expect([...sentenceTo]).toEqual([2, 2, 3, 4]);
  });
});
