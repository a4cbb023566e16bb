import { describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { keepShown } from "./kept-nodes.ts";
import { examples } from "./testing/markdown-examples.ts";
import { writeMarkdown } from "./write-markdown.ts";

const numbers = Array.from({ length: 24 }, (_, i) => i + 1);
const specification = numbers.map((n) => `<tr><td>Focus ${n}<td><ul><li>near<li>far</ul>`).join("");
const specificationRows = numbers
  .slice(1)
  .map((n) => `| Focus ${n} | - near<br>- far |\n`)
  .join("");

examples("tables", [
  ["with a header", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"],
  ["without one", "<table><tr><td>a<td>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"],
  [
    "with rows and columns that hold space",
    "<table><tr><td>a<td>&nbsp;<td>b<tr><td><td><td><tr><td>1<td><td>2<tr><td>3<td><td></table>",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |",
  ],
  [
    "with rows of pictures",
    '<table><tr><th>a<th>b<tr><td><img src="/a.png"><td></table>',
    "| a | b |\n| --- | --- |\n| ![](https://example.org/a.png) |  |",
  ],
  [
    "with signs that say yes or no",
    "<table><tr><th>a<th>b<tr><td>✓<td>–</table>",
    "| a | b |\n| --- | --- |\n| ✓ | – |",
  ],
  ["with one column are no data", "<table><tr><td>a<tr><td>b</table>", "a\n\nb"],
  ["with one column of long text are no data", "<table><tr><th>a<tr><td><p>b<p>c<p>d</table>", "a\n\nb\n\nc\n\nd"],
  [
    "with one column of short cells below a header",
    "<table><tr><th>a<tr><td>b<tr><td>c</table>",
    "| a |\n| --- |\n| b |\n| c |",
  ],
  [
    "of a forum's posts are no data",
    `<table>${`<tr><td>ann<br>member<br>posts: 3<td>${"A long post. ".repeat(40)}`.repeat(3)}</table>`,
    `ann  \nmember  \nposts: 3\n\n${"A long post. ".repeat(40).trim()}\n\n`.repeat(3).trim(),
  ],
  [
    "with lines drawn between cells of several lines",
    "<table border=1><tr><td>8:00<td><p>Breakfast<p>Free play<p>Songs<tr><td>9:00<td><blockquote>Lunch</blockquote></table>",
    "| 8:00 | Breakfast<br>Free play<br>Songs |\n| --- | --- |\n| 9:00 | Lunch |",
  ],
  [
    "with cells of several lines and no lines between them are no data",
    "<table border=0><tr><td>8:00<td><p>Breakfast<p>Free play<p>Songs<tr><td>9:00<td>Lunch</table>",
    "8:00\n\nBreakfast\n\nFree play\n\nSongs\n\n9:00\n\nLunch",
  ],
  [
    "whose cells have boxes around their text",
    `<table>${["Stove|Nord", "Price|$90", "Weight|2 kg"]
      .map(
        (row) =>
          `<tr>${row
            .split("|")
            .map((cell) => `<td><div><div><p>${cell}</p></div></div>`.repeat(2))
            .join("")}`,
      )
      .join("")}</table>`,
    "| Stove | Stove | Nord | Nord |\n| --- | --- | --- | --- |\n| Price | Price | $90 | $90 |\n| Weight | Weight | 2 kg | 2 kg |",
  ],
  [
    "below rows of one cell, their titles",
    "<table><tr><td colspan=2>Harvest<tr><td colspan=2>in tons<tr><td>Apples<td>812<tr><td>Pears<td>377</table>",
    "| Harvest |  |\n| --- | --- |\n| in tons |  |\n| Apples | 812 |\n| Pears | 377 |",
  ],
  [
    "with titles of sections and cells without text",
    `<table><tr><td>G<td>PPG<td>RPG<tr><td colspan=3>Home<tr><td>9<td>5.4<td><tr><td>8<td><td>1.0<tr><td colspan=3>Away<tr><td>7<td>3.1<td>2</table>`,
    "| G | PPG | RPG |\n| --- | --- | --- |\n| Home |  |  |\n| 9 | 5.4 |  |\n| 8 |  | 1.0 |\n| Away |  |  |\n| 7 | 3.1 | 2 |",
  ],
  [
    "of a specification with lists and one long text",
    `<table>${specification}<tr><td>About<td>${"A long text. ".repeat(30)}</table>`,
    `| Focus 1 | - near<br>- far |\n| --- | --- |\n${specificationRows}| About | ${"A long text. ".repeat(30).trim()} |`,
  ],
  [
    "with a title over all columns",
    "<table><tr><td colspan=2>Totals<tr><td>Year<td>Games<tr><td>2010<td>22</table>",
    "Totals\n\n| Year | Games |\n| --- | --- |\n| 2010 | 22 |",
  ],
  ["with a caption", "<table><caption>C<tr><th>a<tr><td>1</table>", "C\n\n| a |\n| --- |\n| 1 |"],
  [
    "spans are written once",
    "<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>",
    "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |",
  ],
  [
    "empty cells keep their place",
    "<table><tr><th>a<th>b<th>c<tr><td>1<td><td>3</table>",
    "| a | b | c |\n| --- | --- | --- |\n| 1 |  | 3 |",
  ],
  [
    "blocks in a cell",
    "<table><tr><th>a<th>b<tr><td><p>x<p>y<ul><li>z</ul><pre>p|q</pre><td>c</table>",
    "| a | b |\n| --- | --- |\n| x<br>y<br>- z<br>`p\\|q` | c |",
  ],
  ["that lay out a page", "<table><tr><td><h2>a</h2><td><p>b<p>c</table>", "## a\n\nb\n\nc"],
  ["of one column", "<table><tr><td>a<tr><td>b</table>", "a\n\nb"],
  ["said to be for looks", "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a\n\nb\n\nc\n\nd"],
  [
    "in tables",
    "<table><tr><td>a<table><tr><th>x<th>y<tr><td>1<td>2</table></table>",
    "a\n\n| x | y |\n| --- | --- |\n| 1 | 2 |",
  ],
  [
    "in items",
    "<ul><li>a<table><tr><th>x<th>y<tr><td>1<td>2</table></ul>",
    "- a\n\n  | x | y |\n  | --- | --- |\n  | 1 | 2 |",
  ],
]);

describe("cells that span others", () => {
  const page = parse("<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>1<td>2<td>3</table>");
  const write = (spans: "empty" | "repeat" | "html") => writeMarkdown(page, keepShown(page), "", spans);

  it("leave the spanned places empty", () => {
    expect(write("empty")).toBe("| a | b |  |\n| --- | --- | --- |\n|  | c | d |\n| 1 | 2 | 3 |");
  });

  it("are repeated if asked", () => {
    expect(write("repeat")).toBe("| a | b | b |\n| --- | --- | --- |\n| a | c | d |\n| 1 | 2 | 3 |");
  });

  it("stay HTML if asked, without blank lines, which would end it", () => {
    const html = write("html");
    expect(html).toMatch(/^<table>[\s\S]*<th rowspan="2">a<\/th>[\s\S]*<\/table>$/);
    expect(html).not.toMatch(/\n\s*\n/);
    const plain = parse("<table><tr><th>a<th>b<tr><td>1<td><pre>x\n\ny</pre></table>");
    expect(writeMarkdown(plain, keepShown(plain), "", "html")).toMatch(/^\| a \| b \|/);
  });

  it("keep blank lines of code in HTML, however renderers define blank", () => {
    const code = parse("<table><tr><th colspan=2>a<tr><td>1<td><pre>x\n\ny\n\f\nz</pre></table>");
    expect(writeMarkdown(code, keepShown(code), "", "html")).toContain("x&#10;\ny&#10;\f\nz");
  });

  it("are not repeated if the table would grow too large", () => {
    const long = "word ".repeat(2000);
    const table = `<table><tr><th>a<th>b<th>c<tr><td>1<td>2<td>3<tr><td colspan=1000>${long}</table>`;
    const wide = parse(table);
    expect(writeMarkdown(wide, keepShown(wide), "", "repeat").length).toBeLessThan(2 * table.length);
  });
});

it("leaves a layout table one when only its regular rows are kept", () => {
  const row = (n: number) => `<tr><td>${n}.<td>Story ${n}<tr><td><td>by ann`;
  const page = parse(`<table>${[1, 2, 3].map(row).join("")}</table>`);
  const kept = keepShown(page).map((own, i) => (page.strings[i] === "by ann" ? 0 : own));
  expect(writeMarkdown(page, kept)).not.toContain("|");
});
