/**
 * Boxes as Chromium lays them out, without scripts or requests. Only images whose size the page gives are answered, by an
 * empty image: for one that fails, Chromium lays out its alternative text, whatever its size would be.
 *
 * @typedef {object} RenderedPage
 * @property {string[]} tags of all nodes in document order, the document first: names, "#text", "#comment"
 * @property {number[]} boxes x, y, width, height of each node
 */

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Path of the browser: the one given, else the first on the PATH; undefined when there is none. */
export function findBrowser(given) {
  if (given !== undefined) return existsSync(given) ? given : undefined;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/**
 * Starts a browser that renders pages one after the other.
 *
 * @param {string} executablePath
 * @param {number} viewport width in pixels
 */
export async function openRenderer(executablePath, viewport) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const context = await browser.newContext({
    viewport: { width: viewport, height: 1024 },
    javaScriptEnabled: false,
  });
  const address = "https://page.invalid/";
  return {
    /**
     * @param {string} html
     * @param {string} [screenshot] file for a screenshot
     * @returns {Promise<RenderedPage>}
     */
    async render(html, screenshot) {
      const page = await context.newPage();
      const sized = sizedPictures(html, address);
      try {
        await page.route("**/*", (route) => answer(route, address, html, sized).catch(() => {}));
        await page.goto(address, { waitUntil: "load", timeout: 60_000 });
        const rendered = await page.evaluate(readBoxes);
        if (screenshot !== undefined) await page.screenshot({ path: screenshot, fullPage: true });
        return rendered;
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

function answer(route, address, html, sized) {
  const request = route.request();
  if (request.url() === address && request.isNavigationRequest()) {
    return route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
  }
  // Redirects by the page are not followed.
  if (request.isNavigationRequest() && request.frame().parentFrame() === null) return route.fulfill({ status: 204 });
  if (request.resourceType() !== "image" || !sized.has(request.url())) return route.abort();
  return route.fulfill({ contentType: "image/gif", body: EMPTY_PICTURE });
}

const EMPTY_PICTURE = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Addresses of the images whose width and height the page gives. */
function sizedPictures(html, address) {
  const base = /<base\b[^>]*\shref\s*=\s*["']?([^"'\s>]+)/i.exec(html)?.[1] ?? "";
  const root = URL.canParse(base, address) ? new URL(base, address) : address;
  const addresses = new Set();
  for (const [tag] of html.matchAll(/<(?:img|input)\b[^>]*>/gi)) {
    if (!/\swidth\s*=/i.test(tag) || !/\sheight\s*=/i.test(tag)) continue;
    const match = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
    const source = (match?.[1] ?? match?.[2] ?? match?.[3] ?? "").replaceAll("&amp;", "&").trim();
    if (source !== "" && URL.canParse(source, root)) addresses.add(new URL(source, root).href);
  }
  return addresses;
}

/** Runs in the page. */
function readBoxes() {
  const tags = [];
  const boxes = [];
  const range = document.createRange();
  const inside = (node) => (node.localName === "template" && node.content ? node.content : node);
  const open = [document];
  while (open.length > 0) {
    const node = open.pop();
    if (node.nodeType === 10) continue;
    let box = { x: 0, y: 0, width: 0, height: 0 };
    if (node.nodeType === 1) box = node.getBoundingClientRect();
    else if (node.nodeType === 3 && node.isConnected) {
      range.selectNodeContents(node);
      box = range.getBoundingClientRect();
    }
    tags.push(node.nodeType === 1 ? node.localName : node.nodeName);
    boxes.push(box.x + scrollX, box.y + scrollY, box.width, box.height);
    const children = inside(node).childNodes;
    for (let i = children.length - 1; i >= 0; i--) open.push(children[i]);
  }
  return { tags, boxes: boxes.map((value) => Math.round(value * 10) / 10) };
}
