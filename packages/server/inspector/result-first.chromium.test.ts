import { deflateSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { launchChromium } from "../../dehusk/src/page/testing/chromium.ts";
import { type Serving, startServe } from "../src/testing/start-serve.ts";
import { dropFile, type InspectorTab, openExample, openInspector, paste } from "./testing/inspector-tab.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let browser: Browser;
let serving: Serving;
let opened: InspectorTab | undefined;

beforeAll(async () => {
  [browser, serving] = await Promise.all([launchChromium(), startServe(["--workers", "1", "--log-level", "error"])]);
});

afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

afterAll(async () => {
  await Promise.all([browser?.close(), serving?.stop()]);
});

async function open(options = {}, hash = ""): Promise<InspectorTab> {
  opened = await openInspector(browser, `${serving.address}/${hash}`, options);
  return opened;
}

/** Polls a value, since the machine may be busy. */
function settled<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000 });
}

const story = `<title>The weir</title><header style="position:fixed;top:0;left:0;right:0;height:60px;background:#eee">
<a href=/>Home</a> <a href=/news>News</a> <a href=/about>About us</a></header>
<div class=veil style="position:fixed;inset:0;background:#0008;z-index:9"></div>
<div id=consent style="position:fixed;inset:0;z-index:10"><div style="position:absolute;top:40%;left:50%;width:200px">
We use cookies. <button>Accept</button></div></div>
<main><h1>The weir</h1>
<p id=first>The weir above the mill has been closed since the flood of last winter, and nobody in the village can
say when the gates will be lifted again, because the parts have to be cast anew.</p>
<p id=second>Until then the meadows below it stay dry, the herons have moved to the old course of the river, and the
miller grinds with a motor that he keeps in the shed behind the house.</p>
<table><tr><th>Year<th>Flood<tr><td>1998<td>2.10 m<tr><td>2013<td>2.75 m</table></main>
<footer id=foot><a href=/imprint>Imprint</a> <a href=/privacy>Privacy</a> All rights reserved.</footer>`;

test("pointing at a paragraph of the result lights it up in the page, and the other way round", async () => {
  const inspector = await open();
  const { tab, framed, result } = inspector;
  await paste(inspector, story);
  await result.getByText("Until then the meadows").waitFor();
  await framed.locator("#second").waitFor();
  const numberOf = async (selector: string) => Number(await framed.locator(selector).getAttribute("data-dh-n"));
  const second = await numberOf("#second");
  await result.getByText("Until then the meadows").hover();
  await settled(() => tab.locator(".page-pane .page-frame").getAttribute("data-pointed")).toBe(String(second));
  await settled(() => tab.locator(".reason").textContent()).toMatch(/^Kept: /);

  await framed.locator("#first").hover();
  const lit = tab.locator(".reading .page-frame");
  await settled(() => lit.getAttribute("data-pointed")).not.toBeNull();
  const node = await lit.getAttribute("data-pointed");
  expect(await result.locator(`[data-dh-n="${node}"]`).textContent()).toContain("The weir above the mill");

  await framed.locator("#foot").hover();
  await settled(() => tab.locator(".reason").textContent()).toMatch(/^Dropped: .+\.(?: Click it for details\.)?$/);
  await settled(() => lit.getAttribute("data-pointed")).toBeNull();
  expect(inspector.troubles).toEqual([]);
});

test("what was dropped is listed with its reasons, and leads to the page", async () => {
  const inspector = await open();
  const { tab, framed } = inspector;
  await paste(inspector, story);
  await tab.getByRole("tab", { name: "Dropped" }).click();
  const footer = tab.locator(".part", { hasText: "All rights reserved" });
  await settled(() => footer.locator(".part-why").textContent()).toMatch(/^Dropped: \d+ % likely to be content; .+\.$/);
  await footer.hover();
  const foot = await framed.locator("#foot").getAttribute("data-dh-n");
  const pointed = tab.locator(".page-pane .page-frame");
  await settled(async () => Number(await pointed.getAttribute("data-pointed"))).toBeGreaterThan(Number(foot));
});

