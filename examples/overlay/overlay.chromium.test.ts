import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runDehusk } from "../../packages/dehusk/src/cli/testing/run-dehusk.ts";
import { extract } from "../../packages/dehusk/src/index.ts";
import { launchWithExtension } from "../../packages/dehusk/src/page/testing/chromium.ts";

/** What is template and what is content on each page. */
const pages = [
  { name: "article.html", template: ".main-nav a, .most-read a, .site-footer p", content: "article > p" },
  { name: "product.html", template: ".hd a, .ft a, .recommendations a", content: "#description p" },
  { name: "chinese.html", template: ".channel a, .foot", content: "#content p" },
];

/** A page that allows nothing, and one full of things that do something. */
const strictPolicy = "default-src 'none'; style-src 'unsafe-inline'; require-trusted-types-for 'script'; sandbox";
const sentence = "The harbour clock was repaired by two locksmiths who had never seen the sea before that winter. ";
const hostile = `<!doctype html><title>Hostile</title><script>var runs = 0</script><nav><a href=/a>A</a></nav><article><h1>Hostile</h1>
<p onclick="runs++" style="position:fixed" class=x id=y>${sentence.repeat(4)}<a href="javascript:runs++">link</a></p>
<p>${sentence.repeat(4)}<img src="/gone.png" onerror="runs++" alt="gone"><a href="https://example.org/">out</a></p>
<iframe srcdoc="<script>parent.runs++</script>"></iframe><form action=/post><input name=q autofocus onfocus="runs++"></form>
<figure><img src="/speck.png" alt="a dot" width=300 height=200 onload="runs++"></figure>
<p>${sentence.repeat(4)}<svg onload="runs++"></svg><object data=/o></object><video src=/v autoplay></video></p></article>`;

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const folder = mkdtempSync(join(tmpdir(), "dehusk-overlay-"));
const examples = new URL("../", import.meta.url);
let server: Server;
let origin: string;
let context: BrowserContext;
let clickToolbar: (tab: Tab) => Promise<void>;
let bookmarklet: string;
let tab: Tab;
/** Addresses asked for, by anything in the browser. */
const requests: string[] = [];

