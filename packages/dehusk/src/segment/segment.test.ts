import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { estimateBoxes, estimateStyles } from "../layout/index.ts";
import { parse, textOf } from "../page/index.ts";
import { plainSegmentModel } from "./plain-model.ts";
import { findSegments, segment } from "./segment.ts";
import { type SegmentAlgorithm, type SegmentOptions, segmentAlgorithms } from "./segment-options.ts";
import { threeParts, twoColumns } from "./testing/made-up-pages.ts";

const model = plainSegmentModel("estimate");
const gcuts = { model, algorithm: "gcuts" } as const;

/** Elements with an id at the start and end of each segment. */
function placesOf(html: string, options: SegmentOptions = {}): string[] {
  const page = parse(html);
  const { leaf, label } = findSegments(page, { ...gcuts, ...options });
  const named = (node: number): string => {
    for (let at = node; at > 0; at = page.parent[at]) {
      const id = page.attributes[at]?.find(({ name }) => name === "id")?.value;
      if (id !== undefined) return id;
    }
    return "";
  };
  const places: Set<string>[] = [];
  for (const [k, node] of leaf.entries()) {
    const own = label[k];
    places[own] ??= new Set();
    places[own].add(named(node));
  }
  return places.map((names) => [...names].join("+"));
}

describe("hand-made pages without a trained model", () => {
  test("header, content and footer are segments", () => {
    expect(placesOf(threeParts, { lambda: 2.5 })).toEqual(["header", "content", "footer"]);
  });

  test("a column of links beside a column of prose is a segment, and so is the prose", () => {
    expect(placesOf(twoColumns)).toEqual(["left", "right"]);
  });

  test("lambda 0 separates everything that differs, a large one nothing; the number of segments falls with lambda", () => {
    const counts = [0, 0.3, 1, 1.5, 3, 5000].map((lambda) => segment(threeParts, { ...gcuts, lambda }).segments.length);
    expect(counts.toSorted((a, b) => b - a)).toEqual(counts);
    expect(counts[0]).toBeGreaterThan(3);
    expect(counts.at(-1)).toBe(1);
  });

  test("without parent edges (NP) columns are still separated; no segment has both", () => {
    const places = placesOf(twoColumns, { parentEdges: false });
    expect(places).toContain("left");
    expect(places.filter((place) => place.includes("+"))).toEqual([]);
  });

  test("correlation clustering and sections separate links from prose", () => {
    for (const algorithm of ["gcuts", "cclus", "sections"] as const) {
      const places = placesOf(twoColumns, { algorithm });
      expect(places).toContain("left");
      expect(places).toContain("right");
      expect(places.filter((place) => place.includes("+"))).toEqual([]);
    }
  });

  test("a segment may be in several places only on request", () => {
    const page = readFileSync(new URL("../../../../examples/forum-thread.html", import.meta.url));
    const count = (connected: boolean) => segment(page, { ...gcuts, lambda: 0.3, connected }).segments.length;
    expect(count(true)).toBeGreaterThan(count(false));
  });

  test("given styles separate what looks different", () => {
    const html = `<body>${`<div>${"<p>some words here".repeat(6)}</div>`.repeat(2)}`;
    const page = parse(html);
    const styles = estimateStyles(page);
    const boxes = { ...estimateBoxes(page), geometry: "rendered" as const };
    const half = Math.floor(page.size / 2);
    styles.background.fill(0x000040ff, half);
    styles.color.fill(0xffffffff, half);
    styles.fontSize.fill(30, half);
    const settings = { boxes, model: plainSegmentModel("rendered"), algorithm: "gcuts", lambda: 4 } as const;
    const dark = findSegments(page, { ...settings, styles });
    const plain = findSegments(page, settings);
    expect(dark.label[0]).not.toBe(dark.label.at(-1));
    expect(dark.count).toBeGreaterThan(plain.count);
  });
});

