import { describe, expect, test } from "vitest";
import { containerFeatures, holderFeatures, orderFeatures, ownFeatures } from "./block-features.ts";
import { blocksOf, blockWith, sentence, valuesOf } from "./testing/blocks-of.ts";

const groups = { ownFeatures, holderFeatures, containerFeatures, orderFeatures };

test.each(Object.entries(groups))("%s writes its columns, all of them and no others", (_, group) => {
  const blocks = blocksOf("<title>A b</title><p>x<h1>A b</h1><p>Words, <a href=/x>a link</a>.<ul><li>x<li>y</ul>");
  const count = group.names.length;
  for (let b = 0; b < blocks.element.length; b++) {
    const rows = [-7, -11].map((sentinel) => {
      const row = new Float32Array(count + 8).fill(sentinel);
      group.fill(blocks, b, row, 4);
      expect([...row.subarray(0, 4), ...row.subarray(count + 4)]).toEqual(new Array(8).fill(sentinel));
      return [...row.subarray(4, count + 4)];
    });
    expect(rows[0]).toEqual(rows[1]);
  }
});

const log = (count: number) => Math.fround(Math.log2(1 + count));

const blocks = blocksOf(`<title>Clock ticks again</title>
<nav><ul><li><a href=/>Home page</a><li>Share</ul></nav>
<main><h1>The clock ticks</h1><p>By Ann</p>
<p>On 24 May it ticked, twice. <a href=/b>Bob</a> heard <b>it</b>!</p>
<table><tr><th>Year<td>1999</table><dl><dt>Term<dd>Its sense</dl><pre>run()</pre>
<figure><img src=a><figcaption>A clock</figcaption></figure>loose</main>
<aside><h4>More</h4><div>Share</div></aside>`);
const { page } = blocks.view;
const valuesAt = (group: keyof typeof groups, text: string) => valuesOf(groups[group], blocks, blockWith(page, text));

describe("the text of a block", () => {
  test("a sentence with a link", () => {
    // "On24Mayitticked,twice.Bobheardit!" without white space: 33 characters, 9 words, 3 of them with capitals.
    expect(valuesAt("ownFeatures", "On 24")).toEqual({
      blockWords: log(9),
      blockLinks: Math.fround(3 / 33),
      blockPunctuation: Math.fround(3 / 9),
      blockCapitals: Math.fround(3 / 9),
      blockSentences: 2,
      blockDigits: Math.fround(2 / 33),
      blockWordLength: Math.fround(33 / 9),
      blockMarkup: log(2),
      blockTitle: 0,
    });
  });

  test("the headline shares two words with the title", () => {
    expect(valuesAt("ownFeatures", "The clock")["blockTitle"]).toBe(Math.fround(4 / 6));
  });

  test("a text that repeats the title's words over and over is no more similar to it than the title itself", () => {
    const title = blocksOf("<title>Clock</title><p>Clock clock clock clock</p><p>clock</p>");
    expect(valuesOf(ownFeatures, title, 0)["blockTitle"]).toBe(1);
    expect(valuesOf(ownFeatures, title, 1)["blockTitle"]).toBe(1);
  });

  test("a text without words has shares of 0", () => {
    expect(valuesOf(ownFeatures, blocksOf("<title>A</title><p>***</p>"), 0)).toMatchObject({
      blockWords: 0,
      blockPunctuation: 0,
      blockCapitals: 0,
      blockWordLength: 0,
      blockTitle: 0,
    });
  });
});

describe("the element of a block and its parent", () => {
  test.each<[string, string, string]>([
    ["a cell", "1999", "isCell"],
    ["a cell of the head", "Year", "isCell"],
    ["a term", "Term", "isTerm"],
    ["its sense", "Its sense", "isTerm"],
    ["code", "run()", "isCode"],
    ["a caption", "A clock", "isCaption"],
    ["plain text", "By Ann", ""],
  ])("%s", (_, text, name) => {
    const values = valuesAt("holderFeatures", text);
    const kinds = ["isCell", "isTerm", "isCode", "isCaption"];
    expect(kinds.filter((kind) => values[kind] === 1)).toEqual(name === "" ? [] : [name]);
    expect(values["headingRank"]).toBe(0);
  });

  test("ranks of headings", () => {
    expect(valuesAt("holderFeatures", "The clock")["headingRank"]).toBe(1);
    expect(valuesAt("holderFeatures", "More")["headingRank"]).toBe(4);
  });

  test("an item of a menu", () => {
    expect(valuesOf(holderFeatures, blocks, 1)).toEqual({
      headingRank: 0,
      isCell: 0,
      isTerm: 0,
      isCode: 0,
      isCaption: 0,
      elementBlocks: 1,
      parentPlace: 0.5,
      parentBlocks: log(2),
      parentWords: log(3),
      parentLinks: Math.fround(8 / 13),
      parentCopied: Math.fround(1 / 3),
    });
  });

  test("text directly in the main part: its element has ten of the body's 14 blocks", () => {
    expect(valuesAt("holderFeatures", "loose")).toMatchObject({
      elementBlocks: log(10),
      parentPlace: Math.fround(11 / 14),
      parentBlocks: log(14),
    });
  });

  test("an element directly in the body, or an only element, is its own parent at the top", () => {
    const values = valuesOf(holderFeatures, blocksOf("one"), 0);
    expect(values).toMatchObject({ elementBlocks: 1, parentPlace: 0, parentBlocks: 1, parentWords: 1 });
  });
});

