// node tools/docs/picture.mjs: draws docs/picture.png, an example page as a heat map beside its Markdown, with Chromium.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const example = path("examples/article.html");
const dehusk = (...args) =>
  execFileSync(process.execPath, [path("packages/dehusk/bin/dehusk.js"), ...args], { encoding: "utf8" });
const { nodes } = JSON.parse(dehusk("detect", example, "--json"));
const markdown = dehusk("extract", example);

const composed = (picture) => `<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 20px; width: 1160px; height: 470px; display: grid; grid-template-columns: 1fr 1fr; gap: 24px;
  background: #fff; color: #1b1f24; font: 15px system-ui, sans-serif; }
section { display: flex; flex-direction: column; min-height: 0; }
h2 { font-size: 15px; margin: 0 0 8px; color: #57606a; }
div, pre { border: 1px solid #d0d7de; border-radius: 8px; flex: 1; min-height: 0; overflow: hidden; margin: 0; }
img { width: 100%; display: block; }
pre { font: 12.5px/1.5 monospace; padding: 12px; white-space: pre-wrap; }
</style><section><h2>The page: content in blue, template in orange</h2><div><img src="data:image/png;base64,${picture}"></div></section>
<section><h2>dehusk extract article.html</h2><pre></pre></section>`;

/** In place of the example's pictures, which nobody has. */
const clock = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" preserveAspectRatio="xMidYMid slice">
<rect width="640" height="400" fill="#9fb4c0"/><rect y="270" width="640" height="130" fill="#6d8796"/>
<circle cx="320" cy="190" r="140" fill="#22577a" stroke="#f4f1de" stroke-width="10"/>
<path d="M320 190 L392 96" stroke="#f4f1de" stroke-width="10" stroke-linecap="round"/><circle cx="320" cy="190" r="12" fill="#f4f1de"/>
<g fill="#f4f1de" font-family="sans-serif" font-size="20" text-anchor="middle">
<text x="320" y="92">FLOOD</text><text x="320" y="304">EBB</text></g></svg>`;

const browser = await chromium.launch({
  executablePath: process.env.DEHUSK_CHROMIUM ?? "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const tab = await browser.newPage({ viewport: { width: 1100, height: 1050 } });
  await tab.route(/^https?:/, (route) => {
    if (route.request().resourceType() !== "image") return route.abort();
    return route.fulfill({ contentType: "image/svg+xml", body: clock });
  });
  await tab.setContent(readFileSync(example, "utf8").replace("<head>", '<head><base href="https://gazette.example/">'));
  await tab.evaluate(colour, nodes);
  const page = await tab.screenshot();
  await tab.setViewportSize({ width: 1200, height: 510 });
  await tab.setContent(composed(page.toString("base64")));
  await tab.evaluate((text) => {
    document.querySelector("pre").textContent = text;
  }, markdown);
  await tab.screenshot({ path: path("docs/picture.png") });
} finally {
  await browser.close();
}
console.log(`docs/picture.png: ${Math.round(readFileSync(path("docs/picture.png")).length / 1000)} kB`);

/** In the browser: paints elements that have text of their own by their templateness. */
function colour(found) {
  for (const { path: xpath, templateness } of found) {
    const node = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    const hasText = [...(node?.childNodes ?? [])].some((child) => child.nodeType === 3 && child.data.trim() !== "");
    if (!(node instanceof HTMLElement) || !hasText) continue;
    const share = Math.round(templateness * 100);
    const paint = `color-mix(in oklab, #e8590c ${share}%, #1c7ed6)`;
    node.style.background = `color-mix(in srgb, ${paint} 38%, transparent)`;
    node.style.boxShadow = `inset 3px 0 ${paint}`;
  }
}
