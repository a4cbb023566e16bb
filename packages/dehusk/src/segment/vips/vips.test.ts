import { describe, expect, test } from "vitest";
import { type Boxes, estimateBoxes } from "../../layout/index.ts";
import { attribute, isShown, isText, type Page, parse, sumOf, tagName } from "../../page/index.ts";
import { vips, vipsLevels } from "./vips.ts";
import { extractBlocks } from "./vips-rules.ts";
import { findSeparators, ruleLines } from "./vips-separators.ts";
import { visualTree } from "./vips-tree.ts";

const leavesOf = (page: Page) =>
  Int32Array.from({ length: page.size }, (_, i) => i).filter(
    (i) => isShown(page, i) && isText(page, i) && sumOf(page, page.sums.characters, i) > 0,
  );

/** Segments as lists of the first words of their texts. */
function segmentsOf(html: string, permittedCoherence?: number): string[][] {
  const page = parse(html);
  const leaves = leavesOf(page);
  const labels = vips(page, estimateBoxes(page), leaves, { permittedCoherence });
  const segments = new Map<number, string[]>();
  for (const [k, leaf] of leaves.entries()) {
    const word = page.strings[leaf].trim().split(" ")[0];
    segments.set(labels[k], [...(segments.get(labels[k]) ?? []), word]);
  }
  return [...segments.values()];
}

/** Boxes from each element's `at` attribute: left, top, width, height; text is as large as its parent. */
function drawn(html: string): { page: Page; boxes: Boxes; byId: (id: string) => number } {
  const page = parse(html);
  const sides = [0, 1, 2, 3].map(() => new Float32Array(page.size)) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let i = 1; i < page.size; i++) {
    const at = attribute(page, i, "at")?.split(" ").map(Number);
    for (const [k, side] of sides.entries()) side[i] = at?.[k] ?? (isText(page, i) ? side[page.parent[i]] : 0) ?? 0;
  }
  const [x, y, w, h] = sides;
  const byId = (id: string) =>
    Array.from({ length: page.size }, (_, i) => i).find((i) => attribute(page, i, "id") === id) ?? -1;
  return { page, boxes: { geometry: "rendered", width: 1000, height: 1000, x, y, w, h }, byId };
}

const words = "and some more words to fill a line or two of it ".repeat(12);
const twoColumns =
  `<body><div style="padding:20px;background:navy"><h1>Site</h1></div>` +
  `<div style="margin-top:60px"><div style="float:left;width:200px"><ul><li>one<li>two<li>three</ul></div>` +
  `<div style="margin-left:300px"><p>First ${words}</p><p>Second ${words}</p></div></div>` +
  `<div style="clear:both;margin-top:60px;background:silver">Imprint</div></body>`;

