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

/** A page that does what it can against whatever is added to it. */
const fighting = `<!doctype html><title>Fighting</title><style>html > :not(head, body), dehusk-overlay { display: none !important;
opacity: 0 !important; visibility: hidden !important; transform: scale(0) !important } @layer a { html > * { clip-path: inset(50%) !important } }
body { position: fixed; inset: 0; z-index: 2147483647 }</style><article><h1>Fighting</h1><p>${sentence.repeat(9)}</p></article>
<dehusk-overlay></dehusk-overlay><script>
let met = 0, removed = 0, read = "";
document.documentElement.append(document.createElement("dehusk-overlay"));
window[Symbol.for("dehusk.close")] = () => {};
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: "open" }) };
new MutationObserver((records) => {
  for (const { addedNodes } of records) for (const node of addedNodes) {
    met++;
    read += node.textContent + node.innerHTML + node.shadowRoot?.textContent;
    node.style.cssText = "display: none !important; opacity: 0 !important";
    node.setAttribute("data-mode", "clean");
    if (removed++ < 5) { if (removed % 2) node.remove(); else { node.hidePopover?.(); node.removeAttribute("popover"); } }
  }
}).observe(document.documentElement, { childList: true });
addEventListener("focusin", (event) => { read += event.composedPath()[0].textContent }, true);
</script>`;

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
    const own = { "hostile.html": hostile, "fighting.html": fighting }[name];
    response.end(own ?? readFileSync(new URL(name, examples)));
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

interface DomNode {
  readonly nodeName: string;
  readonly backendNodeId: number;
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly (DomNode & { readonly shadowRootType: string })[];
}

