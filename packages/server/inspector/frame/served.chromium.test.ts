import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { launchChromium } from "../../../dehusk/src/page/testing/chromium.ts";
import { setTrap, type Trap } from "../../../dehusk/src/render/testing/trap.ts";
import { type Serving, startServe } from "../../src/testing/start-serve.ts";
import { hostilePages } from "./testing/hostile-pages.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let serving: Serving;
let trap: Trap;
let browser: Browser;

beforeAll(async () => {
  [serving, trap, browser] = await Promise.all([startServe(), setTrap(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await serving?.stop();
  trap?.close();
});

/** Opens a page in the inspector as a file and uses it; returns everything forbidden that happened. */
async function inspect(tab: Tab, html: string): Promise<string[]> {
  const seen: string[] = [];
  tab.on("dialog", (dialog) => {
    seen.push("dialog");
    void dialog.dismiss();
  });
  tab.on("console", (message) => seen.push(message.text()));
  tab.on("pageerror", (error) => seen.push(error.message));
  tab.on("popup", () => seen.push("popup"));
  tab.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(serving.address) && !/^(?:data|about|blob):/.test(url)) seen.push(url);
  });
  await tab.goto("about:blank");
  await tab.goto(`${serving.address}/#preset=everything`);
  const file = { name: "page.html", mimeType: "text/html", buffer: Buffer.from(html) };
  await tab.locator("input[type=file]").first().setInputFiles(file);
  // The page, and all of it again as the result.
  for (const place of [".page-pane", ".reading"]) {
    const frame = tab.locator(`${place} .page-frame[aria-busy=false] iframe`);
    await frame.waitFor({ timeout: 60_000 });
    const { x, y, width, height } = (await frame.boundingBox()) ?? failed();
    await tab.mouse.move(x + 30, y + 30);
    await tab.mouse.click(x + 30, y + 30);
    await tab.mouse.click(x + width / 2, y + height / 2);
  }
  await tab.waitForTimeout(200);
  return seen;
}

function failed(): never {
  throw new Error("The frame is not shown.");
}

test("hostile pages in the inspector as served: nothing runs, nothing leaks, nothing navigates", async () => {
  const at = `http://127.0.0.1:${trap.port}`;
  const pages = Object.values(hostilePages(at));
  const tab = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  // Two halves, since one page's tricks may mask another's.
  for (const half of [pages.slice(0, 8), pages.slice(8)]) {
    expect(await inspect(tab, half.join("\n"))).toEqual([]);
    expect(tab.url().startsWith(serving.address)).toBe(true);
  }
  expect(trap.knocks()).toBe(0);
  const answer = await tab.request.get(serving.address);
  expect(answer.headers()["content-security-policy"]).toMatch(/script-src 'self' 'sha256-.*frame-src 'none'/);
});
