import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { type Page, parse } from "../page/index.ts";
import { sitePages } from "../site/testing/made-up-site.ts";
import { MemoryStore } from "./memory-store.ts";
import { writeTable } from "./table-bytes.ts";
import { type StreamAnswer, type StreamOptions, TemplateStream } from "./template-stream.ts";
import { WatchedStore } from "./testing/watched-store.ts";

/** Texts of the segments in template blocks. */
function templateTexts(page: Page, { segments, blocks }: StreamAnswer): string[] {
  const texts = Array.from(segments.node, (node) => page.strings[node].trim());
  return texts.filter((_, s) => blocks.template[segments.blockFrom.findLastIndex((from) => from <= s)] === 1);
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "none";
  } catch (error) {
    if (error instanceof DehuskError) return error.code;
    throw error;
  }
}

const bytesOf = async (stream: TemplateStream, site: string): Promise<string> =>
  Buffer.from(writeTable(await stream.table(site))).toString("hex");

/** Pages with a unique text and one in common. */
const pagesOf = (count: number): Page[] =>
  Array.from({ length: count }, (_, i) => parse(`<p>Menu</p><p>Story ${i}</p><p>Part ${i % 7}</p>`));

describe("a stream", () => {
  test("judges a page by the pages before it, without counting it", async () => {
    const stream = await TemplateStream.open();
    const [first, ...pages] = sitePages(9);
    for (const page of pages) await stream.add(page, { site: "press" });
    const before = await bytesOf(stream, "press");
    const judged = await stream.judge(first as Page, "press");
    expect(templateTexts(first as Page, judged as StreamAnswer)).toContain("About us");
    expect(await bytesOf(stream, "press")).toBe(before);
    expect((await stream.judge(first as Page, "unknown")).blocks.template).not.toContain(1);
  });

  test("knows template blocks from the third page on", async () => {
    const stream = await TemplateStream.open();
    const menu = ["Home", "News", "Shop", "About us", "Contact"];
    for (const [i, page] of sitePages(12).entries()) {
      const answer = await stream.add(page);
      expect(answer.page).toBe(i + 1);
      expect(templateTexts(page, answer)).toEqual(i < 2 ? [] : [...menu, "© Made-up Press", "Imprint"]);
    }
    const { counts, size, pages } = await stream.table("");
    // Each page has two unique texts: a heading, and the start of a sentence.
    expect([pages, counts.met - counts.known]).toEqual([12, 9 + 2 * 12]);
    expect(size).toBe(9 + 2 * 5);
  });

  test("reports the pages of each segment, and the table's size", async () => {
    const stream = await TemplateStream.open();
    let last: StreamAnswer | undefined;
    for (const page of pagesOf(8)) last = await stream.add(page, { site: "a" });
    expect([...(last?.frequency ?? [])]).toEqual([8, 1, 1]);
    const { size, bytes } = await stream.table("a");
    expect(last).toMatchObject({ site: "a", page: 8, table: { segments: size, bytes } });
    expect(bytes).toBe(20 * size);
  });

  test("a redesign: the new template is known at its fifth page, the old one is gone after T_b · N pages", async () => {
    const stream = await TemplateStream.open({ keepTexts: true, settledPages: 5 });
    const page = (menu: string, i: number): Page => parse(`<nav>${menu}</nav><p>Story ${i} of many`);
    for (let i = 1; i <= 60; i++) await stream.add(page("Old menu", i), { site: "a" });
    for (let i = 1; i <= 30; i++) {
      const { blocks } = await stream.add(page("New menu", 100 + i), { site: "a" });
      expect([...blocks.template]).toEqual([i >= 5 ? 1 : 0, 0]);
      const known = (await stream.table("a")).segments().map(({ text }) => text);
      expect(known.includes("Old menu")).toBe(i < 25);
    }
    expect([...(await stream.add(page("Old menu", 200), { site: "a" })).blocks.template]).toEqual([0, 0]);
  });

  test("keeps sites apart; a page's own is the host of its address", async () => {
    const stream = await TemplateStream.open();
    const at = (url: string) => stream.add(parse("<p>x", { url }));
    expect(await at("https://www.one.example/a")).toMatchObject({ site: "one.example", page: 1 });
    expect(await at("https://two.example/a")).toMatchObject({ site: "two.example", page: 1 });
    expect(await at("http://one.example/b")).toMatchObject({ site: "one.example", page: 2 });
    expect(await stream.sites()).toEqual(["one.example", "two.example"]);
    expect((await stream.table("three.example")).size).toBe(0);
    for (const site of ["x\ny", "x".repeat(501)]) {
      expect(await codeOf(() => stream.add(parse("<p>x"), { site }))).toBe("bad-option");
    }
    await stream.close();
  });

  test("keeps texts as they were compared, when asked to", async () => {
    const stream = await TemplateStream.open({ keepTexts: true });
    const texts = ["two words", "\u3000wide\u3000", "no\u00a0break", "\u2003"];
    await stream.add(parse(`${texts.map((text) => `<p> \n${text}\t `).join("")}`), { site: "a" });
    const segments = (await stream.table("a")).segments();
    expect(segments.map(({ text }) => text).sort()).toEqual(
      ["no break", ...texts.filter((t) => t[2] !== "\u00a0")].sort(),
    );
    for (const { text, length } of segments) expect(text).toHaveLength(length);
  });

  test("a page without text counts", async () => {
    const stream = await TemplateStream.open();
    const answer = await stream.add(parse(""), { site: "a" });
    expect([answer.page, answer.segments.count, answer.blocks.ratio.length]).toEqual([1, 0, 0]);
    expect((await stream.add(parse(""), { site: "a" })).page).toBe(2);
  });

  test("cutting a page does not count it", async () => {
    const stream = await TemplateStream.open();
    expect(stream.cut(parse("<p>a<p>b")).count).toBe(2);
    expect(await stream.sites()).toEqual([]);
  });
});

