import { expect, test } from "vitest";
import { type Page, parse } from "./index.ts";
import { bundleForBrowsers } from "./page/testing/browser-bundle.ts";
import { launchChromium } from "./page/testing/chromium.ts";

const pages = [
  "<!doctype html><title>T</title><p>Plain <b>page</b> with <a href='/x'>a link</a>.",
  "<b><p>misnested</b>text<table>fostered<tr><td>cell<td>two</table><ul><li>a<li>b",
  "<p aria-hidden=true>no</p><p>long shown text</p><template><p>t</p></template><noscript><p>ns</noscript>",
  "<svg><title>s</title><text>in svg</text></svg><math><mi>x</mi></math><pre>\n a\n  b</pre>漢字 ไทย 😀",
  "<p>hi</p><form><input name=nextSibling><input name=nodeType><input name=localName><input name=attributes>in</form><p>end</p>",
  "<img name=childNodes><img name=URL><img name=compatMode><img name=nodeType><form><b name=firstChild>x</b></form>y",
  "<dialog>d</dialog><div hidden>h<span>i</span></div><p style='display:none'>s</p><select><option>o</select>",
];

/** What makes up a page, as plain data that can leave the browser. */
function summary(page: Page): unknown {
  return {
    names: Array.from(page.tag, (tag) => page.tagNames[tag]),
    parent: Array.from(page.parent),
    end: Array.from(page.end),
    marks: Array.from(page.marks),
    gap: Array.from(page.gap),
    text: page.text,
    textFrom: Array.from(page.textFrom),
    textTo: Array.from(page.textTo),
    sums: Object.entries(page.sums).map(([name, sum]) => [name, Array.from(sum as Int32Array)]),
    quirks: page.quirks,
  };
}

test("in Chromium, the live document gives the page that its HTML gives here", async () => {
  const bundle = await bundleForBrowsers();
  const browser = await launchChromium();
  try {
    // Scripts of the page stay off, so noscript is parsed as elements; the evaluated code runs all the same.
    const tab = await browser.newPage({ javaScriptEnabled: false });
    for (const html of pages) {
      await tab.setContent(html);
      const code = `(() => { ${bundle}; const summary = ${summary.toString()};
        return { live: summary(dehusk.parse(document, { scripting: false })),
          parsed: summary(dehusk.parse(${JSON.stringify(html)}, { scripting: false })) }; })()`;
      const { live, parsed } = (await tab.evaluate(code)) as { live: unknown; parsed: unknown };
      const here = summary(parse(html, { scripting: false }));
      expect(parsed).toEqual(here);
      expect(live).toEqual(here);
    }
  } finally {
    await browser.close();
  }
});
