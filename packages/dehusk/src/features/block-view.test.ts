import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import { attribute, Gap, isElement, type Page, parse, sumOf, tagName } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { blockElements, viewBlocks } from "./block-view.ts";
import { viewPage } from "./page-view.ts";
import { blocksOf, blockText, sentence } from "./testing/blocks-of.ts";
import { byId } from "./testing/features-of.ts";
import { randomThread } from "./testing/random-threads.ts";

const anyPage = fc.oneof(tagSoup, wellFormedHtml, randomThread);

function ancestorsOf(page: Page, node: number): number[] {
  const found: number[] = [];
  for (let up = node; up >= 0; up = page.parent[up]) found.push(up);
  return found;
}

function ids(page: Page, nodes: Iterable<number>): (string | undefined)[] {
  return Array.from(nodes, (node) => attribute(page, node, "id") ?? tagName(page, node));
}

describe("the element of a block", () => {
  test.each<[string, string, string[]]>([
    ["a paragraph", "<div id=a><p id=b>one <b>two</b></div>", ["b"]],
    ["inline elements are passed by", "<div id=a><span><em>one</em></span></div>", ["a"]],
    ["loose text beside a paragraph", "<div id=a>loose<p id=b>one</p>more</div>", ["a", "b", "a"]],
    ["cells", "<table><tr><td id=a>one<td id=b><i>two</i></table>", ["a", "b"]],
    ["text of the body itself", "one", ["body"]],
    ["a link around a heading", "<div id=a><a href=/><h2 id=b>one</h2></a></div>", ["b"]],
    ["nothing shown", "<p hidden>one</p>", []],
  ])("%s", (_, html, expected) => {
    const page = parse(html);
    expect(ids(page, blockElements(page))).toEqual(expected);
  });

  test("is the smallest block-level one around all of it", () => {
    fc.assert(
      fc.property(anyPage, (html) => {
        const page = parse(html);
        const { first, last, count } = page.blocks;
        const naive = Array.from({ length: count }, (_, b) => {
          const around = ancestorsOf(page, page.parent[first[b]]);
          return around.find((node) => {
            const isTop = page.parent[node] <= 0;
            return isTop || (page.gap[node] >= Gap.Tab && page.end[node] > last[b]);
          });
        });
        expect([...blockElements(page)]).toEqual(naive);
      }),
      { numRuns: 400 },
    );
  });
});