describe("the consensus with the shipped model", () => {
  const counts = (html: string, lambdas: readonly number[]) => {
    return lambdas.map((lambda) => segment(html, { lambda }).segments.length);
  };

  test("no segment has parts of two columns, or of header, content and footer", () => {
    for (const html of [threeParts, twoColumns]) {
      const places = placesOf(html, { algorithm: "consensus", model: "default" });
      expect(places.filter((place) => place.includes("+"))).toEqual([]);
    }
  });

  test("lambda 0 separates all pieces, a large one fewer than usual", () => {
    const [all, usual, one] = counts(threeParts, [0, 1, 1e6]) as [number, number, number];
    expect(one).toBeLessThanOrEqual(usual);
    expect(all).toBeGreaterThan(usual);
  });
});

describe("descriptions of segments", () => {
  test("paths, box, words, links, templateness and text are those of the segment's leaves", () => {
    const { segments, ...rest } = segment(threeParts, { ...gcuts, lambda: 2.5, url: "https://example.org/a" });
    expect(rest).toEqual({
      version: 1,
      url: "https://example.org/a",
      algorithm: "gcuts",
      lambda: 2.5,
      energy: expect.any(Number),
    });
    const [header, content, footer] = segments;
    expect(header).toMatchObject({ id: 0, paths: ["/html[1]/body[1]/header[1]"], nodes: 1, words: 14, links: 7 });
    expect(footer).toMatchObject({ id: 2, paths: ["/html[1]/body[1]/footer[1]"], words: 20, links: 9 });
    expect(content?.text).toMatch(/^A morning at the harbour\n+The harbour master/);
    expect(content?.templateness).toBeLessThan(header?.templateness as number);
    expect(content?.box[1] >= 100 && content?.box[3] > 200).toBe(true);
  });

  test("over all segments of an example, words and text add up to the page's", () => {
    const bytes = readFileSync(new URL("../../../../examples/article.html", import.meta.url));
    const squeezed = (text: string) => text.replace(/\s+/g, "");
    for (const algorithm of segmentAlgorithms) {
      const { page, leaf } = findSegments(bytes, { algorithm });
      const { segments } = segment(bytes, { algorithm });
      const shown = Array.from(leaf, (node) => textOf(page, node)).join("");
      expect(segments.map(({ text }) => squeezed(text)).join("").length).toBe(squeezed(shown).length);
    }
  });
});

const examples = new URL("../../../../examples/", import.meta.url);

test.each(readdirSync(examples).filter((name) => name.endsWith(".html")))("%s is deterministic", (name) => {
  const bytes = readFileSync(new URL(name, examples));
  for (const algorithm of segmentAlgorithms) {
    const once = segment(bytes, { algorithm });
    expect(segment(bytes, { algorithm })).toEqual(once);
    expect(once.segments.length).toBeGreaterThan(1);
    for (const { templateness, box } of once.segments) {
      expect(templateness >= 0 && templateness <= 1 && box.every(Number.isFinite)).toBe(true);
    }
  }
});

test("another seed may cluster differently, more trials never cost more", () => {
  const run = (trials: number, seed: number) =>
    segment(twoColumns, { ...gcuts, algorithm: "cclus", trials, seed }).energy;
  expect(run(20, 1)).toBeLessThanOrEqual(run(1, 1) as number);
  expect(run(5, 2)).toBe(run(5, 2));
});

test.each([
  [
    { algorithm: "magic" as SegmentAlgorithm },
    /"algorithm" must be one of consensus, gcuts, cclus, sections, not "magic"/,
  ],
  [{ lambda: -1 }, /"lambda" must be a number of at least 0, not -1/],
  [{ lambda: Number.POSITIVE_INFINITY }, /"lambda"/],
  [{ trials: 0 }, /"trials" must be a whole number from 1 to 10000, not 0/],
  [{ seed: 0.5 }, /"seed"/],
  [{ sead: 1 } as SegmentOptions, /Unknown option "sead"; did you mean "seed"\?/],
  [null as unknown as SegmentOptions, /Options must be an object/],
])("options %j are refused", (options, message) => {
  expect(() => segment("<p>a", options)).toThrow(message);
});