describe("the container of a block", () => {
  const post = `<div class=post><p>${sentence(15)}</p><p>${sentence(15)}</p></div>`;
  const thread = blocksOf(`<div id=a><div id=b><p>${"w".repeat(300)}</p><p>Short</p></div>
<div id=c><p>${"u".repeat(100)}</p></div></div><p>far</p><div>${post.repeat(2)}</div>`);
  const valuesIn = (text: string) => valuesOf(containerFeatures, thread, blockWith(thread.view.page, text));

  test("the main one is that of the long text", () => {
    const one = blocksOf(`<div id=a><div id=b><p>${"w".repeat(300)}</p><p>Short</p></div>
<div id=c><p>${"u".repeat(100)}</p></div></div><p>far</p>`);
    const valuesOne = (text: string) => valuesOf(containerFeatures, one, blockWith(one.view.page, text));
    // The container of the long text scores 4, that of the other 2, and the one around both half of each.
    const alone = { instance: 0, instances: 0, instanceWords: 0, alikeLed: 0, alikeDated: 0, alikeLabelled: 0 };
    const beside = { fromHeadline: 0, inControl: 0 };
    const inMain = { holderScore: 1, bestHolder: 1, inMainPart: 1, fromMainPart: 1, ...beside, ...alone };
    expect(valuesOne("www")).toEqual(inMain);
    expect(valuesOne("Short")).toEqual(inMain);
    expect(valuesOne("uuu")).toEqual({
      ...inMain,
      holderScore: 0.5,
      bestHolder: 0.75,
      inMainPart: 0,
      fromMainPart: log(405 / 305),
    });
    expect(valuesOne("far")).toMatchObject({
      holderScore: 0,
      bestHolder: 0,
      inMainPart: 0,
      fromMainPart: log(408 / 305),
    });
  });

  test("how far it is from the headline, compared with the main text", () => {
    const one = blocksOf(
      `<title>Clock</title><div><h1>Clock</h1><div><p>${"long ".repeat(61)}</p></div></div><p>beside</p>`,
    );
    const distance = (text: string) => valuesOf(containerFeatures, one, blockWith(one.view.page, text))["fromHeadline"];
    expect(distance("long")).toBe(0);
    expect(distance("beside")).toBeCloseTo(log(63) - log(62), 5);
  });

  test("whether its element is part of a control", () => {
    const one = blocksOf("<button><div>press</div></button><p>plain</p><div role=tab><p>turn</p></div>");
    const isIn = (text: string) => valuesOf(containerFeatures, one, blockWith(one.view.page, text))["inControl"];
    expect([isIn("press"), isIn("plain"), isIn("turn")]).toEqual([1, 0, 1]);
  });

  test("posts of one shape are numbered, with one number throughout a post", () => {
    const first = blockWith(thread.view.page, "Word");
    const values = [0, 1, 2, 3].map((b) => {
      const { instance, instances, instanceWords } = valuesOf(containerFeatures, thread, first + b);
      return [instance, instances, instanceWords];
    });
    expect(values).toEqual([1, 1, 2, 2].map((number) => [number, 2, log(30)]));
    expect(valuesIn("far")).toMatchObject({ instance: 0, instances: 0, instanceWords: 0 });
  });

  test("a page without a main part has none", () => {
    expect(valuesOf(containerFeatures, blocksOf("<p>Short</p>"), 0)).toMatchObject({
      holderScore: 0,
      bestHolder: 0,
      inMainPart: 0,
      fromMainPart: 1,
    });
  });
});

describe("the place of a block among the others", () => {
  test("before all headings", () => {
    expect(valuesOf(orderFeatures, blocks, 1)).toEqual({
      headingTitle: 0,
      headingAbove: 0,
      sinceHeading: 1,
      copies: 1,
      copiesBefore: 0,
    });
  });

  test("the headline itself, and what follows it", () => {
    const headline = { headingTitle: Math.fround(4 / 6), headingAbove: 1, copies: 0, copiesBefore: 0 };
    expect(valuesAt("orderFeatures", "The clock")).toEqual({ ...headline, sinceHeading: 0 });
    expect(valuesAt("orderFeatures", "By Ann")).toEqual({ ...headline, sinceHeading: 1 });
    expect(valuesAt("orderFeatures", "Year")).toEqual({ ...headline, sinceHeading: 2 });
  });

  test("under a small heading, a text that was there before", () => {
    expect(valuesOf(orderFeatures, blocks, blocks.element.length - 1)).toEqual({
      headingTitle: 0,
      headingAbove: 4,
      sinceHeading: 1,
      copies: 1,
      copiesBefore: 1,
    });
  });

  test("copies before are counted up to nine, copies by their plain logarithm", () => {
    const copies = blocksOf("<p>Share</p>".repeat(32));
    expect(valuesOf(orderFeatures, copies, 8)).toMatchObject({ copies: 5, copiesBefore: 8 });
    expect(valuesOf(orderFeatures, copies, 31)).toMatchObject({ copies: 5, copiesBefore: 9 });
  });
});