describe("instances", () => {
  const post = (id: string, words = 12) =>
    `<div class=post id=${id}><p>${sentence(words)}</p><p>${sentence(words)}</p></div>`;

  test("three posts of one shape are numbered from 1 to 3", () => {
    const { view, instance, instances, instanceAround } = blocksOf(
      `<div id=thread>${post("a")}<div class=ad><p>${sentence(15)}</p><p>${sentence(15)}</p></div>${post("b")}${post("c")}</div>`,
    );
    const numbered = [...instance.keys()].filter((node) => instance[node] !== 0);
    expect(ids(view.page, numbered)).toEqual(["a", "b", "c"]);
    expect(numbered.map((node) => instance[node])).toEqual([1, 2, 3]);
    expect(numbered.map((node) => instances[node])).toEqual([3, 3, 3]);
    const b = byId(view.page, "b");
    expect(instanceAround[b + 2]).toBe(b);
    expect(instanceAround[byId(view.page, "thread")]).toBe(0);
  });

  test.each([
    ["short siblings", `<div>${post("a", 9)}${post("b", 9)}</div>`],
    ["siblings of one block each", `<div><p>${sentence(30)}</p><p>${sentence(30)}</p></div>`],
    ["one of a kind", `<div>${post("a")}<section><p>${sentence(30)}</p><p>${sentence(9)}</p></section></div>`],
    ["posts of different parents", `<div>${post("a")}</div><section>${post("b")}</section>`],
    ["a page without text", "<div><div></div><div></div></div>"],
  ])("%s have no numbers", (_, html) => {
    const { instance, instances } = blocksOf(html);
    expect(instance.some((number) => number !== 0) || instances.some((number) => number !== 0)).toBe(false);
  });

  test("match a search among the children of every node", () => {
    let found = 0;
    fc.assert(
      fc.property(randomThread, (html) => {
        const blocks = blocksOf(html);
        const { page } = blocks.view;
        const shapeOf = (node: number) => `${tagName(page, node)} ${attribute(page, node, "class") ?? ""}`;
        const firsts = [...page.blocks.first];
        const expected = new Map<number, [number: number, all: number]>();
        for (let up = 0; up < page.size; up++) {
          const children = [...page.parent.keys()].filter((node) => page.parent[node] === up && isElement(page, node));
          const long = children.filter((node) => sumOf(page, page.sums.words, node) >= 20);
          const numbers = new Map<string, number>();
          for (const node of long) {
            const all = long.filter((other) => shapeOf(other) === shapeOf(node)).length;
            const held = firsts.filter((each) => each >= node && each < page.end[node]).length;
            if (all < 2 || held < 2 || page.gap[node] < Gap.Tab) continue;
            const number = (numbers.get(shapeOf(node)) ?? 0) + 1;
            numbers.set(shapeOf(node), number);
            expected.set(node, [number, all]);
          }
        }
        found += expected.size;
        for (let node = 0; node < page.size; node++) {
          expect([blocks.instance[node], blocks.instances[node]]).toEqual(expected.get(node) ?? [0, 0]);
          const around = ancestorsOf(page, node).find((up) => expected.has(up)) ?? 0;
          expect(blocks.instanceAround[node]).toBe(around);
        }
      }),
      { numRuns: 100 },
    );
    expect(found).toBeGreaterThan(50);
  });
});

describe("the main container", () => {
  const page = `<div id=menu><ul><li><a href=/>A link with many words in a long menu</a></ul></div>
<div id=page><div id=text><p>${sentence(30)}</p><p>One, two, three, four, five and more.</p><p>${sentence(40)}</p></div>
<div id=side><p>A short text, beside it all.</p></div></div>`;

  test("is that of the paragraphs", () => {
    const { view, main } = blocksOf(page);
    expect(ids(view.page, [main.node])).toEqual(["text"]);
    expect(main.score).toBe(main.own[main.node]);
  });

  test("scores by length and punctuation, half of it for the parent, less for links", () => {
    const blocks = blocksOf(
      `<div id=a><div id=b><p>${"w".repeat(49)}.</p><p>${"v".repeat(500)}</p></div>
<div id=c><p>${"u".repeat(50)}<a href=/>${"t".repeat(50)}</a></p></div></div>`,
    );
    const own = (id: string) => blocks.main.own[byId(blocks.view.page, id)];
    const text = 1 + 0.5 + 0.7 + (1 + 3);
    const halfLinked = (1 + 1) / 2;
    expect(own("b")).toBeCloseTo(text, 5);
    expect(own("c")).toBeCloseTo(halfLinked / 2, 5);
    expect(own("a")).toBeCloseTo(((text + halfLinked) / 2) * (1 - 50 / 650), 5);
  });

  test("text scores for its own element only if that contains more", () => {
    const scored = (inside: string) => {
      const { view, main } = blocksOf(`<section id=a><div id=b>${"w".repeat(100)}${inside}</div></section>`);
      return ids(view.page, [main.node]);
    };
    expect(scored("<i></i>".repeat(3))).toEqual(["a"]);
    expect(scored("<i></i>".repeat(4))).toEqual(["b"]);
  });

  test("a page of short texts, or of links alone, has none", () => {
    for (const html of ["<p>Short.</p>", "<ul><li><a href=/>A link with many words in a long menu</a></ul>", ""]) {
      const { main } = blocksOf(html);
      expect([main.node, main.score]).toEqual([0, 0]);
      expect(main.common.every((node) => node === 0)).toBe(true);
    }
  });

  test("is the best of all, and each node knows the best around it and where it meets the main one", () => {
    fc.assert(
      fc.property(anyPage, (html) => {
        const { view, main } = blocksOf(html);
        expect(main.score).toBe(Math.max(0, ...main.own));
        for (let node = 0; node < view.page.size; node++) {
          const around = ancestorsOf(view.page, node).filter((up) => up > 0);
          expect(main.best[node]).toBe(Math.max(0, ...around.map((up) => main.own[up])));
          const meeting = around.find((up) => ancestorsOf(view.page, main.node).includes(up));
          expect(main.common[node]).toBe(meeting ?? 0);
        }
      }),
      { numRuns: 150 },
    );
  });
});

