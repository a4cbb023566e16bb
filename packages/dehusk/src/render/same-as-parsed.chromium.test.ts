import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { pageLines } from "../page/testing/tree-lines.ts";
import { Renderer } from "./renderer.ts";

const folders = ["../../../../examples/", "../../../../accuracy/pages/"].map((path) => new URL(path, import.meta.url));
/** Every third page: each takes a second of Chromium. */
const stored = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name, i) => name.endsWith(".html") && i % 3 === 0)
    .map((name) => ({ name, html: readFileSync(new URL(name, folder)) })),
);

const broken: Readonly<Record<string, string>> = {
  nothing: "",
  "only text": "text",
  "a comment before everything": "<!-- a --><!doctype html><!-- b --><p>x</p></body></html><!-- c -->",
  "formatting out of order": "<p>1<b>2<i>3</b>4</i>5<a href=x>6<div>7<a href=y>8</a></div>",
  "content between table parts": "<table>a<tr>b<td>c<div>d</table>e<table><caption>f<td>g<select><option>h</table>",
  "no end tags": "<ul><li>a<li>b<ul><li>c</ul><dl><dt>d<dd>e<p>f<h1>g<p>h",
  "foreign elements":
    "<svg viewBox='0 0 1 1'><title>a</title><a xlink:href=#x><text>b</text></a><foreignObject><p>c</p></foreignObject>" +
    "<linearGradient/></svg><math><mi>d</mi><annotation-xml encoding='text/html'><b>e</b></annotation-xml>" +
    "<annotation-xml><svg><desc>f</desc></svg></annotation-xml></math>",
  "strange names": "<x-y a.b=1>a<o:p>b</o:p><DIV CLASS=C Id=d>c<p é=1>d<exämple>e",
  characters: "a\u0000b\r\nc\rd &amp; &nbsp; &#0; \ud83d\ude00 漢字 <p title='a\r\n\"b'>x",
  instructions: '<?xml version="1.0" encoding="utf-8"?><!doctype html><p>a<?pi?>b',
  quirks: "<p>no doctype<table><tr><td>x",
  "old doctype":
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd"><p>x',
  "noscript in head and body": "<head><noscript><link rel=x></noscript></head><noscript><p>a<b>b</noscript>c",
  "raw text": "<title>a<b></title><textarea>\n\nb<p></textarea><style>c{}</style><script>d<e</script><xmp><p></xmp>",
  "hidden things": "<p hidden>a<p style='display:none'>b<details><summary>c</summary>d</details><dialog>e</dialog>",
  "attributes twice": "<body class=a><html lang=en><body class=b id=c><p a=1 A=2>x",
  "generated content":
    "<style>p::before{content:'x'}p::first-letter{color:red}li::marker{content:'y'}</style><p>abc<ul><li>d",
  "much text": `<p>${"0123456789 ".repeat(20_000)}</p>`,
  "plain text": "<p>a<plaintext>b</p><c>",
};

describe("rendering without scripts gives the same page as parsing without them", () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.open();
  });
  afterAll(() => renderer?.close());

  async function expectSame(html: string | Uint8Array): Promise<void> {
    const url = "https://example.org/page";
    const { page, boxes, styles } = await renderer.render(html, { url });
    const parsed = parse(html, { url, scripting: false });
    expect(pageLines(page)).toEqual(pageLines(parsed));
    const { text, doctype, quirks, encoding, base, marks, end, sums, warnings } = page;
    expect({ text, doctype, quirks, encoding, base, marks, end, sums, warnings }).toEqual({
      text: parsed.text,
      doctype: parsed.doctype,
      quirks: parsed.quirks,
      encoding: parsed.encoding,
      base: parsed.base,
      marks: parsed.marks,
      end: parsed.end,
      sums: parsed.sums,
      warnings: parsed.warnings,
    });
    for (const array of [boxes.x, boxes.y, boxes.w, boxes.h, ...Object.values(styles)]) {
      expect(array.length).toBe(page.size);
      expect(array.every(Number.isFinite)).toBe(true);
    }
  }

  test(`${stored.length} stored pages`, async () => {
    expect(stored.length).toBeGreaterThan(18);
    await Promise.all(stored.map(({ html }) => expectSame(html)));
  }, 300_000);

  test.each(Object.keys(broken))("%s", (name) => expectSame(broken[name]));

  test("bytes in another encoding", () =>
    expectSame(Buffer.from("<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2", "latin1")));
});