test("what a page fixes to the window is laid out in the flow, and covers nothing", async () => {
  const inspector = await open();
  const { framed, result } = inspector;
  await paste(inspector, story);
  await result.getByText("Until then the meadows").waitFor();
  await framed.locator("#first").waitFor();
  const boxes = framed.locator("header, #consent > div, h1, #first").evaluateAll((all) =>
    all.map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return [Math.round(top + scrollY), Math.round(bottom + scrollY)];
    }),
  );
  const flat = (await boxes).flat();
  expect(flat).toEqual([...flat].sort((a, b) => a - b));
  expect(await framed.locator(".veil").isVisible()).toBe(false);
});

test("presets and options change the result at once", async () => {
  const inspector = await open();
  const { tab, result } = inspector;
  await paste(inspector, story);
  await result.getByText("Until then the meadows").waitFor();
  expect(await result.getByText("All rights reserved").count()).toBe(0);
  await tab.getByLabel("Everything shown").check();
  await result.getByText("All rights reserved").waitFor();
  await result.getByText("2.75 m").waitFor();
  await tab.getByLabel("Tables", { exact: true }).uncheck();
  await result.getByText("2.75 m").waitFor({ state: "detached" });
  await tab.getByRole("tab", { name: "Markdown" }).click();
  await tab.getByLabel("Front matter").check();
  await settled(() => tab.locator(".source pre").textContent()).toMatch(/^---\ntitle: /);
});

test("the structure has sections, tables, metadata and chunks as tabs", async () => {
  const inspector = await open({}, "#preset=everything");
  const { tab } = inspector;
  await paste(inspector, story);
  await tab.getByRole("tab", { name: "Structure" }).click();
  await tab.getByRole("tab", { name: "Tables (1)" }).click();
  await tab.getByRole("cell", { name: "2.75 m" }).waitFor();
  await tab.getByRole("tab", { name: /^Chunks/ }).click();
  await tab.locator(".part", { hasText: "tokens" }).first().waitFor();
  await tab.getByRole("tab", { name: "Metadata" }).click();
  await tab.getByText("Declared language").waitFor();
  await tab.getByRole("tab", { name: /^Posts/ }).click();
  await tab.getByText("The page has no posts or comments.").waitFor();
  expect(inspector.troubles).toEqual([]);
});

test("a thread's posts are listed", async () => {
  const inspector = await open({}, "#example=forum-thread");
  const { tab } = inspector;
  await tab.getByRole("tab", { name: "Structure" }).click();
  await tab.getByRole("tab", { name: /^(?:Posts|Comments) \(\d+\)/ }).click();
  await settled(() => tab.locator(".post").count()).toBeGreaterThan(2);
});

test("Back and forward work, a reload keeps page and settings", async () => {
  const inspector = await open();
  const { tab, result } = inspector;
  await paste(inspector, story);
  await tab.getByRole("heading", { name: "The weir", level: 1 }).waitFor();
  await tab.getByLabel("Everything shown").check();
  await tab.getByRole("button", { name: "Compare" }).click();
  await tab.locator(".difference").waitFor();
  await tab.goBack();
  await result.getByText("All rights reserved").waitFor();
  await tab.reload();
  await result.getByText("All rights reserved").waitFor();
  expect(await tab.getByLabel("Everything shown").isChecked()).toBe(true);
  await tab.goBack();
  await tab.getByRole("button", { name: "Show me an example" }).waitFor();
  await tab.goForward();
  await tab.getByRole("heading", { name: "The weir", level: 1 }).waitFor();
  expect(inspector.troubles).toEqual([]);
});