test("copies are blocks of the same text, and headings the last before", () => {
  const { view, copies, copiesBefore, copiedWords, heading } = blocksOf(
    "<p>Share<p>One two three<h2>News</h2><p>Share<p>share<p>One <b>two</b> three<h3>More</h3><p>Share",
  );
  expect(view.page.blocks.count).toBe(8);
  expect([...copies]).toEqual([3, 2, 1, 3, 1, 2, 1, 3]);
  expect([...copiesBefore]).toEqual([0, 0, 0, 1, 0, 1, 0, 2]);
  expect([...copiedWords]).toEqual([0, 1, 4, 4, 5, 5, 8, 8, 9]);
  expect([...heading]).toEqual([-1, -1, 2, 2, 2, 2, 6, 6]);
});

test("on any page, copies match a comparison of texts, and headings a backward search", () => {
  fc.assert(
    fc.property(anyPage, (html) => {
      const { view, element, copies, copiesBefore, copiedWords, heading } = blocksOf(html);
      const { page } = view;
      const texts = Array.from({ length: page.blocks.count }, (_, b) => blockText(page, b));
      let copied = 0;
      let last = -1;
      for (const [b, text] of texts.entries()) {
        expect(copies[b]).toBe(texts.filter((other) => other === text).length);
        expect(copiesBefore[b]).toBe(texts.slice(0, b).filter((other) => other === text).length);
        const { words } = page.sums;
        const own = words[page.blocks.last[b] + 1] - words[page.blocks.first[b]];
        if (copies[b] > 1) copied += own;
        expect(copiedWords[b + 1]).toBe(copied);
        if (/^h[1-6]$/.test(tagName(page, element[b]))) last = b;
        expect(heading[b]).toBe(last);
      }
    }),
    { numRuns: 200 },
  );
});

describe("large pages", () => {
  test("100,000 nested elements: each text has its own element", () => {
    const { view, element, main } = blocksOf("<div>word ".repeat(100_000));
    expect(element.length).toBe(100_000);
    expect(element.every((node, b) => node === view.page.parent[view.page.blocks.first[b]])).toBe(true);
    expect(main.node).toBe(0);
  });

  test("100,000 siblings: all are copies of each other", () => {
    const { copies, copiesBefore } = blocksOf(`<ul>${"<li>word".repeat(100_000)}</ul>`);
    expect(copies.every((count) => count === 100_000)).toBe(true);
    expect(copiesBefore.at(-1)).toBe(99_999);
  });

  test("20,000 nested sections of two paragraphs each", () => {
    const { element, main } = blocksOf(`<section>${`<p>${sentence(25)}</p>`.repeat(2)}`.repeat(20_000));
    expect(element.length).toBe(40_000);
    expect(main.score).toBeGreaterThan(0);
  });
});

test("a page without blocks", () => {
  for (const html of ["", "<div><img src=a></div>", "<p hidden>Words"]) {
    const { element, copies, copiedWords, heading, main } = blocksOf(html);
    expect([element.length, copies.length, heading.length, main.score]).toEqual([0, 0, 0, 0]);
    expect([...copiedWords]).toEqual([0]);
  }
});

test("a page and its view are not changed", () => {
  const page = parse(`<h1>Head</h1><div><p>${sentence(30)}<p>${sentence(30)}</div>`);
  const view = viewPage(page, estimateBoxes(page));
  const before = structuredClone(view);
  viewBlocks(view);
  expect(view).toEqual(before);
});
