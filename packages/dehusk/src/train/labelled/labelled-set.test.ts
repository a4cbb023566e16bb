import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asLines } from "../testing/labelled-lines.ts";
import { readSet, type SetPage, surveySet } from "./labelled-set.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-labelled-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function pagesOf(records: readonly unknown[], most = 600): Promise<SetPage[]> {
  const path = join(folder, "made-up.jsonl.br");
  await writeFile(path, brotliCompressSync(asLines(records)));
  const pages: SetPage[] = [];
  const set = await surveySet({ path, name: "made-up", isResearchOnly: false }, most);
  for await (const page of readSet(set)) pages.push(page);
  expect(pages.map(({ host }) => host)).toEqual(set.hosts);
  expect(pages.filter(({ text }) => text !== undefined).length).toBe(set.texts);
  return pages;
}

describe("a labelled set", () => {
  test("skips lines without HTML, without labels, and generated pages", async () => {
    const kept = [
      { id: "text", html: "<p>a", text: "a" },
      { id: "empty truth", html: "<p>a", text: "" },
      { id: "pieces", html: "<p>a", text: null, include: ["a"], exclude: null },
    ];
    const leftOut = [
      { id: "no html", text: "a" },
      { id: "empty html", html: "", text: "a" },
      { id: "no label", html: "<p>a", text: null, include: [], exclude: ["a"] },
      { id: "made up", html: "<p>a", text: "a", meta: { synthetic: true } },
      "not a record",
    ];
    const pages = await pagesOf([...leftOut, ...kept]);
    expect(pages.map(({ id }) => id)).toEqual(kept.map(({ id }) => id));
    expect(pages[2]).toMatchObject({ set: "made-up", include: ["a"], exclude: [] });
    expect(pages[2]?.text).toBeUndefined();
  });

  test("takes the host from the address, else the site, else the id; passes on web addresses only", async () => {
    const label = { html: "<p>a", text: "a" };
    const pages = await pagesOf([
      { ...label, id: 1, url: "https://www.a.example/x", meta: { site: "b", pageType: "forum" } },
      { ...label, id: 2, url: "file:///home/x.html", meta: { site: "b" } },
      { ...label, id: 3, url: "x.html" },
      { ...label, url: null, meta: null },
    ]);
    expect(pages.map(({ host }) => host)).toEqual(["www.a.example", "b", "3", "made-up:4"]);
    expect(pages.map(({ url }) => url)).toEqual(["https://www.a.example/x", undefined, undefined, undefined]);
    expect(pages.map(({ pageType }) => pageType)).toEqual(["forum", undefined, undefined, undefined]);
  });

  test("picks at most the given number of pages, evenly spaced and deterministic", async () => {
    const records = Array.from({ length: 100 }, (_, id) => ({ id, html: "<p>a", text: "a" }));
    const picked = (await pagesOf(records, 4)).map(({ id }) => Number(id));
    expect(picked).toEqual([12, 37, 62, 87]);
    expect((await pagesOf(records, 4)).map(({ id }) => Number(id))).toEqual(picked);
    for (const most of [1, 33, 99, 100, 101]) expect((await pagesOf(records, most)).length).toBe(Math.min(most, 100));
  });

  test("a line that is not JSON is an error", async () => {
    const path = join(folder, "bad.jsonl");
    await writeFile(path, `${asLines([{ id: 1, html: "<p>a", text: "a" }])}oops\n`);
    await expect(surveySet({ path, name: "bad", isResearchOnly: false }, 9)).rejects.toMatchObject({
      code: "unreadable",
    });
  });
});
