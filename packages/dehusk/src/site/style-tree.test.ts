import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { type Page, parse } from "../page/index.ts";
import { tagSoup } from "../page/testing/random-html.ts";
import type { StyleTreeOptions } from "./batch-options.ts";
import { type StyleTree, StyleTreeBuilder } from "./style-tree.ts";
import { noisyNodes } from "./style-tree-noise.ts";
import { sitePages } from "./testing/made-up-site.ts";
import { textsWhere } from "./testing/nodes-where.ts";
import { type SlowElement, slowNoise, slowStyleTree } from "./testing/slow-style-tree.ts";

function treeOf(pages: readonly (Page | string)[], options?: StyleTreeOptions): StyleTree {
  const builder = new StyleTreeBuilder(options);
  for (const page of pages) builder.add(parse(page));
  return builder.finish();
}

/** The elements of an element's style nodes, by the kinds of each. */
function stylesOf({ shape, kind, kindNames }: StyleTree, element: number): Map<string, number[]> {
  const styles = new Map<string, number[]>();
  shape.owner.forEach((owner, style) => {
    if (owner !== element) return;
    const first = shape.first[style];
    const elements = Array.from({ length: shape.length[style] }, (_, k) => first + k);
    styles.set(elements.map((e) => kindNames[kind[e]]).join(" "), elements);
  });
  return styles;
}

/** The tree as text: `body(2: table img)` for a body with one style on two pages. */
function outline(tree: StyleTree, element = 0): string {
  const { shape, kind, kindNames } = tree;
  const styles = [...stylesOf(tree, element).values()].map((elements) => {
    const pages = shape.pages[shape.styleOf[elements[0]]];
    return `${pages}: ${elements.map((e) => outline(tree, e)).join(" ")}`;
  });
  const name = kindNames[kind[element]];
  return styles.length === 0 ? `${name}` : `${name}(${styles.join(", ")})`;
}

function noiseOf(html: Page | string, tree: StyleTree): string[] {
  const page = parse(html);
  const marks = noisyNodes(page, tree);
  return textsWhere(page, (i) => marks[i] === 1);
}

function elementNamed({ kind, kindNames }: StyleTree, name: string): number {
  return kind.indexOf(kindNames.indexOf(name));
}

/** Pages of few tags and words, so that many parts are the same. */
const randomPage = fc
  .letrec<{ list: string; node: string }>((tie) => ({
    list: fc.array(tie("node"), { minLength: 1, maxLength: 2 }).map((nodes) => nodes.join("")),
    node: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom("one ", "two ", "one two ", "one three ", "– ", '<img src="a">', '<img src="b">', "<br>"),
      fc.constantFrom('<a href="x">one</a>', '<a href="y">one <b>two</b></a>', "<a name=z>one</a>", "<input value=v>"),
      fc.tuple(fc.constantFrom("div", "span"), tie("list")).map(([name, inner]) => `<${name}>${inner}</${name}>`),
    ),
  }))
  .list.map((part) => `<!doctype html><body><div>one two</div><div>${part}</div>`);
const randomSite = fc.array(randomPage, { minLength: 1, maxLength: 8 });

describe("merging", () => {
  test("two pages that are alike at the top and differ below", () => {
    const head = "<table><tr><td>Menu</table><img src=logo>";
    const tree = treeOf([
      `${head}<table><tr><td><p>Text<p><img src=1><a href=/>A</a></table>`,
      `${head}<table><tr><td><p>Text<p>More</table>`,
    ]);
    const menu = "table(2: tbody(2: tr(2: td(2: #text))))";
    const cell = "td(2: p(2: #text) p(1: img a[href], 1: #text))";
    expect(outline(tree)).toBe(`body(2: ${menu} img table(2: tbody(2: tr(2: ${cell}))))`);
  });

  test("a sequence in another order or length is another style", () => {
    const tree = treeOf(["<p>a</p><b>b</b>", "<b>b</b><p>a</p>", "<p>a</p>", "<p>c</p><b>d</b>"]);
    expect(outline(tree)).toBe("body(2: p(2: #text) b(2: #text), 1: b(1: #text) p(1: #text), 1: p(1: #text))");
  });

  test("attributes count on request", () => {
    const pages = ['<p class="x">a', '<p class="y">a', '<p class="x">a'];
    expect(outline(treeOf(pages))).toBe("body(3: p(3: #text))");
    const tree = treeOf(pages, { attributes: ["class"] });
    expect(outline(tree)).toBe('body(2: p[class="x"](2: #text), 1: p[class="y"](1: #text))');
    expect(noiseOf('<p class="x">a', tree)).toEqual(["a"]);
    expect(noiseOf('<p class="y">a', tree)).toEqual([]);
    expect(noiseOf('<p class="z">a', tree)).toEqual([]);
  });

  test("scripts, comments, blanks and hidden parts do not count", () => {
    const tree = treeOf(["<p>a</p>", "<!-- c --><script>x</script> <p>a</p><div></div><br><div hidden><p>b</div>"]);
    expect(outline(tree)).toBe("body(2: p(2: #text))");
  });

  test("a page without a body does not count", () => {
    const builder = new StyleTreeBuilder();
    // With source ranges a page is read unmended.
    const frames = parse("<frameset><frame src=a></frameset>", { sourceRanges: true });
    builder.add(frames);
    expect(builder.pages).toBe(0);
    expect(builder.finish().pages).toBe(0);
    expect(noisyNodes(parse("<p>a"), builder.finish())).not.toContain(1);
    expect(noisyNodes(frames, treeOf(["<p>a", "<p>a"]))).not.toContain(1);
  });

  test("a finished tree does not change with the pages that follow", () => {
    const builder = new StyleTreeBuilder();
    for (const page of sitePages(5)) builder.add(page);
    const tree = builder.finish();
    const before = structuredClone(tree);
    for (const page of ["<p>a", "<nav>b"]) builder.add(parse(page));
    expect(tree).toEqual(before);
    expect(builder.finish().pages).toBe(7);
  });
});

