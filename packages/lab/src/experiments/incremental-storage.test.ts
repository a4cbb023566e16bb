import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asLines } from "../../../dehusk/src/train/testing/labelled-lines.ts";
import { writeReport } from "../report/write-report.ts";
import { runExperiment } from "../run-experiment.ts";
import { measureSite } from "./incremental-figures.ts";
import { batchStarts, defaultLifetime, runTable } from "./incremental-methods.ts";
import { runRedesign } from "./incremental-redesign.ts";
import { settingForAll, smallestSetting, walkGrid } from "./incremental-search.ts";
import { cutPage, type StreamPage } from "./incremental-sites.ts";
import { averagesOf } from "./incremental-storage-report.ts";
import { byCharacters, precisionOf, recallOf, siteTruths, sumTallies, tallyPage } from "./incremental-truth.ts";

/** Two blocks of frame around one of story; each has one segment. */
function framed(number: number): { readonly id: string; readonly url: string; readonly html: string } {
  const story = `Story ${number} tells of word${number} and thing${number}`;
  return {
    id: String(number),
    url: `https://framed.example/${number}`,
    html: `<div>Home News Contact Search</div><p>${story}</p><div>Imprint and privacy</div>`,
  };
}

function framedSite(pages: number): StreamPage[] {
  return Array.from({ length: pages }, (_, number) => cutPage(framed(number)));
}

describe("truth", () => {
  test("everything around the stories is template", () => {
    const { repetition, elements } = siteTruths(framedSite(6));
    for (const { blocks } of [repetition, elements]) {
      expect(blocks.map((own) => [...own])).toEqual(Array.from({ length: 6 }, () => [1, 0, 1]));
    }
  });

  test("a text beside an element that varies repeats without an element of its own", () => {
    const pages = [0, 1, 2, 3, 4, 5].map((number) =>
      cutPage({ id: "", html: `<p>Price of this fine article in the shop <b>${number}</b></p>` }),
    );
    const { repetition, elements } = siteTruths(pages);
    expect(repetition.blocks.map((own) => [...own])).toEqual(Array.from({ length: 6 }, () => [1]));
    expect(elements.blocks.map((own) => [...own])).toEqual(Array.from({ length: 6 }, () => [0]));
  });

  test("blocks are counted, and their characters", () => {
    const [{ segments }] = framedSite(1) as [StreamPage];
    const tally = tallyPage(segments, Uint8Array.of(1, 1, 0), Uint8Array.of(1, 0, 1));
    expect([recallOf(tally), precisionOf(tally)]).toEqual([1 / 2, 1 / 2]);
    const [home, story, imprint] = [24, 33, 19];
    expect(recallOf(byCharacters(tally))).toBe(home / (home + imprint));
    expect(precisionOf(byCharacters(tally))).toBe(home / (home + story));
  });
});

describe("storage at equal recall", () => {
  const pages = framedSite(20);
  const bytes = pages.reduce((sum, page) => sum + page.bytes, 0);
  const site = measureSite("framed", pages, 1);

  test("the table finds nothing on two pages and everything from the third on", () => {
    const { tallies } = runTable(pages, siteTruths(pages), defaultLifetime);
    expect(tallies.repetition.map(recallOf)).toEqual(pages.map((_, p) => (p < 2 ? 0 : 1)));
    expect(precisionOf(sumTallies(tallies.repetition))).toBe(1);
  });

  test("the smallest table remembers the last page: three segments of 20 bytes", () => {
    const { lifetime, run, reached, withTexts, lateness } = site.choices.repetition.table;
    expect({ lifetime, reached, storage: run.storage }).toEqual({
      lifetime: { base: 1, growth: 1 },
      reached: true,
      storage: 60,
    });
    // Ten stories have one-digit numbers, ten two-digit ones.
    const texts = 24 + 19 + (33 + 36) / 2;
    expect(withTexts).toBe(60 + texts);
    expect(lateness).toEqual({ segments: 2, never: 0, missed: 4 });
  });

  test("shingle needs five pages, SST two", () => {
    const { shingle, styleTree } = site.choices.repetition;
    expect([shingle.size, shingle.run.storage, shingle.wait]).toEqual([5, bytes / 4, { mean: 2, most: 4 }]);
    expect([styleTree.size, styleTree.run.storage, styleTree.wait]).toEqual([2, bytes / 10, { mean: 0.5, most: 1 }]);
    expect(recallOf(sumTallies(shingle.run.tallies.repetition))).toBe(1);
    const size = pages[0].bytes;
    expect(shingle.run.sizes.slice(3, 6)).toEqual([4 * size, 5 * size, size]);
    const { saving } = averagesOf([site], "repetition");
    expect(saving.shingle.ofAverages).toBe(1 - 60 / (bytes / 4));
    expect(saving.styleTree.least).toBe(1 - 60 / (bytes / 10));
  });

  test("a setting for all sites fits the hardest", () => {
    // The frame is on every third page only, so a segment must live that long.
    const rare = Array.from({ length: 60 }, (_, number) =>
      number % 3 === 0 ? cutPage(framed(number)) : cutPage({ id: "", html: `<p>Only story ${number} here</p>` }),
    );
    const grid = walkGrid(rare, siteTruths(rare));
    expect(smallestSetting(grid, "repetition")).toMatchObject({ base: 3, growth: 1 });
    const short = framedSite(4);
    expect(settingForAll([walkGrid(short, siteTruths(short))], "repetition")).toBeUndefined();
  });

  test("a segment that must be on twelve pages is found from the twelfth on, in any order", () => {
    const twelve = site.rules.filter(({ templatePages }) => templatePages === 12);
    expect(twelve).toHaveLength(6);
    for (const { tally } of twelve) expect([recallOf(tally), precisionOf(tally)]).toEqual([9 / 20, 1]);
  });

  test("leftover pages join the last batch", () => {
    expect(batchStarts(11, 4)).toEqual([0, 4, 11]);
    expect(batchStarts(3, 4)).toEqual([0, 3]);
  });
});

