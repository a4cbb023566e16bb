import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { parseLoose, readJsonLd, textsOf } from "./json-ld.ts";
import { readMetadata } from "./read-metadata.ts";

describe("invalid JSON", () => {
  test.each([
    ["a comment in front", '/* x */ {"a": 1}', { a: 1 }],
    ["a line comment", '{"a": 1 // one\n}', { a: 1 }],
    ["trailing commas", '{"a": [1, 2,], }', { a: [1, 2] }],
    ["a semicolon", '{"a": 1};', { a: 1 }],
    ["line breaks in a string", '{"a": "x\ny"}', { a: "x\ny" }],
    ["a CDATA section", '//<![CDATA[\n{"a": 1}\n//]]>', { a: 1 }],
    ["an HTML comment", '<!-- {"a": 1} -->', { a: 1 }],
    ["quotes as character references", "{&quot;a&quot;: &quot;b &amp; c&quot;}", { a: "b & c" }],
    ["a wrong escape", '{"a": "d\\\'e"}', { a: "d\\'e" }],
    ["slashes in a string", '{"a": "https://x.example/", }', { a: "https://x.example/" }],
  ])("%s", (_name, text, value) => {
    expect(parseLoose(text)).toEqual(value);
  });

  test.each(["", "{", "not json", '{"a": ', "<html>"])("%j is given up", (text) => {
    expect(parseLoose(text)).toBeUndefined();
  });
});

describe("entities", () => {
  test("in arrays and graphs represent the page, comments and authors do not", () => {
    const { entities } = readJsonLd([
      '[{"@graph": [{"@type": "https://schema.org/Article", "comment": [{"@type": "Comment"}], "author": {"@type": "Person"}}]}]',
    ]);
    expect(entities.map(({ types, top }) => [types[0], top])).toEqual([
      ["Article", true],
      ["Comment", false],
      ["Person", false],
    ]);
  });

  test("references are followed across scripts, circles included", () => {
    const graph = readJsonLd([
      '{"@type": "Article", "author": {"@id": "#a"}}',
      '{"@type": "Person", "@id": "#a", "name": "Ada", "knows": {"@id": "#a"}}',
    ]);
    expect(textsOf(graph.entities[0]?.value["author"], graph)).toEqual(["Ada"]);
  });

  test("a type may be nested endlessly", () => {
    const depth = 100_000;
    const type = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const script = `{"@type":"Article","author":{"@type":${type},"name":"Ada Byron"}}`;
    expect(readMetadata(parse(`<script type="application/ld+json">${script}</script>`)).author).toBe("Ada Byron");
  });

  test("deep nesting, many objects and prototype keys do no harm", () => {
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    expect(readJsonLd([deep]).entities).toEqual([]);
    const wide = `[${'{"@type":"Thing"},'.repeat(100_000)}{}]`;
    expect(readJsonLd([wide]).entities.length).toBeLessThanOrEqual(20_000);
    const graph = readJsonLd([
      '{"@type": "Article", "__proto__": {"name": "x"}, "constructor": 1, "author": "__proto__"}',
    ]);
    expect(textsOf(graph.entities[0]?.value["author"], graph)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["name"]).toBeUndefined();
  });
});
