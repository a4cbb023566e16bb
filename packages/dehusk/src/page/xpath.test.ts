import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isElement, type Page } from "./page.ts";
import { parse } from "./parse.ts";
import { launchChromium } from "./testing/chromium.ts";
import { tagSoup } from "./testing/random-html.ts";
import { nodeAt, xpathOf, xpathsOf } from "./xpath.ts";

describe("XPath", () => {
  test("round-trips for every node", () => {
    fc.assert(
      fc.property(tagSoup, (html) => {
        const page = parse(html);
        const paths = xpathsOf(page);
        for (let node = 0; node < page.size; node++) {
          expect(paths[node]).toBe(xpathOf(page, node));
          expect(nodeAt(page, paths[node])).toBe(node);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("works for all nodes of very deep and very wide pages", () => {
    const deep = parse("<div>".repeat(200_000));
    const last = xpathsOf(deep)[deep.size - 1];
    expect(nodeAt(deep, last)).toBe(deep.size - 1);
    const wide = parse("<p>x".repeat(200_000));
    expect(xpathsOf(wide)[wide.size - 1]).toBe("/html[1]/body[1]/p[200000]/text()[1]");
  });

  test("has every position", () => {
    const page = parse("<div><p>a<p>b<!--c--><b>d</b>e</div>");
    const paths = Array.from({ length: page.size }, (_, i) => xpathOf(page, i));
    expect(paths).toContain("/html[1]/body[1]/div[1]/p[2]/text()[2]");
    expect(paths).toContain("/html[1]/body[1]/div[1]/p[2]/comment()[1]");
    expect(xpathOf(page, 0)).toBe("/");
  });

  test("may omit a position of 1, and gives -1 for no such node", () => {
    const page = parse("<p>a<p>b");
    expect(nodeAt(page, "/html/body/p[2]")).toBe(nodeAt(page, "/html[1]/body[1]/p[2]"));
    expect(nodeAt(page, "/html/body/p[3]")).toBe(-1);
    expect(nodeAt(page, "/html/body/nosuchtag")).toBe(-1);
    expect(() => nodeAt(page, "//p")).toThrow(/is not a path/);
    expect(() => nodeAt(page, "/html/p[last()]")).toThrow(/is not a path/);
  });

  test("finds the same element as a browser", async () => {
    const html = `<div id=a><p id=b>x<svg id=c><a id=d></a></svg><a id=e></a><o:p id=f></o:p><svg id=g></svg></div>
      <table id=h><tr id=i><td id=j><math id=k><mi id=l>x</math></table><p id=m>y`;
    const page = parse(html, { scripting: false });
    const browser = await launchChromium();
    try {
      const tab = await browser.newPage({ javaScriptEnabled: false });
      await tab.setContent(html);
      for (const node of elementsWithId(page)) {
        const found = await tab.evaluate(
          (path) => {
            const result = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE);
            return (result.singleNodeValue as Element | null)?.getAttribute("id");
          },
          xpathOf(page, node),
        );
        expect(found).toBe(page.attributes[node]?.find(({ name }) => name === "id")?.value);
      }
    } finally {
      await browser.close();
    }
  });
});

function elementsWithId(page: Page): number[] {
  const nodes: number[] = [];
  for (let i = 0; i < page.size; i++) if (isElement(page, i) && page.attributes[i]?.length) nodes.push(i);
  return nodes;
}