/** Calls a function with the overlay's closed root, as developer tools can and pages cannot; undefined without an overlay. */
async function inOverlay<Argument, Result>(
  use: (root: ShadowRoot, argument: Argument) => Result,
  argument?: Argument,
): Promise<Result | undefined> {
  const session = await context.newCDPSession(tab);
  try {
    const { root } = (await session.send("DOM.getDocument", { depth: 3, pierce: true })) as { root: DomNode };
    const html = root.children?.find(({ nodeName }) => nodeName === "HTML");
    const roots = (html?.children ?? []).flatMap(({ shadowRoots = [] }) => shadowRoots);
    const closed = roots.find(({ shadowRootType }) => shadowRootType === "closed");
    if (closed === undefined) return undefined;
    const { object } = await session.send("DOM.resolveNode", { backendNodeId: closed.backendNodeId });
    const { result, exceptionDetails } = await session.send("Runtime.callFunctionOn", {
      objectId: object.objectId as string,
      functionDeclaration: `function (argument) { return (${use})(this, argument); }`,
      arguments: [{ value: argument }],
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  } finally {
    await session.detach();
  }
}

const countMarks = (): Promise<number | undefined> => inOverlay((root) => root.querySelectorAll(".heat i").length);
const isOpen = async (): Promise<boolean> => (await countMarks()) !== undefined;
const becomesOpen = (): Promise<void> => expect.poll(countMarks, { timeout: 30_000 }).toBeGreaterThan(0);
const becomesClosed = (): Promise<void> => expect.poll(isOpen, { timeout: 30_000 }).toBe(false);

/** Clicks until something comes of it: now and then Chromium loses a click that comes through its debugger. */
async function clickUntilHeard(): Promise<void> {
  const before = await isOpen();
  for (let left = 3; left > 0; left--) {
    await clickToolbar(tab);
    for (const end = Date.now() + 10_000; Date.now() < end; ) if ((await isOpen()) !== before) return;
  }
}

const starters = {
  "the extension": clickUntilHeard,
  "the bookmarklet": () => tab.evaluate((href) => location.assign(href), bookmarklet),
};

/** Templateness of the marks that lie over the middles of the elements' texts. */
async function marksOver(selector: string): Promise<number[]> {
  const found = await inOverlay((root, wanted) => {
    const marks = [...root.querySelectorAll<HTMLElement>(".heat i")].map((mark) => ({
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
  return found ?? [];
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
    await becomesOpen();

    const husk = await marksOver(template);
    const kernel = await marksOver(content);
    expect(Math.min(husk.length, kernel.length)).toBeGreaterThan(2);
    expect(average(husk)).toBeGreaterThan(0.65);
    expect(average(kernel)).toBeLessThan(0.35);

    await tab.keyboard.press("c");
    expect(await inOverlay((root) => root.querySelector("[aria-pressed=true]")?.textContent)).toContain("Cleaned page");
    const { html } = extract(readFileSync(new URL(name, examples)), { url });
    const compared = await inOverlay((root, clean) => {
      const article = root.querySelector("article")?.cloneNode(true) as Element;
      const words = (element: Element) => element.textContent?.split(/\s+/).filter((word) => word !== "");
      const made = document.implementation.createHTMLDocument().body;
      for (const added of article.querySelectorAll(".byline, .picture, article > h1")) added.remove();
      // Trusted Types let no HTML be read here, so the text of the expected content comes without its tags.
      made.textContent = clean;
      return [words(article), words(made)];
    }, textOf(html));
    expect(compared?.[0]).toEqual(compared?.[1]);

    await tab.keyboard.press("Escape");
    await becomesClosed();
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
  await becomesOpen();
  await tab.keyboard.press("c");
  expect(await inOverlay((root) => root.querySelector(".clean")?.textContent)).toContain(sentence.trim());
  const found =
    (await inOverlay((root) =>
      [...root.querySelectorAll(".clean *")].map(({ localName, attributes }) =>
        [localName, ...Array.from(attributes, ({ name, value }) => `${name}=${value}`)].join(" "),
      ),
    )) ?? [];
  const allowed =
    /^(?:article( lang=\w*| dir=auto)*|div|h1|p( class=byline)?|a|a href=https:\/\/example\.org\/ rel=noreferrer|span class=picture|figure|canvas .*)$/;
  expect(found.filter((element) => !allowed.test(element))).toEqual([]);
  // A picture that the page has loaded is drawn; one that it has not stays a name.
  expect(found).toContain("canvas width=1 height=1 role=img aria-label=a dot");
  expect(await inOverlay((root) => root.querySelector(".clean .picture")?.textContent)).toBe("gone");
  const place = await inOverlay((root) => {
    const { x, y } = (root.querySelector(".clean p") as Element).getBoundingClientRect();
    return { x: x + 5, y: y + 5 };
  });
  await tab.mouse.click(place?.x ?? 0, place?.y ?? 0);
  expect(await listenersOnWindow()).toBe(listeners + 2);
  expect(await tab.evaluate("runs")).toBe(runs);
  await starters["the bookmarklet"]();
  await becomesClosed();
  expect(await listenersOnWindow()).toBe(listeners);
  expect(requests).toEqual([]);
});

test("the heat map follows the window's size, and focus goes back where it was", async () => {
  await tab.goto(`${origin}/plain/article.html`, { waitUntil: "load" });
  const field = tab.locator("input:visible").first();
  await field.focus();
  const { width, height } = tab.viewportSize() as { width: number; height: number };
  await starters["the extension"]();
  await becomesOpen();
  const bottom = (): Promise<number | undefined> =>
    inOverlay((root) =>
      Math.max(...Array.from(root.querySelectorAll(".heat i"), (mark) => mark.getBoundingClientRect().bottom)),
    );
  const before = (await bottom()) ?? 0;
  await tab.setViewportSize({ width: Math.round(width / 2), height });
  await expect.poll(bottom).toBeGreaterThan(before);
  expect(average(await marksOver("article > p"))).toBeLessThan(0.35);
  await tab.keyboard.press("Escape");
  await becomesClosed();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await tab.setViewportSize({ width, height });
});

test("a page neither keeps the overlay of the extension from opening nor hides, reads or changes it", async () => {
  await tab.goto(`${origin}/plain/fighting.html`, { waitUntil: "load" });
  await starters["the extension"]();
  await becomesOpen();
  // The page has had its turn.
  await tab.waitForTimeout(300);
  const bar = await inOverlay((root) => {
    const { x, y, width, height } = (root.querySelector(".bar") as Element).getBoundingClientRect();
    const { opacity, visibility, transform } = getComputedStyle(root.host);
    const isOnTop = document.elementFromPoint(x + width / 2, y + height / 2) === root.host;
    return { width, isOnTop, style: [opacity, visibility, transform], text: root.textContent };
  });
  expect(bar?.width).toBeGreaterThan(100);
  expect(bar?.isOnTop).toBe(true);
  expect(bar?.style).toEqual(["1", "visible", "none"]);
  expect(bar?.text).toContain("words are content");
  const page = (await tab.evaluate("({ met, read, removed })")) as { met: number; read: string; removed: number };
  expect(page.met).toBeGreaterThan(0);
  expect(page.removed).toBeGreaterThan(0);
  expect(page.read).not.toContain("words are content");
  await starters["the extension"]();
  await becomesClosed();
});

/** Listeners on the window for what the overlay listens to, as developer tools count them. */
async function listenersOnWindow(): Promise<number> {
  const session = await context.newCDPSession(tab);
  const expression = `["keydown", "resize"].flatMap((type) => getEventListeners(window)[type] ?? []).length`;
  const { result } = await session.send("Runtime.evaluate", { expression, includeCommandLineAPI: true });
  await session.detach();
  return result.value;
}
