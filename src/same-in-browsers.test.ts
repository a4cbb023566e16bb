import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { extract } from "./index.ts";
import { bundleForBrowsers } from "./page/testing/browser-bundle.ts";
import { launchChromium } from "./page/testing/chromium.ts";

const folders = ["../examples/", "../accuracy/pages/"].map((path) => new URL(path, import.meta.url));
const pages = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".html"))
    .map((name) => ({ name, html: readFileSync(new URL(name, folder), "utf8") })),
);

/** What a page gives, as plain data that can leave the browser. */
function outputOf(run: typeof extract, html: string): unknown {
  const { explain, ...result } = run(html, { url: "https://example.org/page" });
  return JSON.parse(JSON.stringify({ ...result, explain: explain() }));
}

// These tests run on the oldest Node that is supported and on a newer one: all three engines agree.
test("Chromium extracts from each page what Node extracts, to the digit", async () => {
  expect(pages.length).toBeGreaterThan(60);
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage();
    await tab.addScriptTag({ content: await bundleForBrowsers() });
    await tab.addScriptTag({ content: `globalThis.outputOf = ${outputOf.toString()}` });
    for (const { name, html } of pages) {
      const there = await tab.evaluate(`outputOf(dehusk.extract, ${JSON.stringify(html)})`);
      expect({ name, output: there }).toEqual({ name, output: outputOf(extract, html) });
    }
  } finally {
    await browser.close();
  }
});
