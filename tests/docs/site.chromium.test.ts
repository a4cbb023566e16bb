import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, posix } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../../packages/dehusk/src/page/testing/chromium.ts";
import { handWritten } from "../../tools/docs/snippets.ts";
import { root } from "../testing/installed.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

let folder: string;
let server: Server;
let address: string;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dehusk-site-"));
  // Fails on links to pages that are not there.
  const vitepress = join(root, "node_modules", "vitepress", "bin", "vitepress.js");
  execFileSync(process.execPath, [vitepress, "build", "docs", "--outDir", folder], { cwd: root, stdio: "pipe" });
  server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(new URL(url, "http://x").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const isThere = existsSync(file) && statSync(file).isFile();
    response.writeHead(isThere ? 200 : 404, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    response.end(isThere ? readFileSync(file) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

test("no link of the site is dead, places within pages included", () => {
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  const texts = new Map(pages.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const dead: string[] = [];
  let checked = 0;
  for (const [name, text] of texts) {
    for (const [, link = ""] of text.matchAll(/\b(?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?|mailto|data):/.test(link)) continue;
      checked++;
      const [path = "", place = ""] = link.split("#");
      const target = path === "" ? name : posix.join(path.startsWith("/") ? "." : posix.dirname(name), path);
      const file = target.endsWith("/") || target === "." ? posix.join(target, "index.html") : target;
      const isThere = existsSync(join(folder, file));
      const hasPlace = place === "" || texts.get(file)?.includes(`id="${decodeURIComponent(place)}"`);
      if (!isThere || !hasPlace) dead.push(`${name}: ${link}`);
    }
  }
  console.log(`${pages.length} pages, ${checked} links checked`);
  expect(dead).toEqual([]);
});

test("links from README and the packages to files of the repository lead somewhere", () => {
  const dead: string[] = [];
  for (const name of ["README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md", "bench/README.md"]) {
    const text = readFileSync(join(root, name), "utf8");
    for (const [, link = ""] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (!/^https?:/.test(link) && !existsSync(join(root, name, "..", link))) dead.push(`${name}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
});

test("pages that people write stay short: 60 % of 36,800 words", () => {
  const pages = handWritten(root).filter((name) => name.startsWith("docs/"));
  const words = pages.flatMap((name) => readFileSync(join(root, name), "utf8").split(/\s+/).filter(Boolean)).length;
  expect(words).toBeLessThanOrEqual(22_080);
  expect(readFileSync(join(root, "README.md"), "utf8").split("\n").length).toBeLessThan(120);
});

const looks = [
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "phone", viewport: { width: 390, height: 800 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
] as const;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test.each(looks)("the site on $name asks nobody else, and axe finds nothing serious", async ({ name, ...look }) => {
  const context = await browser.newContext(look);
  const strangers: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(address) && !/^(?:data|blob):/.test(request.url())) strangers.push(request.url());
  });
  const tab = await context.newPage();
  // Pages of hundreds of options take axe half a minute, and show nothing that smaller ones do not.
  for (const path of ["index", "guide/first-page", "reference/codes", "research/template-blocks"]) {
    await tab.goto(`${address}/${path}.html`, { waitUntil: "networkidle" });
    if (process.env["DEHUSK_SCREENSHOTS"] !== undefined) {
      await tab.screenshot({
        path: join(process.env["DEHUSK_SCREENSHOTS"], `${name}-${path.replaceAll("/", "-")}.png`),
      });
    }
    const isWide = await tab.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1);
    expect({ path, isWide }).toEqual({ path, isWide: false });
    await tab.evaluate(axe);
    const found = (await tab.evaluate("axe.run()")) as {
      violations: { id: string; impact: string; nodes: { html: string }[] }[];
    };
    const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    expect({ path, serious: serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]) }).toEqual({
      path,
      serious: [],
    });
  }
  expect(strangers).toEqual([]);
  await context.close();
});

test("search finds an option without leaving the site", async () => {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await tab.goto(`${address}/index.html`, { waitUntil: "networkidle" });
  await tab.keyboard.press("Control+k");
  await tab.locator("#localsearch-input").fill("allow-private");
  await tab.locator(".VPLocalSearchBox .results a").first().waitFor();
  expect(await tab.locator(".VPLocalSearchBox .results").innerText()).toMatch(/dehusk|Fetching/);
  await tab.close();
});
