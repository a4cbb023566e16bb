import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DehuskError } from "../../basics/index.ts";
import { isText, type Page, parse } from "../../page/index.ts";
import { asLines } from "../testing/labelled-lines.ts";
import {
  type AnnotatedBlock,
  annotatedNodes,
  htmlWithSheets,
  readSegmentedPages,
  type SegmentedPage,
  type segmentationSets,
  trueSegments,
} from "./segmentation-data.ts";

const html =
  '<html><head><base href="/site/"><link rel=stylesheet href="look.css?a=1&amp;b=2"></head><body>' +
  "<div>logo<ul><li>home</li></ul></div><p>loose</p><div><h1>title</h1><div>list<b>sub</b></div></div></body></html>";

const blocks: readonly AnnotatedBlock[] = [
  { id: "s0", label: "Header", level: 1, paths: ["/html[1]/body[1]/div[1]"] },
  { id: "s1", label: "Menu", level: 2, paths: ["/html[1]/body[1]/div[1]/ul[1]"] },
  { id: "s2", label: "Content", level: 1, paths: ["/html[1]/body[1]/div[2]"] },
  { id: "s3", label: "LinkList", level: 2, paths: ["/html[1]/body[1]/div[2]/div[1]"] },
  { id: "s4", label: "Title", level: 2, paths: ["/html[1]/body[1]/div[2]/div[1]/b[1]"] },
  { id: "s5", label: "Ad", level: 1, paths: ["/html[1]/body[1]/div[9]"] },
];

const leavesOf = (page: Page) => Int32Array.from({ length: page.size }, (_, i) => i).filter((i) => isText(page, i));

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "dehusk-segmentation-"));
  await mkdir(join(data, "segmentation"));
  const record = { id: "made/a", url: "http://a.example/page", html, segments: blocks, css: {}, imageSizes: {} };
  const marked = {
    ...record,
    css: { "look.css?a=1&amp;b=2": "p { color: red }" },
    imageSizes: { "../i.png": [30, 20], "bad:// ": [1, 1], "none.png": null },
  };
  const bare = { ...record, id: "made/b", segments: [] };
  for (const [set, records] of [
    ["kreuzer-popular", [marked, bare]],
    ["kreuzer-random", [{ ...record, id: "made/c" }]],
  ] as const) {
    await writeFile(join(data, "segmentation", `${set}.jsonl.br`), brotliCompressSync(asLines(records)));
  }
});
afterAll(() => rm(data, { recursive: true }));

async function readAll(...sets: (typeof segmentationSets)[number][]): Promise<SegmentedPage[]> {
  const pages: SegmentedPage[] = [];
  for await (const page of readSegmentedPages(data, ...(sets.length > 0 ? [sets] : []))) pages.push(page);
  return pages;
}

describe("annotated pages", () => {
  test("are read from all sets or one, skipping pages without annotations", async () => {
    expect((await readAll()).map(({ id, set }) => [id, set])).toEqual([
      ["made/a", "kreuzer-popular"],
      ["made/c", "kreuzer-random"],
    ]);
    const [page] = await readAll("kreuzer-random");
    expect(page).toMatchObject({ id: "made/c", url: "http://a.example/page", html, blocks });
  });

  test("have their style sheets and image sizes under the addresses that a browser requests", async () => {
    const [page] = await readAll();
    const { resources } = page as SegmentedPage;
    expect([...resources.keys()].sort()).toEqual(["http://a.example/i.png", "http://a.example/site/look.css?a=1&b=2"]);
    expect(resources.get("http://a.example/site/look.css?a=1&b=2")).toEqual({
      body: "p { color: red }",
      contentType: "text/css",
    });
    expect(resources.get("http://a.example/i.png")?.body).toContain('width="30" height="20"');
  });

  test("can have their style sheets inlined, with blocks at the same paths", async () => {
    const [read] = await readAll();
    const page = read as SegmentedPage;
    const whole = htmlWithSheets(page);
    expect(whole).toContain("<style>p { color: red }</style>");
    expect(whole).not.toContain("<link");
    expect(annotatedNodes(parse(whole), page.blocks)).toHaveLength(5);
    const other = '<link rel=icon href="look.css?a=1&amp;b=2"><link rel="stylesheet" href=unknown.css>';
    expect(htmlWithSheets({ ...page, html: other })).toBe(other);
    const printed = html.replace("rel=stylesheet", 'rel="stylesheet" media="print"');
    expect(htmlWithSheets({ ...page, html: printed })).toContain('<style media="print">');
  });

  test("cannot be read from a folder without any", async () => {
    await expect(readSegmentedPages(join(data, "nowhere")).next()).rejects.toThrow(DehuskError);
  });
});

describe("true segments", () => {
  const page = parse(html);
  const leaves = leavesOf(page);
  const texts = [...leaves].map((leaf) => page.strings[leaf]);

  test("are the innermost or outermost blocks around leaves", () => {
    expect(texts).toEqual(["logo", "home", "loose", "title", "list", "sub"]);
    expect([...trueSegments(page, blocks, leaves, "inner")]).toEqual([0, 1, -1, 2, 3, 4]);
    expect([...trueSegments(page, blocks, leaves, "outer")]).toEqual([0, 0, -1, 2, 2, 2]);
  });

  test("a path that leads nowhere is ignored", () => {
    expect(annotatedNodes(page, blocks).map(({ block }) => block)).toEqual([0, 1, 2, 3, 4]);
  });

  test("an annotation on a leaf itself counts", () => {
    const own = [{ id: "s0", label: "Logo", level: 1, paths: ["/html[1]/body[1]/div[1]/text()[1]"] }];
    expect([...trueSegments(page, own, leaves, "outer")]).toEqual([0, -1, -1, -1, -1, -1]);
  });
});
