import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateBoxes } from "../layout/index.ts";
import {
  COMMENT,
  isElement,
  isShown,
  isText,
  type Page,
  parse,
  splitWords,
  sumOf,
  tagName,
  textOf,
} from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { ancestorFeatures, neighbourFeatures, pageFeatures } from "./context-features.ts";
import { describeNodeFeatures } from "./descriptions/node-descriptions.ts";
import { nodeFeatureNames, nodeFeatures } from "./node-features.ts";
import { viewPage } from "./page-view.ts";
import { placeFeatures } from "./place-features.ts";
import { tagFeatures } from "./tag-features.ts";
import { countingReads } from "./testing/counting-reads.ts";
import { hostilePages } from "./testing/hostile-pages.ts";
import { textFeatures } from "./text-features.ts";

const groups = { textFeatures, placeFeatures, tagFeatures, ancestorFeatures, neighbourFeatures, pageFeatures };
const width = nodeFeatureNames.length;
const column = (name: string) => (nodeFeatureNames as readonly string[]).indexOf(name);

function allNodes(page: Page): Int32Array {
  return Int32Array.from({ length: page.size }, (_, i) => i);
}

describe("the list of features", () => {
  test("has unique names, each with a unit and a reason", () => {
    const names = nodeFeatureNames;
    expect(new Set(names).size).toBe(names.length);
    for (const { name, unit, why } of describeNodeFeatures()) {
      expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(unit).not.toBe("");
      expect(why).toMatch(/\w+ \w+/);
    }
  });

  test.each(Object.entries(groups))("%s writes its columns, all of them and no others", (_, group) => {
    const page = parse(
      "<title>A b</title><h1>A b</h1><p>Some words, <a href=/x>a link</a>.<img src=i><ul><li>x<li>y</ul>",
    );
    const view = viewPage(page, estimateBoxes(page));
    const count = group.names.length;
    const unwritten = new Set(group.names.map((_, f) => f));
    for (let node = 0; node < page.size; node++) {
      const rows = [-7, -11].map((sentinel) => {
        const row = new Float32Array(count + 8).fill(sentinel);
        group.fill(view, node, row, 4);
        expect([...row.subarray(0, 4), ...row.subarray(count + 4)]).toEqual(new Array(8).fill(sentinel));
        return row;
      });
      for (let f = 0; f < count; f++) if (rows[0]?.[f + 4] === rows[1]?.[f + 4]) unwritten.delete(f);
    }
    expect([...unwritten]).toEqual([]);
  });

  test("is in the order of the columns", () => {
    const page = parse("<title>A b</title><nav><a href=/>Home</a></nav><h1>A b</h1><p>Some words of text.</p>");
    const boxes = estimateBoxes(page);
    const view = viewPage(page, boxes);
    const rows = nodeFeatures(viewPage(page, boxes), allNodes(page));
    for (let node = 0; node < page.size; node++) {
      let at = 0;
      for (const group of Object.values(groups)) {
        const own = new Float32Array(group.names.length);
        group.fill(view, node, own, 0);
        expect(rows.slice(node * width + at, node * width + at + own.length)).toEqual(own);
        expect(nodeFeatureNames.slice(at, at + own.length)).toEqual(group.names);
        at += own.length;
      }
      expect(at).toBe(width);
    }
  });
});

