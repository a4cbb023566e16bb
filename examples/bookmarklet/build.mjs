// Writes a page to install the bookmarklet from: node examples/bookmarklet/build.mjs [folder]
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundleOverlay } from "../overlay/bundle.mjs";

/** A script as an address that runs it; escaped is only what addresses or `href="…"` would change. */
export function bookmarkletOf(script) {
  return `javascript:${script.trim().replace(/[\0-\x20%"#<>\x7f-\u{10ffff}]/gu, encodeURIComponent)};void 0`;
}

/** The page that has the bookmarklet as a link. */
export function installPage(bookmarklet) {
  const kilobytes = Math.round(bookmarklet.length / 1000);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Dehusk bookmarklet</title>
<style>
body { font: 18px/1.5 system-ui, sans-serif; max-width: 40em; margin: 2em auto; padding: 0 1em; }
a.install { display: inline-block; padding: 0.4em 1em; border-radius: 6px; color: #fff; background: #1a5fa8; text-decoration: none; }
</style>
<h1>Dehusk bookmarklet</h1>
<p>Drag this link to the bookmarks bar: <a class="install" href="${bookmarklet.replaceAll("&", "&amp;")}">Dehusk</a></p>
<p>On any page, choose it to see what of the page is content and what is template, and the cleaned page; choose it again, or
press Escape, to close. It works without a network and sends nothing.</p>
<p>It holds all that it needs, so it is ${kilobytes} kB long. Chromium takes bookmarks of that size, browsers that cut
bookmarks short do not; there, and on pages whose policy stops bookmarklets, the extension works.</p>
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const folder = process.argv[2] ?? fileURLToPath(new URL("dist", import.meta.url));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "install.html");
  writeFileSync(file, installPage(bookmarkletOf(await bundleOverlay())));
  console.log(file);
}