describe("importance", () => {
  test("the paper's example: a body of one style, a table of four, on 100 pages", () => {
    const insides = ["<b>x</b>".repeat(1), "<b>x</b>".repeat(2), "<b>x</b>".repeat(3), "<b>x</b>".repeat(4)];
    const pages = [35, 25, 25, 15].flatMap((count, k) => Array(count).fill(`<section>${insides[k]}</section>`));
    const tree = treeOf(pages);
    const { node } = tree.importance;
    expect(node[0]).toBe(0);
    expect(node[elementNamed(tree, "section")]).toBeCloseTo(0.292, 3);
  });

  test("text on all pages has no importance, text on one page a lot", () => {
    const leaf = (texts: readonly string[]) => {
      const tree = treeOf(texts.map((text) => `<p>${text}`));
      return tree.importance.composite[elementNamed(tree, "#text")];
    };
    expect(leaf(Array(10).fill("All rights reserved"))).toBeCloseTo(0);
    expect(leaf(["one", "two", "three", "four"])).toBe(1);
    expect(leaf(["only"])).toBe(1);
    // Two features: one on both pages, one on a single page.
    expect(leaf(["same", "same other"])).toBeCloseTo(0.5);
  });

  test("link targets count only on request", () => {
    const pages = ["<a href=/1>More</a>", "<a href=/2>More</a>", "<a href=/3>More</a>"];
    const importance = (options: StyleTreeOptions) => treeOf(pages, options).importance.composite[1];
    expect(importance({})).toBeCloseTo(0);
    expect(importance({ linkAddresses: true })).toBeCloseTo(3 / 4);
  });

  test("equals a slow recursion, and so does the noise", () => {
    let between = 0;
    let noisy = 0;
    fc.assert(
      fc.property(randomSite, randomPage, fc.boolean(), fc.constantFrom(0.5, 0.9), (site, other, links, gamma) => {
        const pages = site.map((html) => parse(html));
        const tree = treeOf(pages, { linkAddresses: links, attenuation: gamma });
        const slow = slowStyleTree(pages, links, gamma);
        compare(tree, 0, slow);
        for (const page of [...pages, parse(other)]) {
          for (const threshold of [0.123, 0.456, 0.789]) {
            const marks = noisyNodes(page, tree, { threshold });
            expect([...marks]).toEqual([...slowNoise(page, slow, threshold)]);
            noisy += marks.reduce((sum, mark) => sum + mark, 0);
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(between).toBeGreaterThan(300);
    expect(noisy).toBeGreaterThan(1_000);

    function compare(tree: StyleTree, element: number, slow: SlowElement): void {
      const { node, composite } = tree.importance;
      if (slow.composite > 0.01 && slow.composite < 0.99) between++;
      expect(tree.shape.pages[tree.shape.styleOf[element]]).toBe(slow.m);
      expect(node[element]).toBeCloseTo(slow.node, 9);
      expect(composite[element]).toBeCloseTo(slow.composite, 9);
      const styles = stylesOf(tree, element);
      expect([...styles.keys()].sort()).toEqual([...slow.styles.keys()].sort());
      for (const [key, elements] of styles) {
        elements.forEach((e, k) => {
          compare(tree, e, slow.styles.get(key)?.[k] as SlowElement);
        });
      }
    }
  });

  test("the order of the pages does not matter", () => {
    const byPath = (tree: StyleTree, element = 0, path = "body", found = new Map<string, number>()) => {
      found.set(path, tree.importance.composite[element]);
      for (const [key, elements] of stylesOf(tree, element)) {
        for (const [k, e] of elements.entries()) byPath(tree, e, `${path} / ${key} ${k}`, found);
      }
      return found;
    };
    fc.assert(
      fc.property(
        randomSite.chain((site) => fc.tuple(fc.constant(site), fc.shuffledSubarray(site, { minLength: site.length }))),
        ([site, shuffled]) => {
          const expected = byPath(treeOf(site));
          const found = byPath(treeOf(shuffled));
          expect(found.size).toBe(expected.size);
          for (const [path, importance] of found) expect(importance).toBeCloseTo(expected.get(path) as number, 9);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("noisyNodes", () => {
  test("marks menu and footer of a page that is not in the tree, and keeps its article", () => {
    const pages = sitePages(21);
    const page = pages.pop() as Page;
    // The article's last words are the same on all pages.
    expect(noiseOf(page, treeOf(pages))).toEqual(
      "Home,News,Shop,About us,Contact,nobody,else.,© Made-up Press,Imprint".split(","),
    );
    expect(noiseOf(page, treeOf(pages.slice(0, 1)))).toEqual([]);
  });

  test("keeps a layout that no page of the batch has", () => {
    const menu = "<nav><a href=/>Home</a></nav>";
    const tree = treeOf(Array.from({ length: 10 }, (_, i) => `${menu}<main><p>Page ${i} of ten</main>`));
    expect(noiseOf(`${menu}<main><ul><li>Something new</ul></main>`, tree)).toEqual(["Home"]);
    // Another sequence at the top: nothing below is known.
    expect(noiseOf(`${menu}<main><p>Page 3</main><aside>New</aside>`, tree)).toEqual([]);
  });

  test("noise is on minimumPages pages", () => {
    const tree = treeOf(["<p>Menu</p><b>x", "<p>Menu</p><b>y", "<p>Menu</p><b>y</b><i>z"]);
    const page = parse("<p>Menu</p><b>x");
    for (const [minimumPages, found] of [
      [2, 1],
      [3, 0],
    ] as const) {
      const marks = noisyNodes(page, tree, { minimumPages });
      expect(textsWhere(page, (i) => marks[i] === 1)).toHaveLength(found);
    }
  });

  test("an unclosed anchor without href is not a leaf", () => {
    const pages = Array.from({ length: 6 }, (_, i) => `<a name=top><div><p>Menu</p><p>Number${i}</p></div>`);
    expect(noiseOf(pages[2], treeOf(pages))).toEqual(["Menu"]);
  });

  test("a higher threshold marks everything a lower one does, on any tag soup", () => {
    fc.assert(
      fc.property(fc.array(tagSoup, { minLength: 1, maxLength: 4 }), tagSoup, (site, other) => {
        const tree = treeOf([...site, ...site]);
        for (const html of [...site, other]) {
          const page = parse(html);
          const low = noisyNodes(page, tree, { threshold: 0.1 });
          const high = noisyNodes(page, tree, { threshold: 0.6 });
          expect(low.every((mark, i) => mark <= high[i])).toBe(true);
          expect(noisyNodes(page, tree, { threshold: 0 })).not.toContain(1);
        }
        for (const importance of tree.importance.composite) {
          expect(importance).toBeGreaterThanOrEqual(0);
          expect(importance).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("handles 200,000 nested elements and 50,000 siblings", () => {
    const parsed = (html: string) => parse(html, { limits: { depth: 1e6 } });
    const deep = (word: string) => parsed(`<p>Same</p>${"<div>".repeat(200_000)}${word}`);
    const wide = (word: string) => parsed(`<p>Same</p><ul>${"<li>x".repeat(50_000)}<li>${word}</ul>`);
    for (const make of [deep, wide]) {
      const page = make("three");
      const tree = treeOf([make("one"), page]);
      const marks = noisyNodes(page, tree);
      expect(textsWhere(page, (i) => marks[i] === 0)).toEqual(["three"]);
    }
  });

  test("invalid options are errors", () => {
    for (const options of [{ attenuation: 2 }, { attributes: "class" }, { linkAddresses: 1 }, { threshold: 0.2 }]) {
      expect(() => new StyleTreeBuilder(options as StyleTreeOptions)).toThrow(DehuskError);
    }
    expect(() => noisyNodes(parse(""), treeOf([]), { threshold: Number.NaN })).toThrow(DehuskError);
    expect(() => noisyNodes(parse(""), treeOf([]), { t: 1 } as object)).toThrow(/Unknown option "t"/);
  });
});
