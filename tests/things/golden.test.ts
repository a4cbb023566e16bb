import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Extraction, extract } from "dehusk";
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

/** Pages with Markdown that is not yet what a reader wants: their test fails once it is. */
const awaited = ["shop-discount"];

test.each(names)("%s as JSON", (name) => {
  const { pageType: _, ...found } = things(read(name));
  expectGolden(`${name}.json`, JSON.stringify(found, null, 2));
});

test.each(names.filter((name) => !awaited.includes(name)))("%s as Markdown", expectMarkdown);
test.fails.each(awaited)("%s as Markdown is not yet what a reader wants", expectMarkdown);

function expectMarkdown(name: string): void {
  expectGolden(`${name}.md`, thingsMarkdown(read(name)));
}

function read(name: string): Extraction {
  return extract(readFileSync(join(folder, `${name}.html`), "utf8"), { url: `https://mill.example/${name}` });
}

function expectGolden(name: string, text: string): void {
  const file = join(folder, name);
  if (process.env["WRITE_GOLDEN"] === "1" && !existsSync(file)) writeFileSync(file, `${text}\n`);
  expect(`${text}\n`).toBe(readFileSync(file, "utf8"));
}
