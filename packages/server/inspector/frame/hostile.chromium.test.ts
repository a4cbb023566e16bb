import { createHash } from "node:crypto";
import { type Page, parse } from "dehusk/internal/page";
import fc from "fast-check";
import type { Browser, BrowserContext, Frame, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { xssVectors } from "../../../dehusk/src/extract/testing/xss-vectors.ts";
import { launchChromium } from "../../../dehusk/src/page/testing/chromium.ts";
import { tagSoup } from "../../../dehusk/src/page/testing/random-html.ts";
import { askingPages } from "../../../dehusk/src/render/testing/hostile-pages.ts";
import { setTrap, type Trap } from "../../../dehusk/src/render/testing/trap.ts";
import { framePage } from "./frame-page.ts";
import type { Host } from "./testing/host.tsx";
import { hostilePages } from "./testing/hostile-pages.ts";
import { randomTree } from "./testing/random-tree.ts";
import { type ServedHost, serveHost } from "./testing/serve-host.ts";

declare const host: Host;

let served: ServedHost;
let trap: Trap;
let at: string;
let browser: Browser;
let context: BrowserContext;
let tab: Tab;
/** Everything forbidden that happened: dialogs, errors, external requests, navigations, new windows, messages. */
let seen: string[] = [];
/** Hash of the surroundings of the frame with a harmless page in it. */
let calm: string;

beforeAll(async () => {
  [served, trap, browser] = await Promise.all([serveHost(), setTrap(), launchChromium()]);
  at = `http://127.0.0.1:${trap.port}`;
  context = await browser.newContext({ viewport: { width: 860, height: 620 } });
  tab = await openHost();
  await show(framePage(parse("<p>calm")).html);
  calm = await outside();
});
afterAll(async () => {
  await browser?.close();
  served?.close();
  trap?.close();
});
beforeEach(() => {
  seen = [];
});

async function openHost(): Promise<Tab> {
  const opened = await context.newPage();
  await opened.goto(served.origin);
  opened.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  opened.on("console", (message) => seen.push(`console ${message.text()}`));
  opened.on("pageerror", (error) => seen.push(`error ${error.message}`));
  opened.on("request", (request) => {
    if (!/^(?:data|about):/.test(request.url())) seen.push(`request ${request.url()}`);
  });
  opened.on("framenavigated", (frame) => {
    if (!["about:srcdoc", "about:blank", ""].includes(frame.url())) seen.push(`went to ${frame.url()}`);
  });
  opened.on("popup", () => seen.push("popup"));
  opened.on("download", () => seen.push("download"));
  await opened.evaluate(() => {
    addEventListener("message", ({ data }) => {
      if (data === "ran") console.log("a script of the page ran");
    });
  });
  return opened;
}

async function load(html: string, shownIn = tab): Promise<void> {
  await shownIn.evaluate((html) => {
    host.hovers.length = 0;
    host.selects.length = 0;
    host.show({ html, heat: null, outlines: [], selected: null });
  }, html);
}

async function show(html: string, shownIn = tab, timeout = 30_000): Promise<Frame> {
  await load(html, shownIn);
  await shownIn.waitForSelector("[aria-busy=false] iframe", { timeout });
  const frame = await (await shownIn.waitForSelector("iframe")).contentFrame();
  if (frame === null) throw new Error("The frame has no page.");
  return frame;
}

/** The surroundings of the frame: a hash of their pixels. */
async function outside(): Promise<string> {
  await tab.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const picture = await tab.screenshot({ mask: [tab.locator("iframe")], maskColor: "#000" });
  return createHash("sha256").update(picture).digest("hex");
}

/** Points, clicks and types like a user. */
async function useFrame(): Promise<void> {
  for (const [x, y] of [
    [100, 80],
    [400, 300],
  ] as const) {
    await tab.mouse.move(x, y);
    await tab.mouse.click(x, y);
  }
  await tab.mouse.click(400, 300, { button: "middle" });
  for (const key of ["Tab", "Enter", "Tab", "Space", "Alt+a", "x"]) await tab.keyboard.press(key);
}

function numberOf(page: Page, id: string): number {
  return page.attributes.findIndex((list) => list?.some(({ name, value }) => name === "id" && value === id));
}

describe("a hostile page in its frame", () => {
  test.each(Object.keys(hostilePages("")))("%s", async (name) => {
    const page = parse(hostilePages(at)[name], { url: `${at}/page` });
    const frame = await show(framePage(page).html);
    const target = numberOf(page, "target");
    const outline = { nodes: [target], label: "target", kind: "section" } as const;
    await tab.evaluate(
      ({ size, outline }) => host.show({ heat: new Float32Array(size).fill(1), outlines: [outline] }),
      { size: page.size, outline },
    );
    const box = await frame.locator("#target").first().boundingBox();
    if (box === null) throw new Error("The target is not shown.");
    await tab.mouse.move(box.x + 20, box.y + box.height / 2);
    await expect.poll(() => tab.evaluate(() => host.hovers.at(-1)), { timeout: 3000 }).toBe(target);
    await tab.mouse.click(box.x + 20, box.y + box.height / 2);
    await expect.poll(() => tab.evaluate(() => host.selects.at(-1)), { timeout: 3000 }).toBe(target);
    await useFrame();
    // Focus outside the frame leaves it after a moment.
    await expect.poll(outside, { timeout: 10_000 }).toBe(calm);
    expect(frame.url()).toBe("about:srcdoc");
    expect(tab.url()).toBe(`${served.origin}/`);
    expect(context.pages().length).toBe(1);
    expect(seen).toEqual([]);
    expect(trap.knocks()).toBe(0);
  });

  test.each(Object.keys(askingPages("")))("that makes requests: %s", async (name) => {
    await show(framePage(parse(askingPages(at)[name], { url: `${at}/page` })).html);
    expect(seen).toEqual([]);
    expect(trap.knocks()).toBe(0);
  });

  test("all known ways to smuggle a script", async () => {
    const bodies = xssVectors.map(({ html }) => {
      const framed = framePage(parse(html)).html;
      return framed.slice(framed.indexOf("<body"), framed.lastIndexOf("</body>")).replace(/^<body/, "<section");
    });
    const frame = await show(
      `<!doctype html><html><head></head><body>${bodies.join("</section>")}</section></body></html>`,
    );
    await frame.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>("*")) {
        for (const type of ["mouseover", "pointerdown", "focus", "toggle"]) element.dispatchEvent(new Event(type));
        element.focus?.();
        element.click?.();
      }
    });
    expect(await frame.locator("text=keepword").count()).toBeGreaterThan(xssVectors.length * 0.9);
    expect(seen).toEqual([]);
  });
});

