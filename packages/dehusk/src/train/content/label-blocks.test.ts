import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { labelBlocks, type PageTruth } from "./label-blocks.ts";

function labels(html: string, truth: PageTruth): number[] {
  return [...labelBlocks(parse(html), truth)];
}

describe("with the whole text of the content", () => {
  const text = "A clock on the tower\n\nIt ticked twice, then it stopped.";

  test.each<[string, string, number[]]>([
    ["blocks inside and outside of it", "<p>A clock on the tower<p>Read more of our news", [1, 0]],
    ["ignoring case and punctuation", "<p>A CLOCK: on the “tower”!", [1]],
    ["a block half inside it: two of four runs", "<p>It ticked twice then he left", [0.5]],
    ["the words in another order", "<p>tower the on clock a", [0]],
    ["runs may continue across the text's own blocks", "<p>the tower it ticked", [1]],
    ["no words at all", "<p>***", [0]],
    ["nothing shown", "<p hidden>A clock on the tower", []],
  ])("%s", (_, html, expected) => {
    expect(labels(html, { text })).toEqual(expected);
  });

  test("one or two words are content if they form a run with their neighbours", () => {
    expect(labels("<p>A clock on the<p>tower<p>It ticked twice then", { text })).toEqual([1, 1, 1]);
    expect(labels("<p>It ticked<p>twice<p>then it", { text })).toEqual([1, 1, 1]);
    expect(labels("<p>on the<p>tower<p>Our other news", { text })).toEqual([1, 1, 0]);
    expect(labels("<p>Our other news<p>A<p>clock on", { text })).toEqual([0, 1, 1]);
  });

  test("single words that the text happens to contain are not", () => {
    expect(labels("<p>Home page here<p>tower<p>Our other news", { text })).toEqual([0, 0, 0]);
    expect(labels("<p>Home page here<p>the tower<p>Our other news", { text })).toEqual([0, 0, 0]);
  });

  test("short blocks look past blocks without words", () => {
    expect(labels("<p>A clock on the<p>***<p>tower<p>—<p>It ticked twice then", { text })).toEqual([1, 0, 1, 0, 1]);
  });

  test("a page of a word or two is content if the text has all of them", () => {
    expect(labels("<p>the tower", { text })).toEqual([1]);
    expect(labels("<p>the moon", { text })).toEqual([0]);
  });

  test("an empty text has no content", () => {
    expect(labels("<p>A clock on the tower<p>tower", { text: "" })).toEqual([0, 0]);
  });

  test("texts without spaces are compared by their characters", () => {
    expect(labels("<p>時計が鳴った<p>お知らせ一覧", { text: "塔の時計が鳴った。" })).toEqual([1, 0]);
  });

  test("lists are ignored if there is a text", () => {
    const truth = { text, include: ["Read more of our news"], exclude: ["A clock on the tower"] };
    expect(labels("<p>A clock on the tower<p>Read more of our news", truth)).toEqual([1, 0]);
  });
});

describe("with pieces of text", () => {
  test("blocks that contain a piece have a label, the others none", () => {
    const truth = { include: ["clock on the TOWER"], exclude: ["more news"] };
    expect(labels("<p>The clock on the tower.<p>Read more news<p>Something else", truth)).toEqual([1, 0, -1]);
  });

  test("pieces are whole words", () => {
    expect(labels("<p>The clocks<p>The clock", { include: ["clock"] })).toEqual([-1, 1]);
  });

  test("a block with both is content", () => {
    expect(labels("<p>The clock. More news", { include: ["the clock"], exclude: ["more news"] })).toEqual([1]);
  });

  test("pieces without words, or no pieces, say nothing", () => {
    expect(labels("<p>The clock<p>***", { include: ["", " ** "], exclude: ["--"] })).toEqual([-1, -1]);
    expect(labels("<p>The clock", {})).toEqual([-1]);
  });
});