test("a link to a setting can be copied, and opens the example with it", async () => {
  const inspector = await open();
  const { tab } = inspector;
  await openExample(inspector);
  await tab.getByLabel("Only what is certain").check();
  await tab.getByRole("button", { name: "Copy link" }).click();
  const copied = () => tab.evaluate(() => navigator.clipboard.readText());
  await settled(copied).toMatch(/#example=article&preset=precision$/);
  const link = await copied();
  await inspector.close();
  const other = await open({}, new URL(link).hash);
  await other.result.getByRole("heading", { level: 1 }).waitFor();
  expect(await other.tab.getByLabel("Only what is certain").isChecked()).toBe(true);
});

/** A picture of one pixel. */
function png(): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => [0, 0, 0, data.length, ...Buffer.from(type), ...data, 0, 0, 0, 0];
  const header = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0];
  const data = deflateSync(new Uint8Array([0, 255]));
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    ...chunk("IHDR", Uint8Array.from(header)),
    ...chunk("IDAT", data),
  ]);
}

test("a file that is no page says so, and what to do with it", async () => {
  const inspector = await open();
  const { tab } = inspector;
  const files: readonly (readonly [string, string | Uint8Array, string])[] = [
    ["a.png", png(), "a.png: The input is a picture, not a page. The inspector opens HTML."],
    ["b.pdf", "%PDF-1.7\n%âãÏÓ\n1 0 obj", "b.pdf: The input is a PDF, not a page."],
    ["c.zip", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), "c.zip: The input is a ZIP archive, not a page."],
    [
      "d.jsonl",
      '{"id":"1","html":"<p>x"}\n',
      "d.jsonl: The input is JSON lines, not a page: dehusk extract and dehusk batch read the pages in it.",
    ],
    ["e.warc", "WARC/1.1\r\nWARC-Type: warcinfo\r\n\r\n", "e.warc: The input is a web archive, not a page"],
    ["f.json", '{"a": 1}', "f.json is JSON, not a page, and no model either"],
  ];
  for (const [name, content, message] of files) {
    await dropFile(inspector, name, content);
    await settled(() => tab.getByRole("alert").textContent()).toContain(message);
  }
  await paste(inspector, story);
  await tab.getByRole("heading", { name: "The weir", level: 1 }).waitFor();
});