describe("every value is a finite number", () => {
  test.each(Object.entries(hostilePages))("on %s", (_, html) => {
    const page = parse(html);
    const rows = nodeFeatures(viewPage(page, estimateBoxes(page)), allNodes(page));
    expect(rows.length).toBe(page.size * width);
    expectFinite(rows);
  });

  test("on 100,000 nested elements", () => {
    const page = nested(100_000);
    const boxes = estimateBoxes(page);
    const nodes = allNodes(page).filter((i) => i % 50 === 0 || i > page.size - 50);
    expectFinite(nodeFeatures(viewPage(page, boxes), nodes));
  });

  test("on any page, and shares of what is shown lie between 0 and 1", () => {
    const shares = describeNodeFeatures().flatMap(({ unit }, f) => (/^share |^0 or 1$/.test(unit) ? [f] : []));
    expect(shares.length).toBeGreaterThan(40);
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml), (html) => {
        const page = parse(html);
        const rows = nodeFeatures(viewPage(page, estimateBoxes(page)), allNodes(page));
        expectFinite(rows);
        for (let node = 0; node < page.size; node++) {
          if (page.tag[node] === COMMENT) continue;
          for (const f of shares) {
            const value = rows[node * width + f];
            if (!(value >= 0 && value <= 1)) throw new Error(`${nodeFeatureNames[f]} is ${value}`);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  function expectFinite(rows: Float32Array): void {
    const at = rows.findIndex((value) => !Number.isFinite(value));
    expect(at < 0 ? "all finite" : `${nodeFeatureNames[at % width]}: ${rows[at]}`).toBe("all finite");
  }
});

function nested(depth: number): Page {
  const html = `<title>words</title>${"<div class=d>word ".repeat(depth)}`;
  return parse(html, { limits: { depth: 3 * depth, nodes: 5 * depth } });
}

test.each<[string, (size: number) => string]>([
  ["nested elements with text", (size) => "<div>word ".repeat(size)],
  ["nested elements without text", (size) => `${"<div>".repeat(size)}word`],
  ["nested elements whose text comes last", (size) => `${"<div>".repeat(size)}${"word</div>".repeat(size)}`],
  ["a flat list", (size) => `<ul>${"<li>word</li>".repeat(size)}`],
])("twice the page costs twice the look-ups: %s", (_, html) => {
  const readsFor = (size: number): number => {
    const whole = parse(html(size), { limits: { depth: 1e6, nodes: 1e6 } });
    const { page, reads } = countingReads(whole);
    nodeFeatures(viewPage(page, estimateBoxes(whole)), allNodes(whole));
    return reads();
  };
  expect(readsFor(4000) / readsFor(2000)).toBeLessThan(2.2);
});

test("subtree figures match a walk down the tree", () => {
  fc.assert(
    fc.property(fc.oneof(tagSoup, wellFormedHtml), (body) => {
      const page = parse(`<title>two words more</title>${body}`);
      const nodes = allNodes(page);
      const rows = nodeFeatures(viewPage(page, estimateBoxes(page)), nodes);
      const figures = naiveFigures(page);
      const all = figures[0];
      for (const node of nodes) {
        const own = figures[node];
        const expected = {
          words: Math.log2(1 + own.words),
          wordShare: share(own.words, all.words),
          plainWords: Math.log2(1 + own.words - own.anchorWords),
          linkDensity: share(own.anchorCharacters, own.characters),
          links: Math.log2(1 + own.links),
          linksPerWord: own.links / (1 + own.words),
          textPerElement: Math.log2(1 + own.characters / Math.max(1, own.elements)),
          images: Math.log2(1 + own.images),
          titleWords: share(own.titleWords, own.words),
          proseShare: share(own.prose, own.characters),
          proseHeld: share(own.prose, all.prose),
        };
        const found = Object.fromEntries(
          Object.keys(expected).map((name) => [name, rows[node * width + column(name)]]),
        );
        expect(found).toEqual(
          Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, Math.fround(value)])),
        );
      }
    }),
    { numRuns: 150 },
  );
});

interface Figures {
  words: number;
  characters: number;
  anchorWords: number;
  anchorCharacters: number;
  links: number;
  elements: number;
  images: number;
  titleWords: number;
  prose: number;
}

/** The figures of all subtrees by recursion, from the texts and tags themselves. */
function naiveFigures(page: Page): Figures[] {
  const title = new Set(["two", "words", "more"]);
  const prose = naiveProse(page);
  const children = Array.from({ length: page.size }, (): number[] => []);
  for (let i = 1; i < page.size; i++) children[page.parent[i]]?.push(i);
  const figures: Figures[] = [];
  const visit = (node: number, inLink: boolean): Figures => {
    const shown = isShown(page, node);
    const element = isElement(page, node);
    const link = element && page.attributes[node]?.some(({ name }) => /^(?:xlink:)?href$/.test(name)) === true;
    const isLink = link && (tagName(page, node) === "a" || tagName(page, node) === "svg a");
    const text = shown && isText(page, node) ? textOf(page, node) : "";
    // A word across two nodes counts for the first, so words come from the page's own count.
    const words = text === "" ? 0 : page.sums.words[node + 1] - page.sums.words[node];
    const characters = text.match(/[^\s\u200b]/gu)?.length ?? 0;
    const anchored = inLink || isLink;
    const own: Figures = {
      words,
      characters,
      anchorWords: anchored ? words : 0,
      anchorCharacters: anchored ? characters : 0,
      links: isLink && shown ? 1 : 0,
      elements: element ? 1 : 0,
      images: element && shown && /^(?:svg )?image$|^img$/.test(tagName(page, node)) ? 1 : 0,
      titleWords: splitWords(text.toLowerCase()).filter((word) => title.has(word)).length,
      prose: prose.has(node) && !anchored ? characters : 0,
    };
    for (const child of children[node]) {
      const below = visit(child, anchored);
      for (const name of Object.keys(own) as (keyof Figures)[]) own[name] += below[name];
    }
    figures[node] = own;
    return own;
  };
  visit(0, false);
  return figures;
}

/** Text nodes in blocks of twelve words or more that are at most a third links. */
function naiveProse(page: Page): Set<number> {
  const found = new Set<number>();
  for (let b = 0; b < page.blocks.count; b++) {
    const texts: number[] = [];
    for (let i = page.blocks.first[b]; i <= page.blocks.last[b]; i++) {
      if (isText(page, i)) texts.push(i);
    }
    const sum = (sums: Int32Array) => texts.reduce((total, i) => total + sumOf(page, sums, i), 0);
    const { words, characters, anchorCharacters } = page.sums;
    if (sum(words) >= 12 && 3 * sum(anchorCharacters) <= sum(characters)) for (const i of texts) found.add(i);
  }
  return found;
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

test("a node's features do not depend on which other nodes are requested, or in what order", () => {
  fc.assert(
    fc.property(tagSoup, fc.infiniteStream(fc.nat()), (html, stream) => {
      const page = parse(html);
      const boxes = estimateBoxes(page);
      const rows = nodeFeatures(viewPage(page, boxes), allNodes(page));
      const picked = Int32Array.from({ length: 10 }, () => (stream.next().value as number) % page.size);
      const again = nodeFeatures(viewPage(page, boxes), picked);
      for (const [r, node] of picked.entries()) {
        expect(again.slice(r * width, (r + 1) * width)).toEqual(rows.slice(node * width, (node + 1) * width));
      }
    }),
    { numRuns: 60 },
  );
});
