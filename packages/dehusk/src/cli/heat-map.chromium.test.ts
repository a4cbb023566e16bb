import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { detect, writeHeatMap } from "../detect/index.ts";
import { xssVectors } from "../extract/testing/xss-vectors.ts";
import { launchChromium } from "../page/testing/chromium.ts";
import { findSegments, writeSegmentMap } from "../segment/index.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
});

const ownTags =
  "html head meta title style body header h1 h2 h3 p div fieldset legend label input span i main figure figcaption svg " +
  "a rect text section small table thead tbody tr th td code wbr em";
const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;

const url = "https://example.org/'\"><img src=x onerror=__xss()>";
const writers = [
  { what: "a heat map", write: (html: string) => writeHeatMap(detect(html, { url })) },
  { what: "a map of segments", write: (html: string) => writeSegmentMap(findSegments(html, { url })) },
];
const hostile = `holds nothing of ${xssVectors.length} hostile pages but their text, even without its policy`;

test.each(writers)(`$what ${hostile}`, async ({ write }) => {
  const maps = xssVectors.map(({ html }) => {
    const map = write(html);
    expect(map).toMatch(policy);
    return map.replace(policy, "");
  });
  const tab = await browser.newPage();
  await tab.route("**", (route) => route.abort());
  await tab.setContent("<!doctype html><title>test</title>");
  const outcomes = await tab.evaluate(
    async ({ maps, tags }) => {
      const known = new Set(tags.split(" "));
      const outcomes: { calls: number; strange: string[]; text: string }[] = [];
      for (const map of maps) {
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const inner = frame.contentWindow as Window & { __xss?: () => void };
        const outcome = { calls: 0, strange: [] as string[], text: "" };
        const note = (): void => {
          outcome.calls++;
        };
        inner.document.open();
        inner.__xss = note;
        inner.document.write(map);
        inner.document.close();
        await new Promise((resolve) => setTimeout(resolve, 5));
        for (const element of inner.document.querySelectorAll<HTMLElement>("*")) {
          if (!known.has(element.localName)) outcome.strange.push(element.localName);
          for (const name of element.getAttributeNames()) {
            const isLink = name === "href" && !element.getAttribute(name)?.startsWith("#");
            if (/^on|^src|style$|^formaction$/.test(name) || isLink) outcome.strange.push(name);
          }
          for (const type of ["mouseover", "focus", "pointerdown"])
            element.dispatchEvent(new Event(type, { bubbles: true }));
        }
        outcome.text = String(inner.document.body.textContent);
        outcomes.push(outcome);
        frame.remove();
      }
      return outcomes;
    },
    { maps: [...maps, "<p>keepword<img src=x onerror=__xss()>"], tags: ownTags },
  );
  await tab.close();
  // The last one, which is not a heat map, shows that the test would notice.
  expect(outcomes.pop()).toEqual({ calls: expect.any(Number), strange: ["img", "src", "onerror"], text: "keepword" });
  expect(outcomes.length).toBe(xssVectors.length);
  const bad = outcomes.map((outcome, i) => ({ vector: xssVectors[i]?.name, ...outcome }));
  expect(bad.filter(({ calls, strange }) => calls + strange.length > 0)).toEqual([]);
  expect(bad.filter(({ text }) => !text.includes("keepword")).map(({ vector }) => vector)).toEqual([]);
});

test("the keyboard turns from smoothed to raw, and a phone needs no scrolling sideways", async () => {
  const html = writeHeatMap(detect(readFileSync(new URL("../../../../examples/article.html", import.meta.url))));
  const tab = await browser.newPage({ viewport: { width: 360, height: 700 } });
  const problems: string[] = [];
  tab.on("console", (message) => problems.push(message.text()));
  tab.on("request", (request) => problems.push(request.url()));
  await tab.setContent(html);
  const colours = () =>
    tab.$$eval(".text .b", (blocks) => blocks.map((block) => getComputedStyle(block).backgroundColor));
  const smoothed = await colours();
  await tab.focus("#smoothed");
  await tab.keyboard.press("ArrowRight");
  const raw = await colours();
  expect(new Set(smoothed).size).toBeGreaterThan(2);
  expect(raw.filter((colour, i) => colour !== smoothed[i]).length).toBeGreaterThan(5);
  expect(await tab.isVisible(".map-raw svg")).toBe(true);
  expect(await tab.isVisible(".map-smooth svg")).toBe(false);
  expect(await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  // A phone shows no column headers: values have labels of their own.
  const named = await tab.$$eval("#section-2 td", (cells) =>
    cells.map((cell) => [getComputedStyle(cell, "::before").content, cell.textContent] as const),
  );
  const ofWords = named.find(([before]) => before === '"words "')?.[1];
  expect(Number(ofWords)).toBeGreaterThan(0);
  expect(named.find(([before]) => before === '"raw "')?.[1]).toMatch(/^\d\.\d\d–\d\.\d\d$/);
  expect(problems).toEqual([]);
  await tab.close();
});
