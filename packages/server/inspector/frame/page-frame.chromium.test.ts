import { type Page, parse } from "dehusk/internal/page";
import type { Browser, Frame, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../../dehusk/src/page/testing/chromium.ts";
import { framePage } from "./frame-page.ts";
import type { Host } from "./testing/host.tsx";
import { type ServedHost, serveHost } from "./testing/serve-host.ts";

declare const host: Host;

let served: ServedHost;
let browser: Browser;
let tab: Tab;
/** A tab without a policy, to decode screenshots. */
let reader: Tab;

beforeAll(async () => {
  [served, browser] = await Promise.all([serveHost(), launchChromium()]);
  const context = await browser.newContext({ viewport: { width: 860, height: 620 } });
  tab = await context.newPage();
  await tab.goto(served.origin);
  reader = await context.newPage();
  await tab.bringToFront();
});
afterAll(async () => {
  await browser?.close();
  served?.close();
});

const page = parse(`<!doctype html><style>body{margin:0}p{margin:0 40px;height:100px}#far{margin-top:3000px}</style>
  <p id=first>first</p><p id=second>second <b id=bold>bold</b> rest</p><nav id=nav><a id=link href=/x>link</a> <a href=/y>other</a></nav>
  <p id=far>far</p><p id=last>last</p>`);

function numberOf(id: string, of: Page = page): number {
  return of.attributes.findIndex((list) => list?.some(({ name, value }) => name === "id" && value === id));
}

async function show(html: string): Promise<Frame> {
  await tab.evaluate((html) => {
    host.hovers.length = 0;
    host.selects.length = 0;
    host.show({ html, heat: null, outlines: [], selected: null });
  }, html);
  await tab.waitForSelector("[aria-busy=false] iframe");
  const frame = await (await tab.waitForSelector("iframe")).contentFrame();
  if (frame === null) throw new Error("The frame has no page.");
  return frame;
}

/** Sets the heat of some nodes. */
function heat(values: Record<string, number>, size = page.size): Promise<void> {
  const entries = Object.entries(values).map(([id, value]) => [numberOf(id), value] as const);
  return tab.evaluate(
    ({ entries, size }) => {
      const heat = new Float32Array(size).fill(Number.NaN);
      for (const [node, value] of entries) heat[node] = value;
      host.show({ heat });
    },
    { entries, size },
  );
}

function levels(frame: Frame): Promise<Record<string, string>> {
  return frame.$$eval("[data-dh-heat]", (elements) =>
    Object.fromEntries(elements.map((element) => [element.id, element.getAttribute("data-dh-heat") ?? ""])),
  );
}

/** The colour of a pixel of the tab. */
async function pixel(x: number, y: number): Promise<string> {
  const picture = (await tab.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString("base64");
  return reader.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas?.drawImage(image, 0, 0);
    return Array.from(canvas?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? []).join();
  }, picture);
}

const violet = "91,33,182";

test("heat colours elements with text, once per area of equal heat, and changes without a reload", async () => {
  const frame = await show(framePage(page).html);
  await frame.evaluate(() => Object.assign(window, { before: 1 }));
  await heat({ first: 0, second: 1, bold: 1, nav: 0.5 });
  await expect.poll(() => levels(frame)).toMatchObject({ first: "0", second: "10", link: "5" });
  expect(Object.keys(await levels(frame))).not.toContain("bold");
  await heat({ second: 1, bold: 0 });
  await expect.poll(() => levels(frame)).toEqual({ second: "10", bold: "0" });
  const box = await frame.locator("#second").boundingBox();
  expect(await pixel(box?.x ?? 0, (box?.y ?? 0) + 50)).toMatch(/^2\d\d,1[6-9]\d,1\d\d$/);
  await tab.evaluate(() => host.show({ heat: null }));
  await expect.poll(() => levels(frame)).toEqual({});
  expect(await frame.evaluate(() => "before" in window)).toBe(true);
});

