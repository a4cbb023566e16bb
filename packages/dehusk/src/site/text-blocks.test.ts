import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { attribute, type Page, parse, textOf } from "../page/index.ts";
import { tagSoup } from "../page/testing/random-html.ts";
import type { TextBlockOptions } from "./block-options.ts";
import { normalText, type SlowBlock, slowBlocks } from "./testing/slow-blocks.ts";
import { textBlocks } from "./text-blocks.ts";

const long = "These words are many enough to be a block.";
const other = "Here are quite other words, and enough of them.";

/** Ids of the blocks, with a star for copies. */
function ids(html: string, options?: TextBlockOptions): string[] {
  const page = parse(html);
  const { nodes, copy } = textBlocks(page, options);
  return Array.from(nodes, (node, b) => `${attribute(page, node, "id")}${copy[b] === 1 ? "*" : ""}`);
}

function digests(page: Page): Map<string, string> {
  const { nodes, low, high } = textBlocks(page, { minimumCharacters: 1, minimumWords: 0 });
  return new Map(Array.from(nodes, (node, b) => [attribute(page, node, "id") ?? "", `${low[b]} ${high[b]}`]));
}

describe("textBlocks", () => {
  test("takes the paper's tags and no others", () => {
    const html = `<main id=m><section id=s><p id=p>${long}</p><div id=d>${other}</div></section></main>`;
    expect(ids(html)).toEqual(["d"]);
    expect(ids(html, { tags: ["p", "main"] })).toEqual(["m", "p"]);
    expect(ids(`<x-part id=x>${long}</x-part>`, { tags: ["x-part"] })).toEqual(["x"]);
  });

  test("a block has 40 characters, white space collapsed and trimmed", () => {
    const text = (length: number) => `one two three ${"x".repeat(length - 14)}`;
    expect(text(40)).toHaveLength(40);
    expect(ids(`<div id=a>${text(39)}</div><div id=b>${text(40)}</div>`)).toEqual(["b"]);
    expect(ids(`<div id=a>  ${text(39).replaceAll(" ", " \n &nbsp;")}&nbsp;</div>`)).toEqual([]);
    expect(ids(`<pre id=a>\n\n     ${text(39)}\n\n</pre>`)).toEqual([]);
    expect(ids("<div id=a>a b c</div>", { minimumCharacters: 5 })).toEqual(["a"]);
  });

  test("a block has three distinct words, ignoring case", () => {
    const twice = "Word other ".repeat(9);
    expect(ids(`<div id=a>${twice}WORD</div><div id=b>${twice}third</div>`)).toEqual(["b"]);
    expect(ids(`<ul id=u><li id=a>${twice}</li><li id=b>${twice}</li><li>third</li></ul>`)).toEqual(["u"]);
    expect(ids(`<div id=a>${twice}</div>`, { minimumWords: 2 })).toEqual(["a"]);
    expect(ids(`<div id=a>${"- ".repeat(50)}</div>`, { minimumWords: 0 })).toEqual(["a"]);
  });

  test("scripts, comments and hidden text do not count", () => {
    expect(ids(`<div id=a>short<script>${long}</script><!-- ${long} --><p hidden>${long}</p></div>`)).toEqual([]);
  });

  test("if a wrapper has the same text, the outer counts, and what is below is judged by itself", () => {
    const html = `<div id=outer><div id=inner><div id=a>${long}</div><div id=b>${other}</div></div></div>`;
    expect(ids(html)).toEqual(["outer", "inner*", "a", "b"]);
  });

  test("repeated text is a copy, whatever its markup", () => {
    const table = `<table id=t><tr id=r><td id=c>These <b>words</b> are many<td id=d>enough to be a block.</table>`;
    expect(
      ids(`<div id=a>${long}</div><h2 id=b>These <i>words</i> are many enough to be a bl<b>ock</b>.</h2>`),
    ).toEqual(["a", "b*"]);
    expect(ids(`<div id=a>${long}</div>${table}`, { minimumCharacters: 20 })).toEqual(["a", "t*", "r*", "c", "d"]);
  });

  test("a block may start and end within a word", () => {
    const page = parse("<div id=a>begin<small id=b>ing and end</small>ing</div><div id=c>ing and end</div>");
    const found = digests(page);
    expect(found.get("b")).toBe(found.get("c"));
    expect(found.get("a")).not.toBe(found.get("c"));
  });

  test("finds the blocks of a slow search on random pages, and its digests are equal if the texts are", () => {
    const part = fc.letrec<{ node: string; list: string }>((tie) => ({
      list: fc.array(tie("node"), { maxLength: 4 }).map((list) => list.join("")),
      node: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(
          "some words ",
          "Some",
          "words",
          " and more ",
          "&nbsp;",
          "\n",
          "<br>",
          "漢字",
          "<p hidden>no</p>",
        ),
        fc
          .tuple(fc.constantFrom("div", "small", "b", "li", "table", "section", "pre", "h2"), tie("list"))
          .map(([name, inner]) => `<${name}>${inner}</${name}>`),
      ),
    })).list;
    fc.assert(
      fc.property(
        fc.oneof(part, tagSoup),
        fc.constantFrom(1, 6, 20),
        fc.constantFrom(0, 1, 2, 3, 5),
        (html, characters, words) => {
          const page = parse(html);
          const flat = (list: readonly SlowBlock[]): SlowBlock[] => list.flatMap((b) => [b, ...flat(b.below)]);
          const expected = flat(slowBlocks(page, characters, words));
          const { nodes, low, high, copy } = textBlocks(page, { minimumCharacters: characters, minimumWords: words });
          expect([...nodes]).toEqual(expected.map(({ node }) => node));
          expect([...copy]).toEqual(expected.map((block) => (block.copy ? 1 : 0)));
          const texts = new Map(Array.from(nodes, (node, b) => [`${low[b]} ${high[b]}`, normalText(page, node)]));
          nodes.forEach((node, b) => {
            expect(texts.get(`${low[b]} ${high[b]}`)).toBe(normalText(page, node));
          });
          expect(texts.size).toBe(new Set(texts.values()).size);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("digests of small differences differ", () => {
    const texts = new Set<string>();
    for (let i = 0; i < 3000; i++) texts.add(`page ${i} of the list`).add(`${i % 60} ${Math.floor(i / 60)}`);
    for (let i = 0; i < 200; i++) texts.add("a".repeat(i + 1)).add(`${"ab".repeat(i)}ba${"ab".repeat(200 - i)}`);
    const page = parse([...texts].map((text) => `<div>${text}</div>`).join(""));
    const { nodes, low, high } = textBlocks(page, { minimumCharacters: 1, minimumWords: 0 });
    expect(new Set(Array.from(nodes, (node) => textOf(page, node))).size).toBe(texts.size);
    expect(new Set(low).size).toBeGreaterThan(texts.size - 3);
    expect(new Set(high).size).toBeGreaterThan(texts.size - 3);
  });

  test("handles 200,000 nested elements, each with its own words", () => {
    const depth = 200_000;
    const html = Array.from({ length: depth }, (_, i) => `<div>word ${i % 7}`).join("");
    const { nodes, copy } = textBlocks(parse(html, { limits: { depth: 1e6 } }));
    expect(nodes.length).toBeGreaterThan(depth - 10);
    expect(copy.every((is) => is === 0)).toBe(true);
    const wrappers = parse(`${"<div>".repeat(depth)}${long}`, { limits: { depth: 1e6 } });
    expect(textBlocks(wrappers).copy.indexOf(0, 1)).toBe(-1);
  });

  test("invalid options are errors", () => {
    const page = parse(long);
    for (const options of [{ tags: "div" }, { minimumCharacters: 0 }, { minimumWords: 2.5 }, { no: 1 }]) {
      expect(() => textBlocks(page, options as unknown as TextBlockOptions)).toThrow(DehuskError);
    }
  });
});
