import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isText, textOf } from "./page.ts";
import { parse } from "./parse.ts";
import { launchChromium } from "./testing/chromium.ts";

describe("text as shown", () => {
  test.each([
    ["<p>a  b\n c</p>", "a b c"],
    ["<p>one</p><p>two</p>", "one\n\ntwo"],
    ["<div>one</div><div>two</div>", "one\ntwo"],
    ["<b>bo</b>ld", "bold"],
    ["a <b> b </b> c", "a b c"],
    ["a<br>b", "a\nb"],
    ["a<br><br>b", "a\n\nb"],
    ["<ul><li>a<li>b</ul>c", "a\nb\n\nc"],
    ["<table><tr><td>1</td> <td>2</td></tr><tr><td>3</td></tr></table>", "1\t2\n3"],
    ["<pre>a\n  b\n\n\nc\n</pre>d", "a\n  b\n\n\nc\n\nd"],
    ["<pre><b>a</b>\n<i>b</i>  c</pre>", "a\nb  c"],
    ["<textarea> x\n y</textarea>", " x\n y"],
    ["<p style='white-space:pre'>a  b</p>", "a  b"],
    ["a&nbsp;&nbsp;b", "a\u00a0\u00a0b"],
    ["<button>A</button><button>B</button>", "A B"],
    ["a<span style='display:block'>b</span>c", "a\nb\nc"],
    ["<li style='display:inline'>a</li><li style='display:inline'>b</li>", "ab"],
    ["<p>a<script>x</script>b<style>y</style>c</p>", "abc"],
    ["<p>a<img src=x alt=alt>b</p>", "a b"],
    ["<a href=1>one</a><a href=2>two</a>three", "one twothree"],
    ["(<a href=1>one</a>)<a>no link</a>", "(one)no link"],
    ["  <p>  </p>  ", ""],
    // Splitting between the signs would break the word.
    ["<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>x", "東京x"],
    ["in&shy;vis&shy;i&shy;ble \u200bsigns", "invisible signs"],
    ["می\u200cخواهم 👨\u200d👩\u200d👧 \u200dgo", "می\u200cخواهم 👨\u200d👩\u200d👧 go"],
    ["ក្នុង\u200bភាសា", "ក្នុង\u200bភាសា"],
  ])("%j is shown as %j", (html, text) => {
    expect(parse(html).text).toBe(text);
  });

  test("a node's text has no surrounding white space, and pieces are in order", () => {
    const page = parse("<div> <p> one <b> two </b> </p> <p> three </p> </div>");
    const texts = Array.from({ length: page.size }, (_, i) => i).filter((i) => isText(page, i));
    expect(texts.map((i) => textOf(page, i)).filter((text) => text !== "")).toEqual(["one", "two", "three"]);
    expect(textOf(page, 0)).toBe("one two\n\nthree");
  });

  test("blocks are the runs of text between block boundaries", () => {
    const page = parse("<h1>T</h1><p>a <b>b</b><br>c</p>d<br><br>e<table><tr><td>1<td>2</table>");
    const { blocks } = page;
    const texts = Array.from({ length: blocks.count }, (_, k) =>
      page.text.slice(page.textFrom[blocks.first[k]], page.textTo[blocks.last[k] + 1]),
    );
    expect(texts).toEqual(["T", "a b\nc", "d", "e", "1", "2"]);
  });
});

describe("words are separated as in a browser", () => {
  let browser: Browser;
  let tab: Tab;
  beforeAll(async () => {
    browser = await launchChromium();
    tab = await browser.newPage({ javaScriptEnabled: false });
  });
  afterAll(() => browser.close());

  test.each([
    "<p>a  b\n c<b>d</b>e <i> f</i>g",
    "<div>one<div>two</div>three<span>four</span></div>",
    "<table><tr><td>1<td>2<tr><th>3<th>4</table>",
    "<ul><li>a<li>b<ol><li>c</ol></ul>",
    "<dl><dt>t<dd>d<dt>u</dl>",
    "<pre>a\n  b\n\n c</pre>x",
    "<p>a<br>b<br><br>c",
    "<p>x<sup>2</sup>y<sub>i</sub>",
    "<details open><summary>s</summary>d</details>",
    "<p>shown<span hidden>no</span>more<span style='display:none'>no</span>",
    "<select><option>a<option>b</select>",
    "<fieldset><legend>l</legend>x</fieldset>",
    "<h1>a</h1>b<h2>c</h2><hr>d",
    "a<p>b</p>c<blockquote>d</blockquote>e",
    "<noscript><p>plain</noscript><template>no</template><dialog>no</dialog>",
  ])("%s", async (html) => {
    await tab.setContent(`<!doctype html><body>${html}`);
    const shown = await tab.evaluate(() => document.body.innerText);
    expect(parse(html, { scripting: false }).text.split(/\s+/)).toEqual(shown.trim().split(/\s+/));
  });
});