describe("the cache", () => {
  /** Answers and tables of 240 pages on three sites, and the calls to the store. */
  async function run(cacheBytes: number | undefined): Promise<{ answers: unknown[]; tables: string[]; reads: number }> {
    const store = new WatchedStore(new MemoryStore());
    const stream = await TemplateStream.open({ store, cacheBytes });
    const answers: unknown[] = [];
    for (const [i, page] of pagesOf(240).entries()) {
      const { frequency, blocks, table } = await stream.add(page, { site: `site ${i % 3}` });
      answers.push([...frequency, ...blocks.template, table.segments]);
    }
    const reads = store.calls.read;
    return { answers, tables: await Promise.all([0, 1, 2].map((site) => bytesOf(stream, `site ${site}`))), reads };
  }

  test("of no bytes, of some and of plenty gives the same answers", async () => {
    const [none, some, plenty] = [await run(0), await run(10_000), await run(undefined)];
    expect(none.answers).toEqual(plenty.answers);
    expect(none.tables).toEqual(plenty.tables);
    expect(some.answers).toEqual(plenty.answers);
    expect(some.tables).toEqual(plenty.tables);
    // Cached tables are read once, uncached ones for each page; two of three fit in 10,000.
    expect([none.reads, plenty.reads]).toEqual([240, 3]);
    expect(some.reads).toBe(240);
  });

  test("evicts the least recently used table", async () => {
    const store = new WatchedStore(new MemoryStore());
    const stream = await TemplateStream.open({ store, cacheBytes: 14_000 });
    for (const site of ["a", "b", "a", "b", "a", "c", "a"]) await stream.add(parse("<p>x"), { site });
    expect(store.calls.read).toBe(3);
    await stream.add(parse("<p>x"), { site: "b" });
    expect(store.calls.read).toBe(4);
  });

  test("pages in the store become a table before they are many", async () => {
    const inner = new MemoryStore();
    const store = new WatchedStore(inner);
    const stream = await TemplateStream.open({ store });
    let most = 0;
    for (let i = 0; i < 1500; i++) {
      const html = Array.from({ length: 20 }, (_, k) => `<p>Text ${20 * i + k}`).join("");
      await stream.add(parse(html), { site: "a" });
      if (i % 50 !== 0) continue;
      const { pages } = await inner.read("a", 0);
      most = Math.max(
        most,
        pages.reduce((sum, page) => sum + page.length, 0),
      );
    }
    // 16 kB plus a page; each page has 256 bytes.
    expect(most).toBeLessThan(17_000);
    expect(store.calls.compact).toBe(Math.floor(1500 / 65));
    const again = await TemplateStream.open({ store: inner });
    expect(await bytesOf(again, "a")).toBe(await bytesOf(stream, "a"));
  });
});

