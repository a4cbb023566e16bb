import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeResponse } from "../../dehusk/src/corpus/testing/make-warc.ts";
import { zipOf } from "../../dehusk/src/corpus/testing/make-zip.ts";
import { launchChromium } from "../../dehusk/src/page/testing/chromium.ts";
import { type Serving, startServe } from "../src/testing/start-serve.ts";
import { type InspectorTab, openExample, openInspector } from "./testing/inspector-tab.ts";

let browser: Browser;
let serving: Serving;
let inspector: InspectorTab;

beforeAll(async () => {
  [browser, serving] = await Promise.all([launchChromium(), startServe(["--workers", "1", "--log-level", "error"])]);
  inspector = await openInspector(browser, serving.address, {});
});

afterAll(async () => {
  await inspector?.close();
  await Promise.all([browser?.close(), serving?.stop()]);
});

const pages = ": dehusk extract and dehusk batch read the pages in it";
const warc = makeResponse("https://example.org/", "<p>A page.");

/** Files that people drop in place of a page, and what they are told. */
const files: readonly (readonly [name: string, bytes: () => Promise<Uint8Array>, told: string])[] = [
  ["mill.png", async () => Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), "a picture, not a page"],
  ["mill.pdf", async () => Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"), "a PDF, not a page"],
  ["mill.zip", () => zipOf({ "page.html": { bytes: "<p>A page." } }), "a ZIP archive, not a page"],
  ["crawl.warc", async () => warc, `a web archive, not a page${pages}`],
  ["crawl.warc.gz", async () => gzipSync(warc), "compressed data, not a page"],
  ["pages.jsonl", async () => Buffer.from('{"id":"1","html":"<p>A page."}\n'), `JSON lines, not a page${pages}`],
];

test.each(files)("%s is refused by its bytes, with a sentence, and the next page opens", async (name, bytes, told) => {
  const { tab } = inspector;
  const drop = (file: string, content: readonly number[]) =>
    tab.evaluate(
      ({ file, content }) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from(content)], file));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      },
      { file, content },
    );
  await drop(name, [...(await bytes())]);
  await expect
    .poll(() => tab.getByRole("alert").textContent({ timeout: 30_000 }), { timeout: 30_000 })
    .toContain(`The input is ${told}.`);
  await drop("page.html", [...Buffer.from(`<title>After ${name}</title><p>Words of a page that was dropped.`)]);
  await tab.getByRole("heading", { name: `After ${name}` }).waitFor();
  expect(await tab.getByRole("alert").count()).toBe(0);
  expect(inspector.troubles).toEqual([]);
});

test("a failure of the inspector is told in place of a blank page, and one can start again", async () => {
  const broken = await openInspector(browser, serving.address, {});
  const { tab } = broken;
  await openExample(broken);
  // As a bug would in whatever is drawn next.
  await tab.evaluate(() => {
    Array.prototype.map = () => {
      throw new Error("a list that cannot be drawn");
    };
  });
  await tab.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["<p>Words of a page."], "page.html"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  const failure = tab.locator("main.failure");
  expect(await failure.textContent()).toContain("a list that cannot be drawn");
  await failure.getByRole("button", { name: "Start again" }).click();
  await tab.getByRole("button", { name: "Show me an example" }).waitFor();
  await broken.close();
});
