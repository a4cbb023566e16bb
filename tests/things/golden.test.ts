import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extract } from "dehusk";
import { things, thingsMarkdown } from "dehusk/things";
import { expect, test } from "vitest";

/**
 * Pages of many makes with what is read from them, as JSON and as Markdown. A new page gets its files when the test runs
 * with WRITE_GOLDEN=1; they are then read by eye.
 */
const folder = join(import.meta.dirname, "golden");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".html"))
  .map((name) => name.slice(0, -".html".length));

test.each(names)("%s", (name) => {
  const html = readFileSync(join(folder, `${name}.html`), "utf8");
  const result = extract(html, { url: `https://mill.example/${name}` });
  const { pageType: _, ...found } = things(result);
  const json = `${JSON.stringify(found, null, 2)}\n`;
  const markdown = `${thingsMarkdown(result)}\n`;
  for (const [ending, text] of [
    ["json", json],
    ["md", markdown],
  ] as const) {
    const file = join(folder, `${name}.${ending}`);
    if (process.env["WRITE_GOLDEN"] === "1" && !existsSync(file)) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, "utf8"));
  }
});
