import { JSDOM } from "jsdom";
import { expect, test } from "vitest";
import { type Page, parse } from "../page/index.ts";
import { bundleForBrowsers } from "../page/testing/browser-bundle.ts";
import { launchChromium } from "../page/testing/chromium.ts";
import { Renderer } from "../render/index.ts";
import type { Boxes } from "./boxes.ts";
import { measurePage } from "./measure-page.ts";

const words = "The quick brown fox jumps over the lazy dog. ".repeat(8);
const html = `<!doctype html><style>body{margin:10px;font:16px/1.3 sans-serif}#flex{display:flex;gap:7.5px}
#fixed{position:fixed;right:3px;top:5px;width:50px;height:20px}#far{position:absolute;left:20px;top:3000px}
#none{display:none}#holds{display:contents}</style>
<h1>A page</h1><p>${words}<b>bold ${words}</b> and <a href=x>a link</a></p><!-- nothing -->
<div id=flex><div style="flex:1">${words}</div><div style="width:30%">${words}</div></div>
<table><tr><td colspan=2>a<td>b<tr><td>c</table><div id=holds><p>one</p><p>two</p></div>
<form><input name=getClientRects><input name=getBoundingClientRect>in</form><img name=defaultView><img name=createRange><img name=documentElement><div id=none>n<p>m</p></div>
<svg width=33.5 height=20><rect x=3 y=4 width=10 height=5 /></svg><div id=fixed>f</div><div id=far>far</div><p>end</p>`;

/** Boxes and tree as plain data that can leave the browser. */
function plain({ page, boxes }: { readonly page: Page; readonly boxes: Boxes }) {
  const { geometry, width, height, x, y, w, h } = boxes;
  const all = Array.from(x, (left, i) => [left, y[i], w[i], h[i]]);
  return { tags: Array.from(page.tag, (tag) => page.tagNames[tag]), geometry, width, height, all };
}

test("a live document measures like its rendered HTML, whatever the scroll position", async () => {
  const viewport = { width: 1280, height: 1024 };
  const renderer = await Renderer.open({ viewport });
  const browser = await launchChromium();
  try {
    const expected = plain(await renderer.render(html));
    const tab = await browser.newPage({ viewport, javaScriptEnabled: false });
    await tab.setContent(html);
    const code = `(() => { ${await bundleForBrowsers()}; const plain = ${plain.toString()};
      const read = () => plain(dehusk.measurePage(document, { scripting: false }));
      const top = read();
      document.getElementById("fixed").style.position = "absolute";
      scrollTo(0, 700);
      const scrolled = read();
      const text = [...document.querySelectorAll("p")].at(-1).firstChild;
      text.splitText(1);
      const { nodes, page, boxes } = dehusk.measurePage(document);
      const segments = dehusk.segment(page, { boxes }).segments.length;
      let refused;
      try { dehusk.extract(page, { boxes, model: "page-level" }) } catch ({ code }) { refused = code }
      return { top, scrolled, at: scrollY, segments, refused, last: nodes.at(-1) === text && page.size === nodes.length }; })()`;
    const { top, scrolled, at, last, segments, refused } = (await tab.evaluate(code)) as Record<string, unknown> & {
      top: typeof expected;
      scrolled: typeof expected;
    };
    expect(at).toBe(700);
    expect(last).toBe(true);
    expect(segments).toBeGreaterThan(2);
    // The page-level model knows estimated boxes only.
    expect(refused).toBe("bad-model");
    for (const found of [top, scrolled]) {
      expect({ ...found, all: undefined }).toEqual({ ...expected, all: undefined });
      const far = found.all.flatMap((box, i) =>
        box.some((value, side) => Math.abs(value - expected.all[i]?.[side]) > 1 / 32)
          ? [[found.tags[i], ...box, "for", ...expected.all[i]].join(" ")]
          : [],
      );
      expect(far).toEqual([]);
    }
    expect(expected.all.filter(([, , w]) => w > 0).length).toBeGreaterThan(30);
  } finally {
    await browser.close();
    await renderer.close();
  }
});

test("a document without a window is refused", () => {
  const { document } = new JSDOM("<p>text").window;
  expect(parse(document).text).toBe("text");
  expect(() => measurePage(document)).toThrow(expect.objectContaining({ code: "bad-input" }));
});