test("outlines match the real boxes, also after scrolling and at another width", async () => {
  const frame = await show(framePage(page).html);
  const nodes = [numberOf("second")];
  await tab.evaluate((nodes) => host.show({ outlines: [{ nodes, label: "Second", kind: "section" }] }), nodes);
  const border = async (): Promise<string> => {
    const box = await frame.locator("#second").boundingBox();
    return box === null ? "" : pixel(box.x + box.width / 2, box.y + box.height - 2);
  };
  await expect.poll(border).toBe(violet);
  await frame.evaluate(() => scrollTo(0, 60));
  await expect.poll(border).toBe(violet);
  await frame.evaluate(() => document.getElementById("first")?.style.setProperty("height", "150px"));
  await expect.poll(border).toBe(violet);
  await tab.evaluate(() => document.getElementById("frame")?.style.setProperty("width", "400px"));
  await expect.poll(border).toBe(violet);
  await tab.evaluate(() => document.getElementById("frame")?.style.removeProperty("width"));
});

test("the selected node, or text, is scrolled into view, and only the frame is scrolled", async () => {
  const frame = await show(framePage(page).html);
  await tab.setViewportSize({ width: 860, height: 300 });
  const top = (id: string) => frame.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, id);
  await tab.evaluate((selected) => host.show({ selected }), numberOf("far") + 1);
  await expect.poll(() => top("far")).toBeLessThan(500);
  await tab.evaluate((selected) => host.show({ selected }), numberOf("first"));
  await expect.poll(() => top("first")).toBe(0);
  expect(await tab.evaluate(() => scrollY)).toBe(0);
  await tab.setViewportSize({ width: 860, height: 620 });
});

test("the keyboard walks the links, selects, and gets out", async () => {
  await show(framePage(page).html);
  const reports = () => tab.evaluate(() => [host.hovers.at(-1), host.selects.at(-1)]);
  await tab.focus("iframe");
  await tab.keyboard.press("Tab");
  const link = numberOf("link");
  await expect.poll(reports).toEqual([link, undefined]);
  await tab.keyboard.press("Enter");
  await expect.poll(reports).toEqual([link, link]);
  await tab.keyboard.press("Escape");
  await expect.poll(() => tab.evaluate(() => document.activeElement?.className)).toBe("page-frame");
  await tab.focus("iframe");
  const names: (string | undefined)[] = [];
  for (let i = 0; i < 3; i++) {
    await tab.keyboard.press("Tab");
    names.push(await tab.evaluate(() => document.activeElement?.localName));
  }
  expect(names).toContain("button");
});

test("leaving with the pointer ends the hover", async () => {
  const frame = await show(framePage(page).html);
  const box = await frame.locator("#first").boundingBox();
  await tab.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await expect.poll(() => tab.evaluate(() => host.hovers.at(-1))).toBe(numberOf("first"));
  await tab.mouse.move(5, 5);
  await expect.poll(() => tab.evaluate(() => host.hovers.at(-1))).toBe(null);
});

test("messages from elsewhere, without the token or of another shape are ignored", async () => {
  const frame = await show(framePage(page).html);
  const token = await frame.evaluate(() => document.querySelector("script")?.dataset["token"]);
  await tab.evaluate((token) => {
    postMessage({ token, type: "select", node: 3 });
    const inner = document.querySelector("iframe")?.contentWindow;
    inner?.postMessage({ token: "guess", heat: new Float32Array(9).fill(1) }, "*");
    inner?.postMessage({ token, heat: "all", outlines: [{ nodes: "x" }], selected: -1 }, "*");
  }, token);
  await frame.evaluate((token) => {
    parent.postMessage({ token: "guess", type: "select", node: 3 }, "*");
    parent.postMessage({ token, type: "select", node: "3" }, "*");
    parent.postMessage({ token, type: "select", node: 7 }, "*");
    postMessage({ token, heat: new Float32Array(9).fill(1) }, "*");
  }, token);
  await expect.poll(() => tab.evaluate(() => host.selects)).toEqual([7]);
  expect(await levels(frame)).toEqual({});
});

test("20,000 elements are coloured individually", async () => {
  const many = parse(`<style>p{margin:0}</style>${"<p>text <b>bold</b></p>".repeat(10_000)}`);
  const frame = await show(framePage(many).html);
  await tab.evaluate(
    (size) => host.show({ heat: Float32Array.from({ length: size }, (_, i) => (i % 7) / 6) }),
    many.size,
  );
  await expect.poll(() => frame.locator("[data-dh-heat]").count(), { timeout: 5000 }).toBeGreaterThan(15_000);
});
