import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { labelBySite, type SitePage } from "./label-by-site.ts";

function offer(name: string, price: string, values: readonly string[] = [name, price]): SitePage {
  const page = parse(`<body>
    <ul><li>Home</li><li>All offers</li></ul>
    <h1>${name}</h1>
    <p>Price: ${price}</p>
    <p>What only the page of ${name} says about it, at some length and in its own words</p>
    <footer>Free delivery</footer>
  </body>`);
  return { page, values };
}

/** The labels of a page by the text of its blocks. */
function labelled({ page }: SitePage, labels: Float32Array): Record<string, number> {
  const { first, last } = page.blocks;
  return Object.fromEntries(
    Array.from(labels, (label, b) => [
      page.text.slice(page.textFrom[first[b]], page.textTo[last[b] + 1]).trim(),
      label,
    ]),
  );
}

describe("labelBySite", () => {
  test("takes values for content, and what several pages share for a template", () => {
    const pages = [offer("Red lamp", "$ 20"), offer("Blue chair", "$ 30"), offer("Green table", "$ 40")];
    expect(labelled(pages[1], labelBySite(pages)[1])).toEqual({
      Home: 0,
      "All offers": 0,
      "Blue chair": 1,
      "Price: $ 30": 1,
      "What only the page of Blue chair says about it, at some length and in its own words": -1,
      "Free delivery": 0,
    });
  });

  test("takes a value for content that all pages have", () => {
    const pages = ["lamp", "chair", "table"].map((name) => offer(name, "$ 20"));
    for (const [p, labels] of labelBySite(pages).entries()) expect(labelled(pages[p], labels)["Price: $ 20"]).toBe(1);
  });

  test("compares whole words", () => {
    const pages = [offer("Red lamp", "$ 20", ["lam", "2"]), offer("Blue chair", "$ 30"), offer("Green table", "$ 40")];
    expect([...labelBySite(pages)[0]].every((label) => label === -1)).toBe(true);
  });

  test("says nothing of pages without values, nor of a site whose pages share nothing", () => {
    const plain = [offer("Red lamp", "$ 20", []), offer("Blue chair", "$ 30", []), offer("Green table", "$ 40", [])];
    const two = [offer("Red lamp", "$ 20"), offer("Blue chair", "$ 30")];
    for (const labels of [...labelBySite(plain), ...labelBySite(two)]) expect(new Set(labels)).toEqual(new Set([-1]));
  });
});