describe("a redesign", () => {
  const pages = framedSite(80);
  const { repetition } = siteTruths(pages);

  test("is recognized after a fifth of all pages, and the old design is gone after T_b · N", () => {
    for (const what of ["texts", "paths"] as const) {
      const figures = runRedesign(pages, repetition, defaultLifetime, what);
      expect(figures).toMatchObject({ page: 41, before: 1, back: 9, backToOwn: 9, forgotten: 25 });
      expect(figures.after).toEqual(Array.from({ length: 40 }, (_, k) => (k < 9 ? 0 : 1)));
    }
  });

  test("never expires if the stream ends before", () => {
    const { forgotten } = runRedesign(pages, repetition, { base: 20, growth: 16 }, "texts");
    expect(forgotten).toBeUndefined();
  });
});

describe("the experiment", () => {
  let data: string;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "dehusk-incremental-"));
    await write(
      "long-sites/swde-framed.jsonl.br",
      Array.from({ length: 20 }, (_, number) => framed(number)),
    );
    await write("long-sites/swde-empty.jsonl.br", []);
  });
  afterAll(() => rm(data, { recursive: true }));

  async function write(path: string, records: readonly object[]): Promise<void> {
    await mkdir(join(data, path, ".."), { recursive: true });
    await writeFile(join(data, path), brotliCompressSync(asLines(records)));
  }

  test("says so if there are no labelled pages", async () => {
    const outcome = await runExperiment("incremental-storage", { data, limit: 12 });
    if (!("report" in outcome)) throw new Error("skipped");
    expect(outcome.report.notes.at(-1)).toContain("there is no comparison with people");
    const { sites } = outcome.report.results as { sites: { name: string; pages: number }[] };
    expect(sites).toMatchObject([{ name: "framed", pages: 12 }]);
  });

  test("with the defaults alone, nothing is searched for", async () => {
    const outcome = await runExperiment("incremental-storage", { data, shipped: true });
    if (!("report" in outcome)) throw new Error("skipped");
    const { sites, averages } = outcome.report.results as { sites: { methods: object }[]; averages?: object };
    expect(averages).toBeUndefined();
    expect(sites).toHaveLength(1);
    // A frame is found from the third page on, and all of it in one batch.
    expect(sites[0]?.methods).toMatchObject({
      "table, crawl order": { precision: 1 },
      "table, random order": { precision: 1 },
      shingle: { precision: 1, recall: 1 },
    });
  });

  test("compares with people on hosts with enough pages", async () => {
    const labelled = Array.from({ length: 8 }, (_, number) => {
      const text = `Story ${number} tells of word${number} and thing${number}`;
      return { ...framed(number), text };
    });
    const few = { id: "few", url: "https://few.example/", html: "<p>Alone", text: "Alone" };
    await write("extraction/people.jsonl.br", [few, ...labelled, ...labelled.slice(0, 2)]);
    const first = await runExperiment("incremental-storage", { data });
    if (!("report" in first)) throw new Error("skipped");
    const { people } = first.report.results as { people: Record<string, unknown> };
    // Six of eight pages; seven of fourteen words are frame.
    const table = { words: 8 * 14, said: 6 * 7, noContent: 8 * 7, both: 6 * 7 };
    expect(people).toMatchObject({ hosts: 1, pages: 8, all: { table, shingle: { said: 56, both: 56 } } });
    const files = writeReport(first.report);
    expect(files["report.html"]).not.toMatch(/NaN|Infinity|undefined/);
    const again = await runExperiment("incremental-storage", { data });
    expect("report" in again && writeReport(again.report)).toEqual(files);
  });

  test("is skipped without the long sites", async () => {
    const outcome = await runExperiment("incremental-storage", { data: join(data, "extraction") });
    expect(outcome).toEqual({ skipped: expect.stringContaining('"long-sites"') });
  });
});
