import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const text = readFileSync(new URL("docs/reference/architecture.md", root), "utf8");
const folders: Readonly<Record<string, string>> = { src: "packages/dehusk/src", server: "packages/server/src" };

function sectionOf(title: string): string {
  const from = text.indexOf(`\n## ${title}\n`);
  return text.slice(from, text.indexOf("\n## ", from + 1));
}

const codeIn = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = ""]) => code);
const fileOf = (path: string) =>
  new URL(
    path.replace(/^(\w+)/, (room) => folders[room] ?? room),
    root,
  );

/** Paths by their titles, each a list of stops: a cell of functions and a cell of files. */
const paths = sectionOf("The path of a page")
  .split("\n### ")
  .slice(1)
  .map((part): readonly [string, (readonly [string, string])[]] => {
    const rows = Array.from(
      part.matchAll(/^\| \d+ \| (.*) \| (.*) \|$/gm),
      ([, what = "", file = ""]) => [what, file] as const,
    );
    return [part.slice(0, part.indexOf("\n")), rows];
  });

test("docs/reference/architecture.md has the paths of extract, batch, the service and train", () => {
  expect(paths.length).toBe(4);
  for (const [title, stops] of paths) {
    expect(stops.length, title).toBeGreaterThan(5);
    expect(stops.length, title).toBeLessThan(15);
  }
});

describe.each(paths)("the path of %s", (_, stops) => {
  test.each(stops)("%s: in %s", (what, files) => {
    const sources = codeIn(files).map((path) => readFileSync(fileOf(path), "utf8"));
    const start = /^`\w+`(?: and then `\w+`)?/.exec(what)?.[0] ?? "";
    const names = codeIn(start);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const defined = new RegExp(`(?:function\\*?|class|const) ${name}\\b|^  (?:async )?${name}\\(`, "m");
      expect(
        sources.some((source) => defined.test(source)),
        name,
      ).toBe(true);
    }
  });
});

test("the glossary names files that are there", () => {
  const named = codeIn(sectionOf("Glossary")).filter((code) => code.startsWith("src/") && !code.includes("*"));
  expect(named.length).toBeGreaterThan(5);
  for (const path of named) expect(existsSync(fileOf(path)), path).toBe(true);
});
