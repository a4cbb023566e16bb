import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../page/testing/chromium.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

const examples = fileURLToPath(new URL("../../../../examples/", import.meta.url));

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
});

test("the picture of segments shows colours, turns to templateness, and a phone needs no scrolling sideways", async () => {
  const { stdout } = await runDehusk(["segment", "article.html", "--format", "html"], "", examples);
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 360, height: 700 },
  ]) {
    const tab = await browser.newPage({ viewport });
    const problems: string[] = [];
    tab.on("console", (message) => problems.push(message.text()));
    tab.on("request", (request) => problems.push(request.url()));
    await tab.setContent(stdout);
    const fills = () => tab.$$eval("svg .p", (rects) => rects.map((rect) => getComputedStyle(rect).fill));
    const bySegment = await fills();
    const picture = await tab.screenshot();
    await tab.focus("#by-segment");
    await tab.keyboard.press("ArrowRight");
    const byTemplateness = await fills();
    expect(new Set(bySegment).size).toBeGreaterThan(4);
    expect(byTemplateness).not.toEqual(bySegment);
    expect((await tab.screenshot()).equals(picture)).toBe(false);
    await tab.focus("svg .label");
    await tab.keyboard.press("Enter");
    expect(await tab.evaluate(() => document.querySelector("tr:target")?.id)).toBe("row-0");
    // Labels can be read, and each is as wide as its words.
    const labels = await tab.$$eval("svg .label", (links) =>
      links.map((link) => {
        const [back, words] = [link.querySelector("rect"), link.querySelector("text")] as [Element, Element];
        const [outer, inner] = [back.getBoundingClientRect(), words.getBoundingClientRect()];
        return { height: outer.height, spare: outer.right - inner.right };
      }),
    );
    expect(labels.length).toBeGreaterThan(4);
    for (const { height, spare } of labels) {
      expect(height).toBeGreaterThan(9);
      expect(spare).toBeGreaterThan(0);
    }
    expect(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(problems).toEqual([]);
    await tab.close();
  }
});

test("--render segments by what Chromium shows", async () => {
  const html = `<body style="margin:0"><div style="background:navy;color:white;height:60px"><a href=a>Home</a> <a href=b>News</a></div>
    <div style="padding:40px"><h1>Title</h1><p>${"Words of a story. ".repeat(30)}</p><p>${"More of them. ".repeat(30)}</p></div>`;
  const { status, stdout, stderr } = await runDehusk(["segment", "--render", "--format", "json"], html);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const { segments } = JSON.parse(stdout) as { segments: { text: string; box: number[] }[] };
  expect(segments[0]?.text).toContain("Home");
  expect(segments.reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(900);
});
