import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Page, parse } from "../page/index.ts";
import { MemoryStore } from "./memory-store.ts";
import { openStore } from "./open-store.ts";
import type { Step } from "./segment-store.ts";
import { writeTable } from "./table-bytes.ts";
import { type StreamAnswer, TemplateStream } from "./template-stream.ts";
import { type StoreKind, storeKinds, TestPlaces } from "./testing/test-places.ts";
import { WatchedStore } from "./testing/watched-store.ts";

let places: TestPlaces;
beforeAll(async () => {
  places = await TestPlaces.start();
});
afterAll(() => places.stop());

/** Two streams on one store, each with its own connection. */
async function twoStreams(kind: StoreKind, cacheBytes?: number): Promise<[TemplateStream, TemplateStream]> {
  const place = await places.newPlace(kind);
  const one = await openStore(place);
  const other = kind === "memory" ? one : await openStore(place);
  const options = { keepTexts: true, cacheBytes };
  return [
    await TemplateStream.open({ ...options, store: one }),
    await TemplateStream.open({ ...options, store: other }),
  ];
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Large enough for tables to be stored now and then. */
function pageOf(text: number): Page {
  const parts = Array.from({ length: 30 }, (_, k) => `<p>Part ${k % 3 === 0 ? k : (text * (k + 1)) % 97} of ${k}`);
  return parse(`<nav>Menu \ud800</nav>${parts.join("")}`);
}

interface Visit {
  readonly worker: number;
  readonly site: string;
  readonly text: number;
  /** Whether the next one may start before this one is done. */
  readonly isHasty: boolean;
}

const visit: fc.Arbitrary<Visit> = fc.record({
  worker: fc.nat(1),
  site: fc.constantFrom("a", "b", "ä"),
  text: fc.nat(40),
  isHasty: fc.boolean(),
});

/** Checks that workers that share a store give the answers and tables of a single one that gets the pages in order. */
async function checkAgainstOne(workers: readonly TemplateStream[], visits: readonly Visit[]): Promise<void> {
  const running: Promise<{ text: number; answer: StreamAnswer }>[] = [];
  for (const { worker, site, text, isHasty } of visits) {
    const added = workers[worker].add(pageOf(text), { site });
    running.push(added.then((answer) => ({ text, answer })));
    if (!isHasty) await added;
  }
  const done = await Promise.all(running);
  const alone = await TemplateStream.open({ keepTexts: true });
  for (const site of new Set(visits.map((each) => each.site))) {
    const own = done.filter(({ answer }) => answer.site === site).sort((a, b) => a.answer.page - b.answer.page);
    expect(own.map(({ answer }) => answer.page)).toEqual(own.map((_, i) => i + 1));
    for (const { text, answer } of own) {
      const expected = await alone.add(pageOf(text), { site });
      expect([...answer.frequency]).toEqual([...expected.frequency]);
      expect([...answer.blocks.template]).toEqual([...expected.blocks.template]);
      expect(answer.table).toEqual(expected.table);
    }
    const table = hex(writeTable(await alone.table(site)));
    for (const worker of workers) expect(hex(writeTable(await worker.table(site)))).toBe(table);
  }
}

describe.each(storeKinds)("two streams on one store: %s", (kind) => {
  test("answer as one that gets all pages in the order of their numbers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(visit, { minLength: 1, maxLength: 80, size: "max" }),
        fc.constantFrom(0, undefined),
        async (visits, cacheBytes) => {
          const streams = await twoStreams(kind, cacheBytes);
          await checkAgainstOne(streams, visits);
          await streams[0].close();
          if (kind !== "memory") await streams[1].close();
        },
      ),
      { numRuns: kind === "memory" ? 30 : 4 },
    );
  });

  test("many pages at once: every number is given once", async () => {
    const streams = await twoStreams(kind);
    const adds = Array.from({ length: 120 }, (_, i) => {
      return streams[i % 2].add(pageOf(i), { site: "a" });
    });
    const numbers = (await Promise.all(adds)).map(({ page }) => page).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    await streams[0].close();
    if (kind !== "memory") await streams[1].close();
  });

  test("one sees the other's pages in its tables", async () => {
    const [one, other] = await twoStreams(kind);
    expect((await other.table("a")).pages).toBe(0);
    await one.add(pageOf(1), { site: "a" });
    expect((await other.table("a")).pages).toBe(1);
    expect(await other.sites()).toEqual(["a"]);
    await one.close();
    if (kind !== "memory") await other.close();
  });
});