describe("the second line of defence", () => {
  const raw = (name: string) => `<!doctype html><html><head><meta charset=utf-8></head>${hostilePages(at)[name]}`;

  /** The browser reports what it refuses, so the tests above would notice; refused navigations end on its error page. */
  async function expectContained(): Promise<void> {
    await expect.poll(() => seen.join("\n")).toMatch(/violates|blocked/i);
    expect(seen.filter((what) => /^(?:dialog|popup|download|went to (?!chrome-error:))|page ran/.test(what))).toEqual(
      [],
    );
    expect(tab.url()).toBe(`${served.origin}/`);
  }

  test.each(["scripts", "event handlers", "frame busting", "forms", "style sheets that make requests"])(
    "policies and sandbox alone contain an unfiltered page: %s",
    async (name) => {
      await show(raw(name));
      await useFrame();
      await tab.waitForTimeout(100);
      await expectContained();
      expect(trap.knocks()).toBe(0);
    },
  );

  // After the others: before it checks the policy, the browser connects to the refresh target. Not clicked: a frame
  // that is being replaced may never answer.
  test("policies and sandbox alone contain an unfiltered page: meta refresh", async () => {
    await load(raw("meta refresh"));
    await expectContained();
  });

  test("our painter runs because its hash is in the policy, and only then", async () => {
    const { policy } = served;
    served.policy = policy.replace(/ 'sha256-[^']+'/, "");
    const other = await openHost();
    served.policy = policy;
    await expect(show(framePage(parse("<p>x")).html, other, 1500)).rejects.toThrow(/Timeout/);
    expect(seen.join("\n")).toMatch(/inline script/);
    await other.close();
  });
});

test("Chromium reads exactly the page's tree", async () => {
  const pages = [
    ...fc.sample(tagSoup, { numRuns: 300, seed: 3 }).map((html) => parse(html)),
    ...fc.sample(randomTree, 500),
  ];
  const written = pages.map((page) => framePage(page).html);
  const read = await tab.evaluate((list) => {
    return list.map((html) => {
      const tree = new DOMParser().parseFromString(html, "text/html");
      return Array.from(tree.querySelectorAll("[data-dh-n]"), (element) => {
        const around = element.parentElement?.closest("[data-dh-n]")?.getAttribute("data-dh-n");
        return [Number(element.getAttribute("data-dh-n")), Number(around ?? -1)];
      });
    });
  }, written);
  for (const [i, { parent }] of pages.entries()) {
    const numbers = new Set(read[i]?.map(([number]) => number));
    let last = 0;
    for (const [number = 0, around] of read[i] ?? []) {
      let above = parent[number];
      while (above > 0 && !numbers.has(above)) above = parent[above];
      expect(around, written[i]).toBe(above > 0 ? above : -1);
      expect(number, written[i]).toBeGreaterThan(last);
      last = number;
    }
    expect(numbers.size, written[i]).toBe(written[i]?.match(/ data-dh-n="/g)?.length);
  }
});
