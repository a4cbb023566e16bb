import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extract } from "dehusk";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { framedPage, storyOf } from "../../dehusk/src/cli/testing/framed-pages.ts";
import { launchChromium } from "../../dehusk/src/page/testing/chromium.ts";
import { type Serving, startServe } from "../src/testing/start-serve.ts";
import { violations } from "./testing/accessibility.ts";
import { dropFile, type InspectorTab, openExample, openInspector, paste } from "./testing/inspector-tab.ts";

const example = readFileSync(new URL("../../../examples/article.html", import.meta.url));
const phone = { viewport: { width: 360, height: 720 } };

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let browser: Browser;
let serving: Serving;
let elsewhere: Server;
let opened: InspectorTab | undefined;

beforeAll(async () => {
  elsewhere = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html");
    if (url === "/story") response.end("<title>Fetched</title><p>A page that was fetched from another server.</p>");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  [browser, serving] = await Promise.all([
    launchChromium(),
    startServe(["--workers", "1", "--allow-fetch", "--allow-private", "--log-level", "error"]),
  ]);
});

afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

afterAll(async () => {
  elsewhere?.close();
  await Promise.all([browser?.close(), serving?.stop()]);
});

async function open(options = {}, address = serving.address): Promise<InspectorTab> {
  opened = await openInspector(browser, address, options);
  return opened;
}

/** Polls a value, since the machine may be busy. */
function settled<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 60_000 });
}

/** Waits until the open page is judged. */
async function judged(tab: Page): Promise<void> {
  await tab.locator(".headline", { hasText: /words kept/ }).waitFor({ timeout: 200_000 });
}

/** How much wider than the tab its content is, in pixels. */
function overflow(tab: Page): Promise<number> {
  return tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

test("from the first visit to the copied Markdown: example, result, reason, slider, copy", async () => {
  const inspector = await open();
  const { tab, framed, result } = inspector;
  await openExample(inspector);
  expect(await tab.title()).toContain("Saltmere");
  await result.getByRole("heading", { level: 1 }).waitFor();
  expect(await result.locator("a[href], [src]:not([src^='data:']), script:not([data-token])").count()).toBe(0);
  const cookies = framed.locator("#cookie-notice p[data-dh-heat]");
  expect(await cookies.getAttribute("data-dh-heat")).toBe("10");
  expect(await framed.locator("h1[data-dh-heat]").getAttribute("data-dh-heat")).toBe("0");

  await cookies.hover({ position: { x: 5, y: 5 } });
  await settled(() => tab.locator(".reason").textContent()).toMatch(/^Dropped: \d+ % likely to be content; .*\./);
  await cookies.click({ position: { x: 5, y: 5 } });
  // A part that the pointer only passes on its way to the button does not take the selected one's place.
  await framed.locator("h1[data-dh-heat]").hover();
  await settled(() => tab.locator(".reason").textContent()).toMatch(/^Kept/);
  await tab.locator(".headline").hover();
  await tab.getByRole("button", { name: "Details" }).click();
  await tab.getByText("Why its text is dropped").waitFor();
  const fact = (name: string) => tab.locator(`[data-fact=${name}]`).textContent();
  expect(await fact("decision")).toBe("Dropped");
  expect(await fact("raw")).toMatch(/^(?:[01]\.\d\d template|not (?:judged|scored) by itself)/);
  expect(await fact("smoothed")).toMatch(/^[01]\.\d\d template/);
  expect(await fact("box")).toMatch(/^\d+ × \d+ at \d+, \d+$/);
  expect(await tab.locator(".reasons li").count()).toBeGreaterThan(1);
  expect(await tab.locator(".features tbody tr").count()).toBeGreaterThan(5);

  const before = await tab.locator(".headline p").textContent();
  await tab.getByText("Expert settings").click();
  await tab.getByLabel("Penalty per section").fill("51");
  await settled(() => tab.locator(".headline p:not(.working)").textContent()).not.toBe(before);
  await settled(() => inspector.said()).toMatch(/words kept, \d+ sections?/);
  await tab.getByRole("button", { name: "Reset to defaults" }).click();

  await tab.getByRole("tab", { name: "Result" }).click();
  await tab.getByRole("tab", { name: "Markdown" }).click();
  await tab.getByRole("button", { name: "Copy Markdown" }).click();
  await settled(() => inspector.said()).toBe("Markdown copied");
  expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(extract(example).markdown);
  expect(inspector.troubles).toEqual([]);
});

test("the tree and the page are linked both ways, by keyboard and pointer", async () => {
  const inspector = await open();
  const { tab, framed } = inspector;
  await openExample(inspector);
  await tab.getByRole("tab", { name: "Nodes" }).click();
  const tree = tab.getByRole("tree");
  const chosen = tree.locator("[aria-selected=true]");
  await tree.focus();
  for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowDown"]) await tab.keyboard.press(key);
  await tab.locator(".details-name", { hasText: "a.skip-link" }).waitFor();
  const active = await tree.getAttribute("aria-activedescendant");
  expect(await tab.locator(`[id="${active}"]`).getAttribute("aria-label")).toMatch(
    /^a\.skip-link, templateness \d\.\d\d, dropped$/,
  );
  await tab.keyboard.press("ArrowLeft");
  expect(await chosen.getAttribute("aria-expanded")).toBe("false");
  await tab.keyboard.press("End");
  await settled(() => framed.locator("html").evaluate(() => scrollY)).toBeGreaterThan(500);

  await framed.locator("h1").click();
  await settled(() => chosen.getAttribute("aria-label")).toMatch(/^(?:h1|text: Saltmere)/);
  expect(await tab.locator(".details-name").textContent()).toMatch(/h1|Saltmere/);
  await settled(() => chosen.evaluate((row) => row.getBoundingClientRect().height)).toBeGreaterThan(10);

  await tab.getByRole("tab", { name: "Map" }).click();
  await tab.locator(".page-map .label").first().press("Enter");
  await tab.getByRole("tab", { name: "Nodes" }).click();
  await settled(() => chosen.getAttribute("aria-level")).not.toBeNull();
  expect(inspector.troubles).toEqual([]);
});

test("colours and outlines can be chosen; segments are computed on request", async () => {
  const inspector = await open();
  const { tab, framed } = inspector;
  await openExample(inspector);
  const levels = () =>
    framed
      .locator("[data-dh-heat]")
      .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute("data-dh-heat")))]);
  expect((await levels()).sort()).toEqual(["0", "10"]);
  await tab.getByLabel("Colour by").selectOption("smoothed");
  await settled(async () => (await levels()).length).toBeGreaterThan(3);
  await tab.getByLabel("Colour by").selectOption("none");
  await settled(levels).toEqual([]);
  await tab.getByLabel("Outline").selectOption("segments");
  const status = tab.locator(".segment-status", { hasText: "segments of" });
  const few = Number.parseInt((await status.textContent()) ?? "", 10);
  await tab.getByText("Expert settings").click();
  await tab.getByLabel("λ").fill("11");
  await settled(async () => Number.parseInt((await status.textContent()) ?? "", 10)).toBeGreaterThan(few);
  expect(inspector.troubles).toEqual([]);
});

