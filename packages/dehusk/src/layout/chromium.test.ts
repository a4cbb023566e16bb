import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../page/testing/chromium.ts";
import { boxesById } from "./testing/boxes-by-id.ts";

const text = "The quick brown fox jumps over the lazy dog and runs away from it again. ".repeat(6);

const layouts: Readonly<Record<string, string>> = {
  floats: `<style>body{margin:0;font:16px Arial}#page{width:1000px;margin:0 auto}#nav{float:left;width:180px}
    #side{float:right;width:220px}#main{margin:0 240px 0 200px}#foot{clear:both}</style>
    <div id=page><h1 id=head>A page</h1><ul id=nav><li>One<li>Two<li>Three</ul><div id=side>${text}</div>
    <div id=main><p id=first>${text}</p><p id=second>${text}${text}</p></div><div id=foot>The end</div></div>`,
  flex: `<style>body{margin:0;font:16px Arial}#row{display:flex;gap:20px;max-width:1100px;margin:0 auto}
    #nav{flex:0 0 200px}#main{flex:1}#side{width:25%}</style>
    <header id=head>A page</header><div id=row><nav id=nav>${text}</nav><main id=main>${text}${text}</main>
    <aside id=side>${text}</aside></div><footer id=foot>The end</footer>`,
  tables: `<body style="margin:0;font:16px Arial"><center><table width=900 cellspacing=0 cellpadding=4>
    <tr><td colspan=3 id=head align=center>A page</td></tr><tr><td id=nav width=150 valign=top>One<br>Two</td>
    <td id=main valign=top>${text}${text}</td><td id=side width="20%" valign=top>${text}</td></tr></table></center>`,
};

describe("as in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 60_000);
  afterAll(() => browser?.close());

  test.each(Object.keys(layouts))(
    "%s",
    async (name) => {
      const html = layouts[name];
      const context = await browser.newContext({ viewport: { width: 1280, height: 1024 }, javaScriptEnabled: false });
      const page = await context.newPage();
      await page.setContent(`<!DOCTYPE html>${html}`);
      const rendered = await page.evaluate(() =>
        [...document.querySelectorAll("[id]")].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { id: element.id, x, y, width, height };
        }),
      );
      await context.close();
      const estimated = boxesById(html);
      for (const { id, x, y, width, height } of rendered) {
        const box = estimated[id];
        expect(Math.abs((box?.x ?? Number.NaN) - x), `${id} x`).toBeLessThan(6);
        expect(Math.abs((box?.w ?? Number.NaN) - width), `${id} width`).toBeLessThan(12);
        expect(Math.abs((box?.y ?? Number.NaN) - y), `${id} y`).toBeLessThan(45);
        expect(Math.abs((box?.h ?? Number.NaN) - height), `${id} height`).toBeLessThan(Math.max(45, height * 0.15));
      }
    },
    60_000,
  );
});