describe("one stream", () => {
  test("takes many pages at once in the order in which they were given", async () => {
    const stream = await TemplateStream.open();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => stream.add(pageOf(i), { site: `${i % 2}` })),
    );
    expect(answers.map(({ page }) => page)).toEqual(answers.map((_, i) => 1 + Math.floor(i / 2)));
  });

  test("a page that the store fails to take is not counted, and the next one is", async () => {
    const store = new WatchedStore(new MemoryStore());
    const stream = await TemplateStream.open({ store });
    const clean = await TemplateStream.open();
    store.beforeAppend = () => {
      if (store.calls.append % 4 === 0) throw new Error("disk full");
    };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => stream.add(pageOf(i), { site: "a" })),
    );
    for (const [i, { status }] of outcomes.entries()) {
      expect(status).toBe(i % 4 === 3 ? "rejected" : "fulfilled");
      if (status === "fulfilled") await clean.add(pageOf(i), { site: "a" });
    }
    store.beforeAppend = () => {};
    expect(hex(writeTable(await stream.table("a")))).toBe(hex(writeTable(await clean.table("a"))));
    expect((await stream.add(pageOf(1), { site: "a" })).page).toBe(31);
  });

  test("a page is counted even if its table cannot be stored; the next page tries again", async () => {
    const store = new WatchedStore(new MemoryStore());
    const stream = await TemplateStream.open({ store });
    store.beforeCompact = () => {
      if (store.calls.compact < 4) throw new Error("disk full");
    };
    for (let i = 1; store.calls.compact < 4; i++) {
      expect((await stream.add(pageOf(i), { site: "a" })).page).toBe(i);
      if (i === 1000) throw new Error("no table was ever stored");
    }
    const { pages } = await stream.table("a");
    expect((await store.read("a", 0)).pages).toHaveLength(0);
    expect((await stream.add(pageOf(1), { site: "a" })).page).toBe(pages + 1);
  });

  test("a page that fails where the caller notes its progress is not counted", async () => {
    const stream = await TemplateStream.open();
    const progress = (): never => {
      throw new Error("no");
    };
    await expect(stream.add(pageOf(1), { site: "a", run: { name: "r", progress } })).rejects.toThrow("no");
    expect((await stream.table("a")).pages).toBe(0);
    expect((await stream.add(pageOf(1), { site: "a" })).page).toBe(1);
  });

  test("notes the progress of a page with it; if another was first, that of the answer it gives in the end", async () => {
    const inner = new MemoryStore();
    const store = new WatchedStore(inner);
    const stream = await TemplateStream.open({ store });
    const rival = await TemplateStream.open({ store: inner });
    store.beforeAppend = async ({ page }: Step) => {
      if (page < 4) await rival.add(pageOf(page), { site: "a" });
    };
    const asked: number[] = [];
    const progress = ({ page }: StreamAnswer) => {
      asked.push(page);
      return { records: page, lastId: "", output: "", outputBytes: 0, failed: 0 };
    };
    const answer = await stream.add(pageOf(9), { site: "a", run: { name: "r", progress } });
    expect(asked).toEqual([1, 2, 3, 4]);
    expect(answer.page).toBe(4);
    expect(await inner.progress("r")).toMatchObject({ records: 4 });
    // The menu is on the rival's pages and on this one.
    expect(answer.frequency[0]).toBe(4);
  });
});

test("a store that has lost pages is an error, not a search for them without end", async () => {
  const store = new MemoryStore();
  const stream = await TemplateStream.open({ store });
  for (let page = 1; page <= 3; page++) await stream.add(pageOf(page), { site: "a" });
  const late = await TemplateStream.open({ store });
  const read = store.read.bind(store);
  store.read = async (site, after) => ({ ...(await read(site, after)), pages: [] });
  await expect(late.add(pageOf(4), { site: "a" })).rejects.toMatchObject({
    code: "bad-model",
    message: expect.stringContaining('pages of the site "a" are missing'),
  });
});
