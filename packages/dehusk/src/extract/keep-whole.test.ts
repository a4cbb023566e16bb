import { describe, expect, test } from "vitest";
import { byId } from "../features/testing/features-of.ts";
import { type Page, parse } from "../page/index.ts";
import { keepWhole } from "./keep-whole.ts";
import { keepShown } from "./kept-nodes.ts";

const units = {
  table:
    "<table id=unit><tr><th>Year</th><th>Letters</th></tr><tr><td>1995</td><td>2140</td></tr><tr><td>2008</td><td>967</td></tr></table>",
  pre: "<pre id=unit>const answer = 42;</pre>",
  figure: "<figure id=unit><img src=a><figcaption>What the picture shows</figcaption></figure>",
};

/** Whether the unit is kept of a page on which all is kept but it and elements with other ids. */
function isKept(page: Page, dropped: readonly string[], byAround: boolean): boolean {
  const shown = keepShown(page);
  const kept = shown.slice();
  for (const id of ["unit", ...dropped]) {
    const node = byId(page, id);
    kept.fill(0, node, page.end[node]);
  }
  keepWhole(page, new Float64Array(page.size), shown, kept, byAround);
  const unit = byId(page, "unit");
  const nodes = kept.subarray(unit, page.end[unit]);
  expect(new Set(nodes).size).toBe(1);
  return nodes[0] === 1;
}

const text = (words: number) => "word ".repeat(words);

describe.each(Object.entries(units))("a %s of which no word is kept", (_, unit) => {
  test("is kept among kept text, where that counts", () => {
    const page = parse(`<main><p>${text(20)}</p>${unit}<p>${text(20)}</p></main>`);
    expect(isKept(page, [], true)).toBe(true);
    expect(isKept(page, [], false)).toBe(false);
  });

  test("is kept when nine in ten of the words around it are, and not when fewer are", () => {
    const page = (kept: number) => parse(`<main><p>${text(kept)}</p>${unit}<p id=other>${text(100 - kept)}</p></main>`);
    expect(isKept(page(90), ["other"], true)).toBe(true);
    expect(isKept(page(89), ["other"], true)).toBe(false);
  });

  test("is judged by the smallest part of the page that has text enough", () => {
    const page = (near: number) =>
      parse(`<main><div><p>${text(near)}</p>${unit}</div><p id=other>${text(200)}</p></main>`);
    expect(isKept(page(30), ["other"], true)).toBe(true);
    expect(isKept(page(29), ["other"], true)).toBe(false);
  });

  test("is not kept on a page with little other text, or in a part that is dropped", () => {
    expect(isKept(parse(`<main><p>${text(29)}</p>${unit}</main>`), [], true)).toBe(false);
    const part = parse(`<main><p>${text(400)}</p><div id=part>${unit}<p>${text(5)}</p></div></main>`);
    expect(isKept(part, ["part"], true)).toBe(false);
  });
});
