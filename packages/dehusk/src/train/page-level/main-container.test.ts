import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { proseSums } from "../../features/index.ts";
import { byId } from "../../features/testing/features-of.ts";
import { parse } from "../../page/index.ts";
import { tagSoup } from "../../page/testing/random-html.ts";
import { findMainContainer } from "./main-container.ts";

const sentence = "A sentence of some twelve words or more that anybody would take for running text.";

describe("the main container", () => {
  test("is the element around most of the prose, not around the whole page", () => {
    const page = parse(
      `<div id=page><div id=menu><a href=/>Home</a></div><div id=story><p>${sentence}</p><p id=p>${sentence} <i id=i>${sentence}</i></p></div>
<div id=side><p>${sentence}</p></div></div>`,
    );
    const { node, distance } = findMainContainer(page, proseSums(page));
    expect(node).toBe(byId(page, "story"));
    const distances = Object.fromEntries(
      ["page", "story", "p", "i", "menu", "side"].map((id) => [id, distance[byId(page, id)]]),
    );
    expect(distances).toEqual({ page: 0, story: 0, p: 0, i: 0, menu: 1, side: 1 });
    expect(distance[byId(page, "side") + 1]).toBe(2);
  });

  test("is the parent if prose is spread over its children", () => {
    const parts = `<section><p>${sentence}</p></section>`.repeat(5);
    const page = parse(`<div id=top><div id=story>${parts}</div><div id=side><p>${sentence}</p></div></div>`);
    expect(findMainContainer(page, proseSums(page)).node).toBe(byId(page, "story"));
  });

  test("is the document if there is no prose", () => {
    const page = parse("<div><p>Short.</p></div>");
    expect(findMainContainer(page, proseSums(page)).node).toBe(0);
  });

  test("has distance 0 from its ancestors and descendants; from others the levels up to these", () => {
    fc.assert(
      fc.property(tagSoup, fc.nat(), (html, weightAt) => {
        const page = parse(html);
        const texts = new Int32Array(page.size + 1).map((_, i) => (i > weightAt % page.size ? 7 : 0));
        const { node, distance } = findMainContainer(page, texts);
        const near = (i: number) => (i <= node && page.end[i] >= page.end[node]) || (i >= node && i < page.end[node]);
        for (let i = 0; i < page.size; i++) {
          let levels = 0;
          for (let up = i; !near(up); up = page.parent[up]) levels++;
          expect(distance[i]).toBe(levels);
        }
      }),
    );
  });
});
