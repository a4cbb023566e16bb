import { expect, test } from "vitest";
import { DehuskError } from "../../basics/index.ts";
import { annotatedPage, annotatedPages } from "../../segment/testing/annotated-pages.ts";
import type { SegmentedPage } from "./segmentation-data.ts";
import { labelledViews, segmentAgreement, viewSegmentedPages } from "./segmented-views.ts";

const marked = (line = annotatedPage(0), change: Partial<SegmentedPage> = {}): SegmentedPage => {
  const { id, url, html, segments: blocks } = line;
  const resources = new Map([[`${url}look.css`, { body: line.css["/look.css"], contentType: "text/css" }]]);
  return { id, set: "made-up", url, html, blocks, resources, ...change };
};

async function* each(...pages: SegmentedPage[]): AsyncGenerator<SegmentedPage> {
  yield* pages;
}

const estimate = { geometry: "estimate" } as const;

test("a page is laid out with its style sheet, and its leaves have the annotated segments", async () => {
  const [view] = await viewSegmentedPages(each(marked()), estimate);
  const [bare] = await viewSegmentedPages(each(marked(undefined, { resources: new Map() })), estimate);
  if (view === undefined || bare === undefined) throw new Error("A page is missing.");
  const { leaf, boxes } = view.view;
  const segments = Array.from(view.truth.inner);
  expect(new Set(segments)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
  expect(segments).toEqual([...segments].sort());
  const left = (of: typeof view, segment: number) =>
    Math.min(
      ...Array.from(of.view.leaf).flatMap((node, k) => (of.truth.inner[k] === segment ? [of.view.boxes.x[node]] : [])),
    );
  expect(left(view, 5)).toBeGreaterThan(left(view, 2) + 700);
  expect(left(bare, 5)).toBeLessThan(left(view, 2) + 100);
  expect(Array.from(view.characters).every((count) => count > 0)).toBe(true);
  expect(boxes.geometry).toBe("estimate");
  expect(labelledViews([view], "inner")).toEqual([{ view: view.view, truth: view.truth.inner }]);
  expect(leaf.length).toBe(segments.length);
});

test("half a page counts with the segments it has, and not at all if fewer than two are left", async () => {
  const { html } = annotatedPage(1);
  const half = html.slice(0, html.indexOf("<h2>", html.indexOf("<h2>") + 1));
  const start = html.slice(0, html.indexOf("<ul"));
  const nothing = marked(annotatedPage(2), { blocks: [] });
  const views = await viewSegmentedPages(
    each(marked(annotatedPage(1), { html: half }), marked(annotatedPage(2), { html: start }), nothing),
    estimate,
  );
  expect(views.map(({ id }) => id)).toEqual(["made-up/1"]);
  expect(new Set(views[0]?.truth.inner)).toEqual(new Set([0, 1, 2]));
});

test("failing pages are reported and skipped, the others are not", async () => {
  const failures: string[] = [];
  const wrong = marked(annotatedPage(1), { blocks: [{ id: "s0", label: "x", level: 1, paths: ["//div["] }] });
  const huge = marked(annotatedPage(2), { html: `${annotatedPage(2).html}${"<p>x".repeat(600)}` });
  let pages = 0;
  const views = await viewSegmentedPages(each(marked(), wrong, huge, marked(annotatedPage(3))), {
    ...estimate,
    limits: { nodes: 600 },
    onPage: () => pages++,
    onFailure: (id, error) => failures.push(`${id} ${error.code}`),
  });
  expect(failures).toEqual(["made-up/1 bad-input", "made-up/2 limit-nodes"]);
  expect(views.map(({ id }) => id)).toEqual(["made-up/0", "made-up/3"]);
  expect(pages).toBe(4);
});

test("an error of the source ends it", async () => {
  async function* broken(): AsyncGenerator<SegmentedPage> {
    yield* annotatedPages(1).map((line) => marked(line));
    throw new DehuskError("unreadable", "The file ends here.");
  }
  await expect(viewSegmentedPages(broken(), estimate)).rejects.toMatchObject({ code: "unreadable" });
});

test("agreement is 2 for the same segments under other numbers, ignoring leaves of unknown truth", () => {
  expect(segmentAgreement([0, 0, 1, 1, -1, -1], [5, 5, 2, 2, 5, 9])).toBeCloseTo(2, 12);
  expect(segmentAgreement([0, 0, 1, 1], [5, 5, 5, 2])).toBeLessThan(1.5);
});
