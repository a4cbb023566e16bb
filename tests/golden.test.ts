import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { extract } from "dehusk";
import { expect, test } from "vitest";

/**
 * Hand-written pages, each beside the Markdown that a careful reader wants of it; `<topic>/<page>.html` and `.md`, with
 * options in `.json` where the page needs some.
 */
const folder = fileURLToPath(new URL("golden/", import.meta.url));
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .map((path) => path.slice(0, -".html".length))
  .sort();

test.each(pages)("golden page %s", (page) => {
  const read = (ending: string) => readFileSync(`${folder}${page}${ending}`, "utf8");
  const options = existsSync(`${folder}${page}.json`) ? JSON.parse(read(".json")) : {};
  const { markdown } = extract(read(".html"), { url: "https://site.example/section/page", ...options });
  expect(`${markdown}\n`).toBe(read(".md"));
});
