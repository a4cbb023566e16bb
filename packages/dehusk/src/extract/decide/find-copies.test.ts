import { describe, expect, test } from "vitest";
import { viewBlocks, viewPage } from "../../features/index.ts";
import { blockText } from "../../features/testing/blocks-of.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { parse } from "../../page/index.ts";
import { findCopies } from "./find-copies.ts";
import { findUnits } from "./find-units.ts";

const long = "It ticked twice and then it was quiet for a while";
const other = "Nobody had heard the tower clock since the war ended";

/** The numbers of the blocks that are copies. @param chances Probabilities of blocks by number; others have 0.5. */
function copies(html: string, chances: Readonly<Record<number, number>> = {}, isThread = false): number[] {
  const page = parse(html);
  const view = viewBlocks(viewPage(page, estimateBoxes(page)));
  const words = Int32Array.from({ length: page.blocks.count }, (_, b) => blockText(page, b).split(/\s+/).length);
  const chance = new Float64Array(page.blocks.count).map((_, b) => chances[b] ?? 0.5);
  const text = { page, view, words, chance, isComment: new Uint8Array(words.length), isThread };
  return [...findCopies(text, findUnits(view), chance).entries()].filter(([, of]) => of >= 0).map(([b]) => b);
}

describe("copies", () => {
  test("of a long block: the first stays", () => {
    expect(copies(`<p>${long}</p><p>${other}</p><div>${long.toUpperCase()}!</div>`)).toEqual([2]);
  });

  test("what is said twice at corresponding places of one part is no copy, except in a thread of posts", () => {
    const again = `<p>${long}</p><p>${other}</p><p>${long}</p>`;
    expect(copies(again)).toEqual([]);
    expect(copies(again, {}, true)).toEqual([2]);
    const day = (name: string, extra: string) => `<h2>${name}</h2><ol><li>${long}</li><li>${extra}</li></ol>`;
    expect(copies(day("Monday", "Rest") + day("Tuesday", "Swim"))).toEqual([]);
    const answer = (question: string) => `<div class="q">${question}</div><div class="a"><p>${long}</p></div>`;
    expect(copies(answer("Who wound the clock?") + answer("And before the war?"))).toEqual([]);
  });

  test("who wrote several posts of a thread is no copy, but a signature is", () => {
    const post = (text: string) => `<div class="post"><p>${text}</p>
      <div class="author"><b>Osric</b><p>Member of the club of ringers</p><p>Joined us on Wed Jan 21, 2015 12:12 pm</p></div></div>`;
    const thread = post("It rang") + post("Did it, though?") + post("Twice");
    const chances = Object.fromEntries(Array.from({ length: 12 }, (_, b) => [b, 0.8]));
    expect(copies(thread, chances, true)).toEqual([]);
    expect(copies(thread, {}, true)).toEqual([5, 6, 7, 9, 10, 11]);
  });

  test("subjects and signatures of mails are", () => {
    const mail = (text: string) => `<p>Subject: Re: ${long}</p><p>${text}</p><pre>-- \n${other}</pre>`;
    expect(copies(mail("Yes") + mail("No"))).toEqual([3, 5]);
  });

  test("right after each other, or in a cloned slide, it is", () => {
    expect(copies(`<p>${long}</p><p>${long}</p>`)).toEqual([1]);
    const slide = (text: string) => `<div class="slide"><h3>A slide</h3><p>${text}</p></div>`;
    expect(copies(slide(long) + slide(other) + slide(long))).toEqual([5]);
  });

  test("the later stays if it is clearly likelier", () => {
    expect(copies(`<p>${long}</p><p>${long}</p>`, { 0: 0.3, 1: 0.7 })).toEqual([0]);
    expect(copies(`<p>${long}</p><p>${long}</p>`, { 0: 0.5, 1: 0.7 })).toEqual([1]);
  });

  test("of three, one stays", () => {
    expect(copies(`<p>${long}</p><p>${long}</p><p>${long}</p>`, { 1: 0.9 })).toEqual([0, 2]);
  });

  test("short blocks are copies only as parts of a longer run elsewhere", () => {
    const list = "<li>two eggs<li>flour of wheat<li>sugar and salt<li>a cup of milk";
    expect(copies(`<div><ul>${list}</ul></div><div><ul>${list}</ul></div>`)).toEqual([4, 5, 6, 7]);
    expect(copies("<div><p>two eggs</p></div><div><p>two eggs</p></div>")).toEqual([]);
    const refrain = "<p>la la la<p>lo lo lo<p>li li li";
    expect(copies(`<div>${refrain}<p>verse${refrain}</div>`)).toEqual([]);
  });

  test("cards with the same facts are not copies", () => {
    const card = (name: string) =>
      `<div><h3>${name}</h3><div>3 rooms</div><div>2 baths</div><div>near the lake</div><div>free soon</div></div>`;
    expect(copies(card("Elm Street") + card("Oak Street"))).toEqual([]);
  });

  test("one item of a list is not a copy", () => {
    expect(copies(`<p>${long}</p><ul><li>${long}<li>other words</ul>`)).toEqual([]);
  });

  test("tables are copies as a whole", () => {
    const table = (last: string) => `<table><tr><th>a b c<th>d e f<tr><td>g h i<td>${last}</table>`;
    expect(copies(`${table("j")}${table("j")}`)).toEqual([4, 5, 6, 7]);
    expect(copies(`${table("j")}${table("k")}`)).toEqual([]);
  });

  const quoted = "Nobody had heard the tower clock since the war ended and the bells were sold";

  test("of a part of an earlier text in a quotation, with its attribution", () => {
    const answer = "That was never so, since I wound it up myself each spring and each autumn";
    expect(copies(`<p>${long}. ${quoted}.</p><blockquote><p>Ann said:</p>“${quoted}!”</blockquote>`)).toEqual([1, 2]);
    expect(copies(`<p>${long}. ${quoted}.</p><blockquote>${quoted}<p>${answer}</blockquote>`)).toEqual([1]);
  });

  test("of several paragraphs in one quotation", () => {
    const more =
      "I asked the clockmaker who lives beside the mill whether it could be mended before the fair, and he said that only the weights are gone";
    const both = `<p>${quoted}, ${long}</p><p>${other}, ${more}</p>`;
    expect(copies(`${both}<blockquote>${long} ${more}</blockquote>`)).toEqual([2]);
    expect(copies(`${both}<p>${long}. ${more}</p>`)).toEqual([]);
  });

  test("in a comment that is an item, but not in a short item", () => {
    const answer = "I have lived across the road from it all my life and it has rung every single morning. ".repeat(4);
    const comments = (reply: string): string =>
      `<ol><li><p>${answer}</p><p>${long}</p></li><li><p>${long}</p><p>${reply}</p></li></ol>`;
    expect(copies(comments(answer.replaceAll("all my", "half my")))).toEqual([2]);
    expect(copies(comments("No"))).toEqual([]);
  });

  test("of nearly all of another text", () => {
    expect(copies(`<p>${quoted} today.</p><p>x</p><div>${quoted}</div>`)).toEqual([2]);
    expect(copies(`<div>${quoted}</div><p>x</p><p>${quoted} today.</p>`)).toEqual([0]);
    expect(copies(`<p>${quoted} today.</p><p>x</p><div>${quoted} tomorrow.</div>`)).toEqual([]);
  });

  test("a summary and a pull quote are not copies", () => {
    expect(copies(`<p>${quoted}</p><p>${long}. ${quoted}. ${other}.</p><aside>${quoted}</aside>`)).toEqual([2]);
  });

  test("not of a text that contains it and is hardly content", () => {
    expect(copies(`<p>${quoted}</p><textarea>${quoted} today</textarea>`, { 0: 0.9, 1: 0.2 })).toEqual([]);
  });

  test("with other punctuation and spaces", () => {
    expect(copies(`<p>${long}</p><p>${other}</p><div>“${long.replaceAll(" ", "\u00a0")}…”</div>`)).toEqual([2]);
  });

  test("of an earlier text in a quotation", () => {
    expect(copies(`<p>${long}</p><blockquote><p>${long}</p></blockquote>`)).toEqual([1]);
  });
});