describe("options", () => {
  const open = (options: object): Promise<string> => codeOf(() => TemplateStream.open(options as StreamOptions));

  test("that are unknown or make no sense are refused", async () => {
    for (const options of [
      { cashBytes: 1 },
      { baseLifetime: 0 },
      { baseLifetime: "5" },
      { lifetimeGrowth: 0.5 },
      { lifetimeGrowth: Number.NaN },
      { path: "tag" },
      { layoutTags: "div" },
      { layoutTags: [1] },
      { keepTexts: 1 },
      { templatePages: 0 },
      { templateRatio: 1.1 },
      { templateRatio: -0.1 },
      { cacheBytes: -1 },
      { cacheBytes: null },
    ]) {
      expect(await open(options), JSON.stringify(options)).toBe("bad-option");
    }
  });

  test("other than those of the store are refused, those left out are the store's", async () => {
    const store = new MemoryStore();
    const made = { path: "none", layoutTags: ["div", "table"], baseLifetime: 7 } as const;
    expect(await open({ ...made, store })).toBe("none");
    for (const same of [made, {}, { layoutTags: ["table", "div", "div"] }, { lifetimeGrowth: 5 }]) {
      expect(await open({ ...same, templatePages: 3, cacheBytes: 0, store }), JSON.stringify(same)).toBe("none");
    }
    for (const other of [
      { path: "tags" },
      { layoutTags: ["div"] },
      { baseLifetime: 8 },
      { lifetimeGrowth: 6 },
      { keepTexts: true },
    ]) {
      expect(await open({ ...other, store }), JSON.stringify(other)).toBe("bad-model");
    }
    const stream = await TemplateStream.open({ store });
    expect([...stream.cut(parse("<p>a<p>b<div>c")).blockFrom]).toEqual([0, 2, 3]);
  });

  test("that are refused do not become those of a new store", async () => {
    const store = new MemoryStore();
    for (const wrong of [{ templatePages: 0 }, { cacheBytes: -1 }, { baseLifetime: 0 }, { typo: 1 }]) {
      expect(await open({ path: "none", ...wrong, store })).toBe("bad-option");
    }
    expect(await open({ path: "positions", store })).toBe("none");
  });

  test("in a store that are not ours are refused", async () => {
    for (const settings of [
      "",
      "null",
      "[]",
      "{}",
      '{"version":2}',
      '{"version":1,"newer":1}',
      '{"version":1,"path":2}',
    ]) {
      const store = new MemoryStore();
      await store.settings(settings);
      expect(await open({ store }), settings).toBe("bad-model");
    }
  });

  test("change what they are about", async () => {
    const templates = async (options: StreamOptions, pages: number): Promise<number[]> => {
      const stream = await TemplateStream.open(options);
      let blocks: number[] = [];
      for (const page of pagesOf(pages)) blocks = [...(await stream.add(page)).blocks.template];
      return blocks;
    };
    expect(await templates({ templatePages: 2 }, 2)).toEqual([1, 0, 0]);
    expect(await templates({ templatePages: 3, baseLifetime: 10 }, 15)).toEqual([1, 0, 1]);
    expect(await templates({ layoutTags: [], templateRatio: 0.1 }, 6)).toEqual([1]);
  });
});
