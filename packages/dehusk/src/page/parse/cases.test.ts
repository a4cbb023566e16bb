import { readFileSync } from "node:fs";
import { parse as parse5 } from "parse5";
import { describe, expect, test } from "vitest";
import { defaultLimits, startDeadline } from "../limits.ts";
import { parseSource } from "./index.ts";
import { dumpParse5, dumpTree } from "./testing/dump-tree.ts";

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", f: "\f", 0: "\0" };

const file = readFileSync(new URL("testing/cases.txt", import.meta.url), "utf8");
const sections = file.split(/^## /m).slice(1);

function readCase(line: string): string {
  return line.replace(/\\(?:u([0-9a-f]{4})|([nrtf0]))/g, (_, code?: string, name?: string) =>
    code === undefined ? (escapes[name as string] as string) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

describe.each(sections.map((section) => section.split("\n")))("%s", (_, ...lines) => {
  test.each(lines.filter((line) => line !== "").map((line) => [line]))("%s", (line) => {
    const html = readCase(line);
    for (const scripting of [true, false]) {
      const tree = parseSource(html, { scripting, sourceRanges: false }, defaultLimits, startDeadline(defaultLimits));
      const reference = parse5(html, { scriptingEnabled: scripting });
      expect(dumpTree(tree)).toBe(dumpParse5(reference));
      expect(tree.quirks).toBe(reference.mode === "quirks");
    }
  });
});

test("there are at least 300 cases", () => {
  expect(sections.flatMap((section) => section.split("\n").slice(1).filter(Boolean)).length).toBeGreaterThan(300);
});