test("a long segmentation can be cancelled, and the rest keeps working", async () => {
  const inspector = await open();
  const { tab } = inspector;
  const long = framedPage("site", storyOf("a", 1)).replace(
    "</main>",
    `${"<div><p>Some words</p><ul><li>x</li></ul></div>".repeat(8000)}</main>`,
  );
  await tab.getByLabel("Paste HTML").fill(long);
  await tab.getByRole("button", { name: "Open HTML" }).click();
  // The test is too slow to click before the page is segmented.
  await tab.evaluate(() => {
    const observer = new MutationObserver(() => {
      const cancel = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel");
      if (cancel === undefined) return;
      observer.disconnect();
      cancel.click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await tab.getByLabel("Outline").selectOption("segments");
  await tab.getByText("Cancelled.").waitFor();
  await tab.getByRole("button", { name: "Try again" }).waitFor();
  await judged(tab);
  expect(inspector.troubles).toEqual([]);
});

test("files can be dropped anywhere: a page, a model, and neither", async () => {
  const inspector = await open();
  const { tab } = inspector;
  await dropFile(inspector, "page.html", "<title>Dropped page</title><p>Words of a page that was dropped.");
  await tab.getByRole("heading", { name: "Dropped page" }).waitFor();
  const alert = () => tab.getByRole("alert").textContent();
  await dropFile(inspector, "broken.json", "{}");
  await settled(alert).toContain("broken.json is JSON, not a page, and no model either: The model cannot be used");
  await dropFile(inspector, "large.html", " ".repeat(65 * 2 ** 20));
  await settled(alert).toContain("the limit is 64 MB");
  // With everything kept, a model would change nothing.
  await tab.getByLabel("Everything shown").check();
  const model = readFileSync(new URL("../../dehusk/models/page-level.json", import.meta.url), "utf8");
  await dropFile(inspector, "mine.json", model.replace('"name": "page-level"', '"name": "page-level-mine"'));
  await settled(() => tab.getByLabel("Model", { exact: true }).locator("option:checked").textContent()).toBe(
    "File: page-level-mine",
  );
  expect(await tab.getByLabel("The content").isChecked()).toBe(true);
  expect(await tab.getByRole("alert").count()).toBe(0);
  expect(inspector.troubles).toEqual([]);
});

test("a URL is fetched through the server; refusals are explained", async () => {
  const inspector = await open();
  const { tab } = inspector;
  const { port } = elsewhere.address() as AddressInfo;
  await tab.getByLabel("Fetch a URL").fill(`http://127.0.0.1:${port}/gone`);
  await tab.getByRole("button", { name: "Fetch page" }).click();
  await settled(() => tab.getByRole("alert").textContent()).toContain("404");
  await tab.getByLabel("Fetch a URL").fill(`http://127.0.0.1:${port}/story`);
  await tab.getByRole("button", { name: "Fetch page" }).click();
  await tab.getByRole("heading", { name: "Fetched" }).waitFor();
});

test("two settings are compared, with the words that differ before everything else", async () => {
  const inspector = await open();
  const { tab } = inspector;
  await openExample(inspector);
  await tab.getByRole("button", { name: "Compare" }).click();
  const inserted = tab.locator(".word-difference ins");
  await settled(async () => (await inserted.allTextContents()).join(" ")).toContain("We use cookies");
  expect(await tab.locator(".word-difference del").count()).toBe(0);
  const row = tab.getByRole("row", { name: /Words only it keeps/ });
  const [onlyA, onlyB] = await row.getByRole("cell").allTextContents();
  expect(onlyA).toBe("0");
  expect(Number(onlyB)).toBeGreaterThan(100);
  await settled(() => tab.locator(".sides .page-frame[aria-busy=false] iframe").count()).toBe(2);
  const top = (selector: string) => tab.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
  expect(await top(".difference")).toBeLessThan(await top(".sides"));
  await tab.getByRole("region", { name: "Options of A" }).getByLabel("Everything shown").check();
  await tab.getByText("Both keep the same words.").waitFor();
  expect(inspector.troubles).toEqual([]);
});

test("a site grows page by page, and its blocks are judged", async () => {
  const inspector = await open();
  const { tab } = inspector;
  for (let number = 1; number <= 12; number++) {
    await tab.evaluate(
      (body) => fetch("/sites/shop.example/pages", { method: "POST", headers: { "content-type": "text/html" }, body }),
      framedPage("shop", storyOf("tea", number)),
    );
  }
  await tab.getByLabel("Paste HTML").fill(framedPage("shop", storyOf("tea", 99)));
  await tab.getByRole("button", { name: "Open HTML" }).click();
  await judged(tab);
  await tab.getByRole("button", { name: "Sites" }).click();
  await tab.getByRole("heading", { name: "shop.example" }).waitFor();
  await tab.getByRole("button", { name: "Add the page" }).click();
  await tab.getByText(/Page 13 of shop\.example: \d+ of \d+ blocks are template/).waitFor();
  await tab.getByRole("img", { name: /after 13 pages/ }).waitFor();
  expect(await tab.locator(".report tbody").last().getByText("template", { exact: true }).count()).toBeGreaterThan(3);
  await tab.getByText("As a table").click();
  expect(await tab.locator(".growth").getByRole("row", { name: /^13 / }).count()).toBe(1);
  const blocks = tab.getByRole("region", { name: "Add the page" }).getByRole("row");
  expect(await blocks.filter({ hasText: "content" }).count()).toBeGreaterThan(0);
  await blocks.filter({ hasText: "All rights reserved" }).getByRole("button").first().click();
  await settled(() => tab.locator(".reason").textContent()).toMatch(/^(?:Dropped|Kept|Kept in part): /);
  expect(inspector.troubles).toEqual([]);
});

test("the theme follows the system until one is chosen, which is remembered", async () => {
  const { tab } = await open({ colorScheme: "dark" });
  const ground = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await settled(() => tab.locator("html").getAttribute("data-theme")).toBe("dark");
  const dark = await ground();
  await tab.getByLabel("Colour theme").selectOption("light");
  await settled(ground).not.toBe(dark);
  await tab.reload();
  await settled(() => tab.locator("html").getAttribute("data-theme")).toBe("light");
});

test("links of the result can be read on its ground, light or dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const inspector = await open({ colorScheme });
    await paste(
      inspector,
      `<h1>Mill</h1><p>Nobody knows when <a href="https://a.example/">the gates</a> will be lifted.`,
    );
    const [ink = 0, ground = 0] = await inspector.result
      .locator("a[data-dh-href]")
      .first()
      .evaluate((link) =>
        [getComputedStyle(link).color, getComputedStyle(document.documentElement).backgroundColor].map((colour) => {
          const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map((value) => {
            const part = Number(value) / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        }),
      );
    const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
    expect({ colorScheme, contrast }).toEqual({ colorScheme, contrast: expect.toSatisfy((ratio) => ratio > 4.5) });
    await inspector.close();
  }
});

test("on a phone panels are tabs, and nothing is wider than the screen", async () => {
  const inspector = await open(phone);
  const { tab } = inspector;
  expect(await overflow(tab)).toBe(0);
  await tab.getByRole("button", { name: "Show me an example" }).click();
  await inspector.result.getByRole("heading", { level: 1 }).waitFor();
  for (const name of ["Result", "Page", "Options", "Dropped", "Structure", "Nodes", "Map"]) {
    await tab.getByRole("tab", { name, exact: true }).click();
    await tab.getByRole("tabpanel", { name, exact: true }).waitFor();
    expect({ name, overflow: await overflow(tab) }).toEqual({ name, overflow: 0 });
  }
  for (const name of ["Compare", "Sites"]) {
    await tab.getByRole("button", { name, exact: true }).click();
    await tab.getByRole("heading", { level: 1 }).waitFor();
    expect({ name, overflow: await overflow(tab) }).toEqual({ name, overflow: 0 });
  }
  expect(inspector.troubles).toEqual([]);
});

test("axe finds no serious issues in any view, light or dark", async () => {
  const inspector = await open({ colorScheme: "light" });
  const { tab } = inspector;
  const found: Record<string, string[]> = {};
  const look = async (view: string): Promise<void> => {
    found[view] = await violations(tab);
    // Another theme only changes colours.
    await tab.getByLabel("Colour theme").selectOption("dark");
    await tab.locator("html[data-theme=dark]").waitFor();
    found[`${view}, dark`] = await violations(tab, ["color-contrast"]);
    await tab.getByLabel("Colour theme").selectOption("light");
  };
  await tab.getByRole("button", { name: "Show me an example" }).waitFor();
  await look("start");
  await openExample(inspector);
  await tab.getByText("Expert settings").click();
  await look("result and settings");
  await tab.getByText("Expert settings").click();
  await tab.getByRole("tab", { name: "Markdown" }).click();
  await tab.locator(".source pre").waitFor();
  await look("Markdown");
  await tab.getByRole("tab", { name: "Dropped" }).click();
  await tab.locator(".part").first().waitFor();
  await look("dropped");
  await tab.getByRole("tab", { name: "Structure" }).click();
  await tab.locator(".part").first().waitFor();
  await look("structure");
  await tab.getByRole("tab", { name: "Metadata" }).click();
  await tab.locator(".metadata").waitFor();
  await look("metadata");
  await tab.getByRole("tab", { name: "Nodes" }).click();
  await tab.getByRole("tree").press("End");
  await tab.locator(".details .path").first().waitFor();
  await look("nodes");
  await tab.getByRole("tab", { name: "Map" }).click();
  await tab.locator(".page-map svg").waitFor();
  await look("map");
  await tab.getByRole("button", { name: "Compare" }).click();
  await tab.locator(".word-difference").waitFor();
  await look("compare");
  await tab.getByRole("button", { name: "Sites" }).click();
  await tab.getByRole("button", { name: "Add the page" }).click();
  await tab.locator(".report").waitFor();
  await tab.locator("summary", { hasText: "blocks are template" }).waitFor();
  await look("sites");
  expect(Object.keys(found)).toHaveLength(20);
  expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([]);
});

test("served as static files, it works without fetching and sites", async () => {
  const folder = new URL("../dist/inspector/", import.meta.url);
  const types: Record<string, string> = {
    html: "text/html",
    js: "text/javascript",
    css: "text/css",
    svg: "image/svg+xml",
  };
  const plain = createServer(({ url = "/" }, response) => {
    try {
      const path = url.replace("/some/path/", "") || "index.html";
      response.setHeader("content-type", types[path.split(".").at(-1) ?? ""] ?? "text/plain");
      response.end(readFileSync(new URL(path, folder)));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = plain.address() as AddressInfo;
    const inspector = await open({}, `http://127.0.0.1:${port}/some/path/`);
    const { tab } = inspector;
    expect(await tab.getByLabel("Fetch a URL").isDisabled()).toBe(true);
    await tab.getByText("dehusk serve --allow-fetch").waitFor();
    await openExample(inspector);
    expect(await tab.getByRole("button", { name: "Sites" }).count()).toBe(0);
    expect(inspector.troubles.filter((trouble) => !trouble.includes("404"))).toEqual([]);
  } finally {
    plain.close();
  }
});
