import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/dehusk-error.ts";
import { parse } from "./parse.ts";
import type { ParseOptions } from "./parse-options.ts";
import { xpathOf } from "./xpath.ts";

function codeOf(input: unknown, options: ParseOptions = {}): string {
  try {
    parse(input as string, options);
    return "none";
  } catch (error) {
    if (error instanceof DehuskError) return error.code;
    throw error;
  }
}

const codes = (input: string | Uint8Array): string[] => parse(input).warnings.map(({ code }) => code);

describe("any input gives a page or a DehuskError", () => {
  test("empty input", () => {
    expect(parse("").size).toBe(4);
    expect(codes("")).toEqual(["empty-input"]);
    expect(codes(new Uint8Array())).toEqual(["empty-input"]);
  });

  test.each(["div", "b", "ul><li", "table><tr><td", "svg", "font", "section", "x-y"])("200,000 nested <%s>", (tag) => {
    const page = parse(`<${tag}>`.repeat(200_000 / tag.split("<").length));
    expect(page.size).toBeGreaterThan(100_000);
    expect(xpathOf(page, page.size - 1).length).toBeGreaterThan(200_000);
  });

  test("100,000 unclosed <b>, then paragraphs", () => {
    const page = parse(`${"<b>".repeat(100_000)}x${"<p>y".repeat(100)}`);
    expect(page.text.startsWith("x")).toBe(true);
  });

  test("formatting elements that multiply into millions of nodes are stopped while parsing", () => {
    let html = "";
    for (let i = 0; i < 5000; i++) html += `<p><i id=${i}>x`;
    expect(codeOf(html)).toBe("limit-nodes");
    expect(codeOf(html, { limits: { nodes: 100_000 } })).toBe("limit-nodes");
  });

  test("one attribute of 5 MB, one text of 5 MB, one comment of 5 MB, one script of 5 MB", () => {
    const long = "x ".repeat(2_500_000);
    expect(parse(`<p title="${long}">a`).text).toBe("a");
    expect(parse(`<p>${long}`).sums.words.at(-1)).toBe(2_500_000);
    expect(parse(`<!--${long}--><p>a`).text).toBe("a");
    expect(parse(`<script>${long}</script><p>a`).text).toBe("a");
  });

  test("a page of 20 MB", () => {
    const html = `<html><body>${"<div class=row><p>Some <b>words</b> and a <a href=/x>link</a>.</p></div>\n".repeat(290_000)}`;
    expect(html.length).toBeGreaterThan(20_000_000);
    const page = parse(html);
    expect(page.sums.links[page.size]).toBe(290_000);
  });

  test("200,000 attributes on one element, 200,000 distinct tag names", () => {
    const many = Array.from({ length: 200_000 }, (_, i) => `a${i}`);
    expect(parse(`<p ${many.join(" ")}>x`).text).toBe("x");
    const page = parse(many.map((name) => `<${name}></${name}>`).join(""));
    expect(page.tagNames.length).toBeGreaterThan(200_000);
    expect(page.tagNames[page.tag[page.size - 1]]).toBe("a199999");
  });

  test.each(["<", "&", "<!", "</", "<a ", "&#1", "<!--", "--!", "<b>", "</b>", "<table>", "<select>", "<svg>", "</p>"])(
    "half a megabyte of %s",
    (piece) => {
      expect(["none", "limit-nodes"]).toContain(codeOf(piece.repeat(500_000 / piece.length)));
    },
  );

  test("20 MB of < and of &", () => {
    for (const sign of ["<", "&"]) expect(parse(sign.repeat(20_000_000)).text).toHaveLength(20_000_000);
  });

  test("100,000 tables, forms, lists and cells, open or closed", () => {
    for (const piece of ["<table>", "<form></form>", "<ul><li>", "<table>x<tr>"]) {
      expect(parse(piece.repeat(100_000)).size).toBeGreaterThan(3);
    }
  });

  test("a page of which everything is unclosed", () => {
    for (const opening of [
      "<title>",
      "<script>",
      "<style>",
      "<textarea>",
      "<!--",
      "<p a='",
      "<p a=",
      "<!doctype ",
      "<svg><![CDATA[",
    ]) {
      const page = parse(`${opening}${"<p>x</p>\n".repeat(20_000)}`);
      expect(page.size).toBeGreaterThan(3);
    }
  });

  test("formatting elements that are closed in the wrong order, however deep", () => {
    const spans = "<div><span>".repeat(20_000);
    expect(parse(`<b>${spans}${"</b>".repeat(5000)}x`).text).toBe("x");
    const ids = Array.from({ length: 20_000 }, (_, i) => `<b id=${i}>`).join("");
    expect(parse(`${ids}${"<a></a><i></i>".repeat(20_000)}x`).text).toBe("x");
    expect(parse(`${"<b><i><div>".repeat(10_000)}${"</b></i>".repeat(10_000)}x`).text).toBe("x");
  });

  test("names whose hashes collide", () => {
    const names = Array.from({ length: 1 << 14 }, (_, i) =>
      i.toString(2).padStart(14, "0").replace(/0/g, "bB").replace(/1/g, "c#"),
    );
    const page = parse(`<p ${names.map((name) => `x${name}`).join(" ")}>y`);
    expect(page.attributes[4]).toHaveLength(1 << 14);
  });

  test("NUL bytes, invalid UTF-8, half a gzip, a picture", () => {
    expect(parse("<p>a\0b\0</p>").text).toBe("ab");
    expect(parse(Uint8Array.of(0x3c, 0x70, 0x3e, 0xff, 0xfe, 0x80)).size).toBeGreaterThan(3);
    expect(codeOf(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 0x4c))).toBe("not-html");
    expect(codeOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46))).toBe("not-html");
    for (const text of ["%PDF-1.7\n", "PK\x03\x04", "WARC/1.1\r\n", '{"id": 1, "html": "<p>x"}']) {
      expect(codeOf(text)).toBe("not-html");
      expect(codeOf(new TextEncoder().encode(text))).toBe("not-html");
    }
    for (const text of ["{{ title }} <p>a", "PK", "WARC", "{x}", "GIF", "ID3 tags", "OTTO"]) {
      expect(codeOf(text)).toBe("none");
    }
  });

  test("full stops and quotes in a row, and tags that only add attributes", () => {
    expect(parse(`<p>${'."'.repeat(500_000)}`).sums.sentences.at(-1)).toBe(1);
    const page = parse(Array.from({ length: 50_000 }, (_, i) => `<body a${i}>`).join(""));
    expect(page.attributes.some((list) => list.length === 50_000)).toBe(true);
  });

  test("data of no known kind is refused, text with a stray control character is not", () => {
    expect(codeOf(Uint8Array.from({ length: 512 }, (_, i) => i))).toBe("not-html");
    expect(codeOf(new TextEncoder().encode(`A form feed \f, an escape \x1b and ${"many words ".repeat(20)}\x01`))).toBe(
      "none",
    );
    expect(codeOf(Uint8Array.of(1, 2, 3, ...new TextEncoder().encode("<p>Text")))).toBe("none");
    expect(codeOf(Uint8Array.from(Buffer.from("<p>Text", "utf16le")))).toBe("none");
  });

  test("random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(codeOf(bytes)).toMatch(/^(?:none|not-html)$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe("limits", () => {
  test("stop a page that is over them", () => {
    expect(codeOf("x".repeat(101), { limits: { bytes: 100 } })).toBe("limit-bytes");
    expect(codeOf(new Uint8Array(101), { limits: { bytes: 100 } })).toBe("limit-bytes");
    expect(codeOf("<p>".repeat(50), { limits: { nodes: 20 } })).toBe("limit-nodes");
    expect(codeOf("<div>".repeat(50), { limits: { depth: 20 } })).toBe("limit-depth");
    expect(codeOf("<p>x".repeat(200_000), { limits: { milliseconds: 0.01 } })).toBe("limit-time");
  });

  test("let a page pass that just meets them", () => {
    expect(codeOf("x".repeat(100), { limits: { bytes: 100 } })).toBe("none");
    expect(codeOf("<p>", { limits: { nodes: 5 } })).toBe("none");
    expect(codeOf("<p>", { limits: { nodes: 4 } })).toBe("limit-nodes");
  });

  test("bad calls throw coded errors", () => {
    expect(codeOf(null)).toBe("bad-input");
    expect(codeOf({})).toBe("bad-input");
    expect(codeOf("x", { limits: { nodes: -1 } })).toBe("bad-option");
    expect(codeOf("x", { limits: { sheep: 1 } as object })).toBe("bad-option");
    expect(codeOf("x", { typo: true } as object)).toBe("bad-option");
    expect(codeOf("x", { url: Symbol("x") as unknown as string })).toBe("bad-option");
    expect(codeOf("x", null as unknown as ParseOptions)).toBe("bad-option");
    expect(codeOf({ nodeType: 9 })).toBe("bad-input");
    expect(codeOf({ textFrom: 1, sums: 1 })).toBe("bad-input");
    const detached = new Uint8Array(8);
    structuredClone(detached, { transfer: [detached.buffer] });
    expect(["none", "bad-input"]).toContain(codeOf(detached));
    expect(() => parse(12 as unknown as string)).toThrow(/not number/);
  });
});

test("an unusable address is ignored, with a warning", () => {
  for (const url of ["no address", "javascript:alert(1)", "xhttps://example.org/", "//example.org/"]) {
    const page = parse("<p><a href=/x>x</a>", { url });
    expect({ url: page.url, codes: page.warnings.map(({ code }) => code) }).toEqual({
      url: undefined,
      codes: ["url-ignored"],
    });
  }
});

test("the same input gives the same page, and a page is returned as is", () => {
  const html = "<p>a<b>c</b><div hidden>d</div>";
  expect(parse(html)).toEqual(parse(html));
  const page = parse(html);
  expect(parse(page)).toBe(page);
});