describe("VIPS", () => {
  test("separates header, columns and footer, and keeps paragraphs and list items together", () => {
    expect(segmentsOf(twoColumns)).toEqual([["Site"], ["one", "two", "three"], ["First", "Second"], ["Imprint"]]);
  });

  test("higher coherence gives more segments; the lowest gives the whole page as one", () => {
    const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((permitted) => segmentsOf(twoColumns, permitted).length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBe(1);
  });

  test("several degrees at once give the same as one by one, each refining the one before", () => {
    const page = parse(twoColumns);
    const boxes = estimateBoxes(page);
    const leaves = leavesOf(page);
    const degrees = [1, 3, 5, 6, 6.5, 7, 8, 9, 10];
    const levels = vipsLevels(page, boxes, leaves, degrees);
    expect(levels).toEqual(degrees.map((permittedCoherence) => vips(page, boxes, leaves, { permittedCoherence })));
    for (const [k, fine] of levels.entries()) {
      const around = new Map(Array.from(fine, (segment, leaf) => [segment, levels[k - 1]?.[leaf]]));
      for (const [leaf, segment] of fine.entries()) expect(levels[k - 1]?.[leaf]).toBe(around.get(segment));
    }
  });

  test("nested steps that each split off one block do not take forever", () => {
    const steps = 3000;
    const block = (i: number) => `<div at="${i} ${i} ${i % 2 ? steps - i : 1} ${i % 2 ? 1 : steps - i}">x</div>`;
    const { page, boxes } = drawn(
      `<body at="0 0 ${steps} ${steps}">${Array.from({ length: steps }, (_, i) => block(i)).join("")}`,
    );
    const started = performance.now();
    expect(vips(page, boxes, leavesOf(page), { permittedCoherence: 10 }).length).toBe(steps);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test("separates columns of a table", () => {
    const html = `<table cellspacing=40><tr><td width=200><a href=a>left</a><td width=600><p>Right ${words}<p>Again ${words}</table>`;
    expect(segmentsOf(html, 8)).toEqual([["left"], ["Right", "Again"]]);
  });

  test("a rule separates its neighbours", () => {
    const page = (between: string) => `<div><p>above ${words}</p>${between}<p>below ${words}</p></div>`;
    expect(segmentsOf(page(""))).toEqual([["above", "below"]]);
    expect(segmentsOf(page("<hr>"), 8)).toEqual([["above"], ["below"]]);
  });

  test("gives every leaf a segment, on any page", () => {
    expect(segmentsOf("")).toEqual([]);
    expect(segmentsOf("lone")).toEqual([["lone"]]);
    const hidden = `<p>shown<p style="position:absolute;width:0;height:0;overflow:hidden">unseen<div>${"<div>".repeat(400)}deep`;
    expect(segmentsOf(hidden).flat().sort()).toEqual(["deep", "shown", "unseen"]);
  });

  test("is deterministic, and refuses a coherence out of range", () => {
    const page = parse(twoColumns);
    const boxes = estimateBoxes(page);
    expect(vips(page, boxes, leavesOf(page))).toEqual(vips(page, boxes, leavesOf(page)));
    expect(() => vips(page, boxes, leavesOf(page), { permittedCoherence: 11 })).toThrow(RangeError);
  });
});

describe("dividing rules", () => {
  /** Blocks of a round that starts at the body, as tags (with ids) and DoC. */
  const blocksOf = (html: string) => {
    const { page, boxes } = drawn(html);
    const { blocks } = extractBlocks(visualTree(page, boxes), bodyOf(page));
    return blocks.map(({ node, doc }) => [attribute(page, node, "id") ?? tagName(page, node), doc]);
  };
  const bodyOf = (page: Page) => Array.from(page.tag).indexOf(page.tagNames.indexOf("body"));
  const large = 'at="0 0 1000 500"';

  test("4: text of one font has a DoC of 10, of several fonts 9", () => {
    const html = `<body><p id=a ${large}>one <i at="0 0 9 9">font</i></p><p id=b ${large}>two <b at="0 0 9 9">fonts</b></p>`;
    expect(blocksOf(html)).toEqual([
      ["a", 10],
      ["b", 9],
    ]);
  });

  test("1 and 2: a node that shows nothing is cut, an only child replaces its parent", () => {
    const html = `<body><div ${large}></div><div ${large}><div ${large}><p id=a ${large}>text</p></div></div><p id=b ${large}>more</p>`;
    expect(blocksOf(html)).toEqual([
      ["a", 10],
      ["b", 10],
    ]);
  });

  test("8: a cell with another background stays whole, with a DoC from 6 to 8", () => {
    const row = (colour: string) =>
      `<body><table id=t at="0 0 1000 900"><tr id=r at="0 0 1000 900"><td id=a at="0 0 500 900"${colour}><p at="0 0 500 400">x<p at="0 400 500 400">y</td>` +
      '<td id=b at="500 0 500 900">z</td></tr></table><p id=c at="0 900 1000 100">end</p>';
    expect(blocksOf(row(""))).toContainEqual(["c", 10]);
    const [first] = blocksOf(row(" bgcolor=red")) as [[string, number]];
    expect(first[0]).toBe("a");
    expect(first[1]).toBeGreaterThanOrEqual(6);
    expect(first[1]).toBeLessThanOrEqual(8);
  });

  test("9: a small node with text of its own is not divided", () => {
    const html = `<body><div id=a at="0 0 100 100"><span at="0 0 100 20">text</span><ul at="0 50 100 50"><li at="0 50 100 50">item</li></ul></div><p id=b ${large}>x</p>`;
    expect(blocksOf(html)).toEqual([
      ["a", 6],
      ["b", 10],
    ]);
  });

  test("an element without a size takes the size of its floats", () => {
    const { page, boxes, byId } = drawn('<body><div id=a><p at="10 20 30 40">x</p><p at="50 20 30 60">y</p></div>');
    const tree = visualTree(page, boxes);
    const node = byId("a");
    expect([tree.left[node], tree.top[node], tree.right[node], tree.bottom[node]]).toEqual([10, 20, 80, 80]);
    expect(tree.isValid[node]).toBe(1);
  });
});

describe("separators", () => {
  const weightsOf = (html: string, isHorizontal = true) => {
    const { page, boxes, byId } = drawn(html);
    const ids = ["a", "b", "c"].map(byId).filter((node) => node >= 0);
    const rules = [byId("hr")].filter((node) => node >= 0);
    const blocks = ids.map((node) => ({ node, doc: 10 }));
    const tree = visualTree(page, boxes);
    return findSeparators(tree, blocks, ruleLines(tree, rules, isHorizontal), isHorizontal).separators;
  };

  test("are where no block is in the way", () => {
    // A header above two columns: one separator below it in one direction, none in the other.
    const html = '<div id=a at="0 0 100 10">h</div><div id=b at="0 30 40 50">l</div><div id=c at="60 30 40 70">r</div>';
    expect(weightsOf(html).map(({ after }) => after)).toEqual([1]);
    expect(weightsOf(html, false)).toEqual([]);
    const columns = '<div id=b at="0 30 40 50">l</div><div id=c at="60 30 40 70">r</div>';
    expect(weightsOf(columns, false).map(({ after }) => after)).toEqual([1]);
    expect(weightsOf('<p id=a at="0 0 9 9">x</p><p id=b at="0 5 9 9">y</p>')).toEqual([]);
    expect(weightsOf('<p id=a at="0 0 9 9">x</p><p id=b at="0 9 9 9">y</p>')).toEqual([{ after: 1, weight: 0 }]);
  });

  test("weigh more if wider, with a rule, or between different backgrounds or fonts; less between similar blocks", () => {
    const weight = (gap: number, b = "<div", inner = "y", between = "") =>
      weightsOf(
        `<div id=a at="0 0 100 10"><p at="0 0 9 9">x</p></div>${between}${b} id=b at="0 ${10 + gap} 100 10">${inner}`,
      )[0]?.weight ?? -1;
    const plain = weight(20, "<ul");
    expect(weight(60, "<ul")).toBeGreaterThan(plain);
    expect(weight(5, "<ul")).toBeLessThan(plain);
    expect(weight(20, "<ul", "y", '<hr id=hr at="0 15 100 2">')).toBeGreaterThan(plain);
    expect(weight(20, "<ul bgcolor=red")).toBeGreaterThan(plain);
    expect(weight(20, "<ul", '<h1 at="0 30 9 9">y</h1>')).toBeGreaterThan(plain);
    expect(weight(20, "<div")).toBeLessThan(plain);
  });
});
