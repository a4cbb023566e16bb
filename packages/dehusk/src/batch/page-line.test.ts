import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { type KeptLine, pageLine } from "./page-line.ts";
import { pageFields } from "./page-line-options.ts";

const html = `<html lang="de-AT"><title>Mais</title><nav><a href="/">Start</a></nav>
<article><h1>Mais</h1><p>${"Der Kolben wird im Herbst geerntet, die Blätter bleiben auf dem Feld. ".repeat(8)}</p></article>`;
const record = { id: "p1", url: "https://example.org/mais", html };

describe("pageLine", () => {
  test("says all that extract finds, with the id", () => {
    const { line } = pageLine(record);
    const found = JSON.parse(line as string);
    expect(found).toMatchObject({ version: 1, id: "p1", url: record.url, title: "Mais", language: "de-AT" });
    expect(found.text).toContain("im Herbst geerntet");
    expect(Object.keys(found).filter((name) => !["version", "id", ...pageFields].includes(name))).toEqual([]);
  });

  test("has only the requested fields", () => {
    const { line } = pageLine(record, { fields: ["title", "words"] });
    expect(Object.keys(JSON.parse(line as string))).toEqual(["version", "id", "title", "words"]);
  });

  test("omits what a selector matches", () => {
    const { line } = pageLine(record, { fields: ["text"], headline: false, exclude: "h1, p" });
    expect(JSON.parse(line as string).text).not.toContain("Kolben");
  });

  test("a page that is over a limit, and a record that could not be read, give a line with an error", () => {
    const long = pageLine(record, { limits: { nodes: 3 } });
    expect(long).toMatchObject({ failed: "limit-nodes" });
    expect(JSON.parse(long.line as string)).toMatchObject({ version: 1, id: "p1", error: { code: "limit-nodes" } });
    const broken = pageLine({ id: "p2", error: new DehuskError("bad-input", "No page.") });
    expect(broken.line).toBe('{"version":1,"id":"p2","error":{"code":"bad-input","message":"No page."}}');
  });

  test.each([
    [{ languages: ["de"] }, undefined],
    [{ languages: ["en", "DE-at"] }, undefined],
    [{ languages: ["en", "d"] }, "language"],
    [{ languages: ["und"] }, "language"],
    [{ minWords: 20 }, undefined],
    [{ minWords: 2000 }, "words"],
    [{ minConfidence: 0.1 }, undefined],
    [{ minConfidence: 0.999 }, "confidence"],
    [{ minConfidence: 0.999, preset: "everything" }, undefined],
  ] as const)("%j drops the page for: %s", (options, reason) => {
    const result = pageLine(record, options);
    expect("dropped" in result ? result.dropped : undefined).toBe(reason);
  });

  test("a page without known language is kept by und", () => {
    const plain = { id: "p3", html: "<p>Some words.</p>" };
    expect("dropped" in pageLine(plain, { languages: ["und"] })).toBe(false);
    expect(pageLine(plain, { languages: ["en"] })).toEqual({ dropped: "language" });
  });

  test("the keys are those of the content, independent of the frame", () => {
    const other = { ...record, html: html.replace('href="/"', 'href="/start" class="top"') };
    const [one, two] = [record, other].map((page) => pageLine(page, { keys: true }));
    expect((one as KeptLine).keys).toHaveLength(14);
    expect(two).toMatchObject({ keys: (one as KeptLine).keys });
  });
});