beforeAll(async () => {
  // The command line builds what is missing or old.
  await runDehusk(["--help"]);
  for (const what of ["bookmarklet", "extension"]) {
    const script = fileURLToPath(new URL(`${what}/build.mjs`, examples));
    const { status, stderr } = spawnSync(process.execPath, [script, join(folder, what)], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
  }
  const [, href] =
    /href="(javascript:[^"]*)"/.exec(readFileSync(join(folder, "bookmarklet", "install.html"), "utf8")) ?? [];
  bookmarklet = (href as string).replaceAll("&amp;", "&");
  server = createServer(({ url = "" }, response) => {
    const [, kind, name] = /^\/(\w+)\/([\w-]+\.html)$/.exec(url) ?? [];
    if (name === undefined) {
      response.writeHead(url === "/speck.png" ? 200 : 404).end(url === "/speck.png" ? Buffer.from(dot, "base64") : "");
      return;
    }
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    if (kind === "strict") response.setHeader("Content-Security-Policy", strictPolicy);
    response.end(name === "hostile.html" ? hostile : readFileSync(new URL(name, examples)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const launched = await launchWithExtension(join(folder, "extension"), join(folder, "profile"));
  ({ context, clickToolbar } = launched);
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  tab = await context.newPage();
  context.on("request", (request) => requests.push(request.url()));
});

afterAll(async () => {
  await context?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Clicks until something comes of it: now and then Chromium loses a click that comes through its debugger. */
async function clickUntilHeard(): Promise<void> {
  const overlay = tab.locator("dehusk-overlay");
  const state = (await overlay.count()) === 0 ? "attached" : "detached";
  for (let left = 3; left > 0; left--) {
    await clickToolbar(tab);
    const heard = await overlay.waitFor({ state, timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (heard) return;
  }
}

const starters = {
  "the extension": clickUntilHeard,
  "the bookmarklet": () => tab.evaluate((href) => location.assign(href), bookmarklet),
};

/** Templateness of the marks that lie over the middles of the elements' texts. */
function marksOver(selector: string): Promise<number[]> {
  return tab.evaluate((wanted) => {
    const root = document.querySelector("dehusk-overlay")?.shadowRoot;
    const marks = [...(root?.querySelectorAll<HTMLElement>(".heat i") ?? [])].map((mark) => ({
      box: mark.getBoundingClientRect(),
      value: Number(mark.style.getPropertyValue("--templateness")),
    }));
    const range = document.createRange();
    return [...document.querySelectorAll(wanted)]
      .filter((element) => element.textContent?.trim() && element.checkVisibility())
      .map((element) => {
        range.selectNodeContents(element);
        const { x, y, width, height } = range.getBoundingClientRect();
        const [left, top] = [x + width / 2, y + height / 2];
        const over = marks.filter(
          ({ box }) => box.left <= left && left <= box.right && box.top <= top && top <= box.bottom,
        );
        return over.sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)[0]?.value ?? Number.NaN;
      });
  }, selector);
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const trials = [
  ...pages.map((page) => ({ ...page, kind: "plain", by: "the extension" as const })),
  { ...(pages[0] as (typeof pages)[0]), kind: "strict", by: "the extension" as const },
  ...pages.map((page) => ({ ...page, kind: "plain", by: "the bookmarklet" as const })),
];

test.each(trials)(
  "$by shows the heat map and the cleaned page of $kind $name, and leaves it as it was",
  async (trial) => {
    const { name, kind, by, template, content } = trial;
    const url = `${origin}/${kind}/${name}`;
    await tab.goto(url, { waitUntil: "load" });
    await tab.evaluate(() => scrollTo(0, 100));
    const before = await tab.content();
    requests.length = 0;
    await starters[by]();
    const overlay = tab.locator("dehusk-overlay");
    await overlay.locator(".heat i").first().waitFor({ state: "attached" });

    const husk = await marksOver(template);
    const kernel = await marksOver(content);
    expect(Math.min(husk.length, kernel.length)).toBeGreaterThan(2);
    expect(average(husk)).toBeGreaterThan(0.65);
    expect(average(kernel)).toBeLessThan(0.35);

    await tab.keyboard.press("c");
    expect(await overlay.getByRole("button", { pressed: true }).textContent()).toContain("Cleaned page");
    const { html } = extract(readFileSync(new URL(name, examples)), { url });
    const [shown, expected] = await tab.evaluate((clean) => {
      const article = document
        .querySelector("dehusk-overlay")
        ?.shadowRoot?.querySelector("article")
        ?.cloneNode(true) as Element;
      const words = (element: Element) => element.textContent?.split(/\s+/).filter((word) => word !== "");
      const made = document.implementation.createHTMLDocument().body;
      for (const added of article.querySelectorAll(".byline, .picture, article > h1")) added.remove();
      // Trusted Types let no HTML be read here, so the text of the expected content comes without its tags.
      made.textContent = clean;
      return [words(article), words(made)];
    }, textOf(html));
    expect(shown).toEqual(expected);

    await tab.keyboard.press("Escape");
    await overlay.waitFor({ state: "detached" });
    expect(await tab.content()).toBe(before);
    expect(await tab.evaluate(() => [scrollY, document.activeElement === document.body])).toEqual([100, true]);
    expect(requests).toEqual([]);
  },
);

/** The text of clean HTML, which has these few character references. */
function textOf(html: string): string {
  const text = html.replace(/<[^>]*>/g, (tag) =>
    /^<\/?(?:p|h\d|li|td|th|div|tr|br|dt|dd|figcaption|caption)\b/.test(tag) ? " " : "",
  );
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&nbsp;", "\u00a0")
    .replaceAll("&amp;", "&");
}

test("chosen again it closes; the cleaned view of a hostile page does nothing", async () => {
  await tab.goto(`${origin}/plain/hostile.html`, { waitUntil: "load" });
  const listeners = await listenersOnWindow();
  const runs = await tab.evaluate("runs");
  requests.length = 0;
  await starters["the bookmarklet"]();
  await tab.locator("dehusk-overlay .heat i").first().waitFor({ state: "attached" });
  await tab.keyboard.press("c");
  const clean = tab.locator("dehusk-overlay .clean");
  await clean.waitFor();
  expect(await clean.textContent()).toContain(sentence.trim());
  const found = await clean.evaluate((view) =>
    [...view.querySelectorAll("*")].map(({ localName, attributes }) =>
      [localName, ...Array.from(attributes, ({ name, value }) => `${name}=${value}`)].join(" "),
    ),
  );
  const allowed =
    /^(?:article( lang=\w*| dir=auto)*|div|h1|p( class=byline)?|a|a href=https:\/\/example\.org\/ rel=noreferrer|span class=picture|figure|canvas .*)$/;
  expect(found.filter((element) => !allowed.test(element))).toEqual([]);
  // A picture that the page has loaded is drawn; one that it has not stays a name.
  expect(found).toContain("canvas width=1 height=1 role=img aria-label=a dot");
  expect(await clean.locator(".picture").textContent()).toBe("gone");
  await clean
    .locator("p")
    .first()
    .click({ position: { x: 5, y: 5 } });
  expect(await listenersOnWindow()).toBe(listeners + 2);
  expect(await tab.evaluate("runs")).toBe(runs);
  await starters["the bookmarklet"]();
  await clean.waitFor({ state: "detached" });
  expect(await listenersOnWindow()).toBe(listeners);
  expect(requests).toEqual([]);
});

test("the heat map follows the window's size, and focus goes back where it was", async () => {
  await tab.goto(`${origin}/plain/article.html`, { waitUntil: "load" });
  const field = tab.locator("input:visible").first();
  await field.focus();
  const { width, height } = tab.viewportSize() as { width: number; height: number };
  await starters["the extension"]();
  const marks = tab.locator("dehusk-overlay .heat i");
  await marks.first().waitFor({ state: "attached" });
  const bottom = (): Promise<number> =>
    marks.evaluateAll((all) => Math.max(...all.map((mark) => mark.getBoundingClientRect().bottom)));
  const before = await bottom();
  await tab.setViewportSize({ width: Math.round(width / 2), height });
  await expect.poll(bottom).toBeGreaterThan(before);
  expect(average(await marksOver("article > p"))).toBeLessThan(0.35);
  await tab.keyboard.press("Escape");
  await tab.locator("dehusk-overlay").waitFor({ state: "detached" });
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await tab.setViewportSize({ width, height });
});

/** Listeners on the window for what the overlay listens to, as developer tools count them. */
async function listenersOnWindow(): Promise<number> {
  const session = await context.newCDPSession(tab);
  const expression = `["keydown", "resize"].flatMap((type) => getEventListeners(window)[type] ?? []).length`;
  const { result } = await session.send("Runtime.evaluate", { expression, includeCommandLineAPI: true });
  await session.detach();
  return result.value;
}