test("all of it works by keyboard alone", async () => {
  const inspector = await open();
  const { tab, result } = inspector;
  const focused = () => tab.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  const tabTo = async (name: string): Promise<void> => {
    for (let i = 0; i < 60 && (await focused()) !== name; i++) await tab.keyboard.press("Tab");
    expect(await focused()).toBe(name);
  };
  await tabTo("Show me an example");
  await tab.keyboard.press("Enter");
  await result.getByRole("heading", { level: 1 }).waitFor();
  await settled(() => tab.evaluate(() => document.activeElement?.id)).toBe("main");
  await tabTo("Copy link");
  await tab.keyboard.press("Tab");
  expect(await tab.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe("balanced");
  await tab.keyboard.press("ArrowRight");
  expect(await tab.getByLabel("Only what is certain").isChecked()).toBe(true);
  await tabTo("Expert settings");
  await tab.keyboard.press("Enter");
  await tab.getByLabel("Penalty per section").waitFor();
  await tab.keyboard.press("Enter");
  await tab.getByRole("tab", { name: "Result" }).focus();
  await tab.keyboard.press("ArrowRight");
  await tab.locator(".part").first().waitFor();
  await tabTo(
    await tab
      .locator(".part")
      .first()
      .innerText()
      .then((text) => text.replaceAll("\n", "")),
  );
  await tab.keyboard.press("Enter");
  await settled(() => tab.locator(".reason").textContent()).toMatch(/^(?:Dropped|Kept in part|Not shown)/);
});

test("200,000 siblings can be inspected", async () => {
  const inspector = await open();
  const { tab } = inspector;
  const html = `<title>Many</title><main><p>${"Words of a text that goes on. ".repeat(20)}</p>${"<b>x</b>".repeat(200_000)}</main>`;
  await dropFile(inspector, "many.html", html);
  await tab.getByRole("heading", { name: "Many", level: 1 }).waitFor();
  await tab.locator(".headline", { hasText: /words kept/ }).waitFor();
  await tab.getByRole("tab", { name: "Nodes" }).click();
  await tab.getByRole("treeitem").first().waitFor();
  expect(inspector.troubles).toEqual([]);
});

test("a failure of the inspector itself says what happened, and lets one start again", async () => {
  const inspector = await open();
  const { tab } = inspector;
  await tab.getByRole("button", { name: "Show me an example" }).waitFor();
  await tab.evaluate(() => {
    window.matchMedia = () => {
      throw new Error("no media today");
    };
  });
  await tab.getByRole("button", { name: "Show me an example" }).click();
  await tab.getByText("no media today").waitFor();
  await tab.getByRole("button", { name: "Start again" }).click();
  await tab.getByRole("button", { name: "Show me an example" }).waitFor();
});

const large = story.replace(
  "<table>",
  `${"<p>The river rose by an inch, and by the evening it fell again.</p>\n".repeat(1500)}<table>`,
);

test("a page pasted before anything is ready is opened, and nothing of the practice page is seen", async () => {
  const inspector = await open();
  const { tab, result } = inspector;
  await tab.addInitScript((html) => {
    const observer = new MutationObserver(() => {
      const field = document.querySelector("textarea");
      if (field === null) return;
      observer.disconnect();
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", html);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, large);
  await tab.reload();
  await result.getByText("2.75 m").waitFor();
  await settled(() => tab.locator(".headline").textContent()).toMatch(/^The weir.+words kept/);
  await tab.getByRole("tab", { name: "Markdown" }).click();
  await settled(() => tab.locator(".source pre").textContent()).toContain("2.75 m");
  expect(await tab.locator(".source pre").textContent()).not.toContain("Practice");
  expect(inspector.troubles).toEqual([]);
});

test("the inspector's worker may compile WebAssembly", async () => {
  const { tab } = await open();
  const worker = tab.workers()[0] ?? (await tab.waitForEvent("worker"));
  const compiled = worker.evaluate(() =>
    String(new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))),
  );
  expect(await compiled).toBe("[object WebAssembly.Module]");
});

test("a page of 100 kB has its result within a moment, the first one pasted into a tab too", async () => {
  expect(large.length).toBeGreaterThan(100_000);
  // The goal is 300 ms, ten times a loop of some 30 ms. Beside other tests a paste takes up to 13 times as long as the loop,
  // without practice 16 times even alone.
  const ratios: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 3; turn++) {
    const inspector = await open();
    const { tab, result } = inspector;
    // As by a user who comes, looks, and pastes; meanwhile the inspector practises.
    await tab.waitForTimeout(3000);
    for (const which of [0, 1] as const) {
      const [, spun] = await tab.evaluate(() =>
        [1, 2].map(() => {
          const start = performance.now();
          let sum = 1;
          for (let i = 0; i < 30_000_000; i++) sum = (Math.imul(sum, 1_664_525) + 1_013_904_223) | 0;
          return sum === 0 ? 0 : performance.now() - start;
        }),
      );
      const start = await paste(inspector, large);
      await result.getByText("2.75 m").waitFor();
      const taken = performance.timeOrigin + performance.now() - start;
      ratios[which].push(taken / spun);
      const nth = ["first", "second"][which];
      console.info(`${nth} paste to result: ${Math.round(taken)} ms, the loop ${Math.round(spun)} ms`);
      await tab.getByRole("button", { name: "Other page" }).click();
      await tab.getByLabel("Paste HTML").waitFor();
    }
    await inspector.close();
  }
  for (const each of ratios) expect(Math.min(...each)).toBeLessThan(14);
});
