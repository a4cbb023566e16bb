import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockText } from "../../features/testing/blocks-of.ts";
import { byId } from "../../features/testing/features-of.ts";
import { type Page, parse } from "../../page/index.ts";
import { tagSoup, wellFormedHtml } from "../../page/testing/random-html.ts";
import { keepShown } from "../kept-nodes.ts";
import { keepNodes } from "./keep-nodes.ts";

describe("keepNodes", () => {
  /** Keeps the blocks whose text begins with one of these; elements with an id may be templates. */
  function keep(page: Page, starts: readonly string[], values: Readonly<Record<string, number>> = {}): Uint8Array {
    const blocks = Array.from({ length: page.blocks.count }, (_, b) =>
      starts.some((start) => blockText(page, b).startsWith(start)) ? 1 : 0,
    );
    const templateness = new Float64Array(page.size);
    for (const [id, value] of Object.entries(values)) {
      const node = byId(page, id);
      templateness.fill(value, node, page.end[node]);
    }
    return keepNodes(page, Uint8Array.from(blocks), templateness);
  }

  /** The ids of the elements that are kept. */
  function keptIds(page: Page, kept: Uint8Array, ids: readonly string[]): string[] {
    return ids.filter((id) => kept[byId(page, id)] === 1);
  }

  test("keeps the blocks with their ancestors, however template-like these are, and no others", () => {
    const page = parse(
      `<div id=main><p id=one>One <b id=bold>bold</b></p><p id=two>Two</p></div><div id=side><p id=three>Three</p></div>`,
    );
    const ids = ["main", "one", "bold", "two", "side", "three"];
    expect(keptIds(page, keep(page, ["One"], { main: 1, side: 0 }), ids)).toEqual(["main", "one", "bold"]);
    expect(keptIds(page, keep(page, ["Two", "Three"]), ids)).toEqual(["main", "two", "side", "three"]);
    expect(keptIds(page, keep(page, []), ids)).toEqual([]);
  });

  test("keeps pictures in kept text, unless they are certainly template, and none in dropped text", () => {
    const page = parse(
      `<div id=main><p>Text <img id=inside src=a></p><figure id=between><img src=b></figure><img id=banner src=c><p>Text</p></div>
<div id=side><p>Menu <img id=icon src=d></p><img id=beside src=e></div>`,
    );
    const ids = ["main", "inside", "between", "banner", "side", "icon", "beside"];
    const kept = keep(page, ["Text"], { inside: 0.8, between: 0.8, banner: 0.98 });
    expect(keptIds(page, kept, ids)).toEqual(["main", "inside", "between"]);
  });

  test("keeps the picture of a kept caption and the empty cells of a kept table, whatever their scores", () => {
    const page = parse(
      `<figure><img id=picture src=a><figcaption>Caption</figcaption></figure>
<table><tr><th>Head</th><th>Head</th></tr><tr><td>Cell</td><td id=cell><img id=mark src=b></td></tr></table>`,
    );
    const kept = keep(page, ["Caption", "Head", "Cell"], { picture: 0.9, cell: 0.9 });
    expect(keptIds(page, kept, ["picture", "cell", "mark"])).toEqual(["picture", "cell", "mark"]);
  });

  test("keeps all of a page without words", () => {
    const page = parse("<nav><a href=/1><img src=a></a></nav><p>←</p>");
    expect(keep(page, [])).toEqual(keepShown(page));
  });

  test("keeps with a node all nodes above it, only what is shown, and no text outside the blocks", () => {
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml), fc.array(fc.boolean(), { minLength: 1 }), (html, choices) => {
        const page = parse(html);
        const chosen = new Uint8Array(page.blocks.count).map((_, b) => (choices[b % choices.length] ? 1 : 0));
        const kept = keepNodes(page, chosen, new Float64Array(page.size));
        const shown = keepShown(page);
        for (let i = 1; i < page.size; i++) {
          if (kept[i] === 0) continue;
          expect(shown[i]).toBe(1);
          expect(kept[page.parent[i]]).toBe(1);
        }
        if (page.sums.words[page.size] === 0) return;
        for (let b = 0; b < page.blocks.count; b++) expect(kept[page.blocks.first[b]]).toBe(chosen[b]);
      }),
      { numRuns: 200 },
    );
  });
});
