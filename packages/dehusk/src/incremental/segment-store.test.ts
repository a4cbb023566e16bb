import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "./open-store.ts";
import type { SegmentStore } from "./segment-store.ts";
import { bundleScript } from "./testing/run-script.ts";
import { storeKinds, TestPlaces } from "./testing/test-places.ts";

let places: TestPlaces;
const open: SegmentStore[] = [];

beforeAll(async () => {
  places = await TestPlaces.start();
});
afterAll(async () => {
  for (const store of open) await store.close();
  await places.stop();
});

async function storeAt(place: string): Promise<SegmentStore> {
  const store = await openStore(place);
  open.push(store);
  return store;
}

async function closeNow(store: SegmentStore): Promise<void> {
  open.splice(open.indexOf(store), 1);
  await store.close();
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

function append(store: SegmentStore, site: string, page: number, text = `p${page}`): Promise<boolean> {
  return store.append({ site, page, bytes: bytesOf(text) });
}

async function appendAll(store: SegmentStore, site: string, pages: number): Promise<void> {
  for (let page = 1; page <= pages; page++) expect(await append(store, site, page)).toBe(true);
}

/** What is read, as text. */
async function read(store: SegmentStore, site: string, after = 0): Promise<{ table?: string; pages: string }> {
  const { table, pages } = await store.read(site, after);
  const text = textOf(table);
  return { ...(text === undefined ? {} : { table: text }), pages: pages.map(textOf).join(" ") };
}

const progress = (records: number) => ({
  records,
  lastId: "ä\u0000\ud800",
  output: "out",
  outputBytes: 10 * records,
  failed: 1,
});
const refusal = (code: string) => expect.objectContaining({ name: "DehuskError", code });

describe.each(storeKinds)("a store: %s", (kind) => {
  const newStore = async (): Promise<SegmentStore> => storeAt(await places.newPlace(kind));

  test("keeps the settings that were given first", async () => {
    const store = await newStore();
    expect(await store.settings("ä first")).toBe("ä first");
    expect(await store.settings("second")).toBe("ä first");
  });

  test("takes a site's next page and no other", async () => {
    const store = await newStore();
    for (const page of [0, 2, -1]) expect(await append(store, "a", page)).toBe(false);
    expect(await store.sites()).toEqual([]);
    expect(await append(store, "a", 1)).toBe(true);
    for (const page of [0, 1, 3]) expect(await append(store, "a", page, "other")).toBe(false);
    expect(await append(store, "a", 2)).toBe(true);
    expect(await append(store, "b", 2)).toBe(false);
    expect(await read(store, "a")).toEqual({ pages: "p1 p2" });
    expect(await read(store, "b")).toEqual({ pages: "" });
  });

  test("gives the pages after one", async () => {
    const store = await newStore();
    await appendAll(store, "a", 12);
    expect(await read(store, "a", 9)).toEqual({ pages: "p10 p11 p12" });
    expect(await read(store, "a", 12)).toEqual({ pages: "" });
    expect(await read(store, "a", 13)).toEqual({ pages: "" });
  });

  test("gives a table to those who are behind it, and only pages to others", async () => {
    const store = await newStore();
    await appendAll(store, "a", 6);
    await store.compact("a", 4, bytesOf("t4"));
    for (const after of [0, 3]) expect(await read(store, "a", after)).toEqual({ table: "t4", pages: "p5 p6" });
    expect(await read(store, "a", 4)).toEqual({ pages: "p5 p6" });
    expect(await read(store, "a", 5)).toEqual({ pages: "p6" });
    expect(await append(store, "a", 6)).toBe(false);
    expect(await append(store, "a", 7)).toBe(true);
    await store.compact("a", 7, bytesOf("t7"));
    expect(await read(store, "a", 4)).toEqual({ table: "t7", pages: "" });
    expect(await read(store, "a", 7)).toEqual({ pages: "" });
    expect(await append(store, "a", 8)).toBe(true);
    expect(await read(store, "a")).toEqual({ table: "t7", pages: "p8" });
  });

  test("does nothing with a table of an older page, or of one that is not there", async () => {
    const store = await newStore();
    await store.compact("a", 1, bytesOf("early"));
    expect(await read(store, "a")).toEqual({ pages: "" });
    await appendAll(store, "a", 5);
    await store.compact("a", 4, bytesOf("t4"));
    for (const page of [3, 4, 6, 0]) await store.compact("a", page, bytesOf("wrong"));
    expect(await read(store, "a")).toEqual({ table: "t4", pages: "p5" });
    expect(await append(store, "a", 6)).toBe(true);
  });

  test("a read table does not change", async () => {
    const store = await newStore();
    await appendAll(store, "a", 3);
    await store.compact("a", 1, bytesOf("t1"));
    const before = await store.read("a", 0);
    await append(store, "a", 4);
    await store.compact("a", 3, bytesOf("t3"));
    expect([textOf(before.table), ...before.pages.map(textOf)]).toEqual(["t1", "p2", "p3"]);
  });

  test("bytes come back as they were: none, all values, part of a buffer, a million", async () => {
    const store = await newStore();
    const all = Uint8Array.from({ length: 300 }, (_, i) => i);
    const list = [new Uint8Array(), all, all.subarray(40, 50), new Uint8Array(1e6).fill(7)];
    for (const [i, bytes] of list.entries()) await store.append({ site: "a", page: i + 1, bytes });
    const { pages } = await store.read("a", 0);
    expect(pages.map((page) => Buffer.from(page).equals(list[pages.indexOf(page)] as Uint8Array))).toEqual(
      list.map(() => true),
    );
    await store.compact("a", 4, all.subarray(40, 50));
    expect([...((await store.read("a", 0)).table ?? [])]).toEqual([...all.subarray(40, 50)]);
  });

  test("tells sites apart, whatever their names, and lists them in order", async () => {
    const store = await newStore();
    const names = [
      "z",
      "a",
      "a\u00e9",
      "ae\u0301",
      "",
      " ",
      "a b",
      "'\"\\",
      "%_$1",
      "A",
      "漢字.example",
      "😀",
      "1",
      "null",
    ];
    names.push("漢".repeat(500), "a.b", "a/b", "site", "x\u2028y");
    for (const name of names) expect(await append(store, name, 1, `of ${name}`)).toBe(true);
    expect(await store.sites()).toEqual([...names].sort());
    for (const name of names) expect(await read(store, name)).toEqual({ pages: `of ${name}` });
  });

  test.each([
    ["too long", "x".repeat(501)],
    ["NUL", "a\0b"],
    ["line feed", "a\nb"],
    ["delete", "\x7f"],
    ["half a character", "a\ud800"],
  ])("refuses a name: %s", async (_, name) => {
    const store = await newStore();
    await expect(append(store, name, 1)).rejects.toEqual(refusal("bad-option"));
    await expect(store.read(name, 0)).rejects.toEqual(refusal("bad-option"));
    expect(await store.sites()).toEqual([]);
  });

  test("notes progress with a page that it takes, and only then", async () => {
    const store = await newStore();
    const step = { site: "a", bytes: bytesOf("x") };
    expect(await store.progress("run 1")).toBeUndefined();
    await store.append({ ...step, page: 2, run: { name: "run 1", progress: progress(1) } });
    expect(await store.progress("run 1")).toBeUndefined();
    await store.append({ ...step, page: 1, run: { name: "run 1", progress: progress(2) } });
    expect(await store.progress("run 1")).toEqual(progress(2));
    await store.append({ ...step, page: 1, run: { name: "run 1", progress: progress(3) } });
    await store.append({ ...step, page: 2 });
    expect(await store.progress("run 1")).toEqual(progress(2));
    await store.append({ ...step, page: 3, run: { name: "run 1", progress: progress(4) } });
    expect(await store.progress("run 1")).toEqual(progress(4));
    expect(await store.progress("run 2")).toBeUndefined();
  });

  test("notes progress without a page, beyond 32 bits, and forgets it", async () => {
    const store = await newStore();
    const far = { ...progress(5e9), outputBytes: 2 ** 52 + 1 };
    await store.setProgress("näme 'x'", progress(1));
    await store.setProgress("näme 'x'", far);
    await store.setProgress("other", progress(2));
    expect(await store.progress("näme 'x'")).toEqual(far);
    await store.setProgress("näme 'x'", undefined);
    await store.setProgress("never", undefined);
    expect(await store.progress("näme 'x'")).toBeUndefined();
    expect(await store.progress("other")).toEqual(progress(2));
  });

  test("two that race on a site: each page number is taken once", async () => {
    const place = await places.newPlace(kind);
    const one = await storeAt(place);
    const other = kind === "memory" ? one : await storeAt(place);
    const taken: string[] = [];
    const race = async (store: SegmentStore, name: string): Promise<void> => {
      for (let page = 1; page <= 200; page++) {
        if (await append(store, "a", page, name)) taken[page - 1] = `${taken[page - 1] ?? ""}${name}`;
      }
    };
    await Promise.all([race(one, "x"), race(other, "y")]);
    expect(taken).toHaveLength(200);
    expect(taken.every((who) => who === "x" || who === "y")).toBe(true);
    expect((await read(other, "a")).pages.split(" ")).toEqual(taken);
  });

  test("who reads while another appends and compacts gets a whole", async () => {
    const place = await places.newPlace(kind);
    const writer = await storeAt(place);
    const reader = kind === "memory" ? writer : await storeAt(place);
    let isDone = false;
    const write = async (): Promise<void> => {
      for (let page = 1; page <= 150; page++) {
        await append(writer, "a", page, String(page));
        if (page % 3 === 0) await writer.compact("a", page - 1, bytesOf(String(page - 1)));
      }
      isDone = true;
    };
    const check = async (): Promise<void> => {
      for (let last = 0; !isDone; ) {
        const { table, pages } = await read(reader, "a");
        const list = [
          ...(table === undefined ? [0] : [Number(table)]),
          ...pages.split(" ").filter(Boolean).map(Number),
        ];
        expect(list).toEqual(list.map((_, i) => list[0] + i));
        expect(list.at(-1)).toBeGreaterThanOrEqual(last);
        last = list.at(-1) as number;
      }
    };
    await Promise.all([write(), check()]);
    expect(await read(reader, "a")).toEqual({ table: "149", pages: "150" });
  });
});

describe.each(["disk", "PostgreSQL"] as const)("a store that lasts: %s", (kind) => {
  test("has everything when it is opened again", async () => {
    const place = await places.newPlace(kind);
    const first = await storeAt(place);
    await first.settings("these");
    await appendAll(first, "a", 3);
    await first.compact("a", 2, bytesOf("t2"));
    await first.setProgress("run", progress(3));
    await closeNow(first);
    const again = await storeAt(place);
    expect(await again.settings("others")).toBe("these");
    expect(await read(again, "a")).toEqual({ table: "t2", pages: "p3" });
    expect(await again.progress("run")).toEqual(progress(3));
    expect(await append(again, "a", 3)).toBe(false);
    expect(await append(again, "a", 4)).toBe(true);
  });

  test("one that is closed leaves another on the same place open", async () => {
    const place = await places.newPlace(kind);
    const [one, other] = [await storeAt(place), await storeAt(place)];
    await appendAll(one, "a", 1);
    await closeNow(one);
    expect(await append(other, "a", 2)).toBe(true);
    expect(await read(other, "a")).toEqual({ pages: "p1 p2" });
  });

  test("many opened at once on a new place agree", async () => {
    const place = await places.newPlace(kind);
    const stores = await Promise.all([1, 2, 3, 4].map(() => storeAt(place)));
    const settings = await Promise.all(stores.map((store, i) => store.settings(`by ${i}`)));
    expect(new Set(settings).size).toBe(1);
  });

  test("a process that is killed: acknowledged data is there, and nothing in part", async () => {
    const place = await places.newPlace(kind);
    const script = await bundleScript(new URL("./testing/append-for-ever.ts", import.meta.url));
    try {
      const told = (await script.runUntil(40, place, "a")).trimEnd().split("\n").map(Number);
      expect(told.length).toBeGreaterThanOrEqual(40);
      const store = await storeAt(place);
      // Waits for a server that is still executing the dead process's last step.
      expect(await append(store, "a", 0)).toBe(false);
      const { table, pages } = await store.read("a", 0);
      const last = Number(textOf(table) ?? 0) + pages.length;
      // It may have been killed before it could print it.
      expect([told.length, told.length + 1]).toContain(last);
      expect(await store.progress("run")).toMatchObject({ records: last });
      for (const page of pages) expect([page.length, new Set(page).size]).toEqual([9000, 1]);
      expect(await append(store, "a", last + 1)).toBe(true);
    } finally {
      script.remove();
    }
  });

  test("two processes that race on a site: each page number is taken once", async () => {
    const place = await places.newPlace(kind);
    const script = await bundleScript(new URL("./testing/race-on-store.ts", import.meta.url));
    try {
      const lists = await Promise.all([script.run(place, "a", "one", "two"), script.run(place, "a", "two", "one")]);
      const all = lists.flatMap((text) => JSON.parse(text) as number[]).sort((a, b) => a - b);
      expect(all.length).toBeGreaterThanOrEqual(300);
      expect(all).toEqual(all.map((_, i) => i + 1));
      const { pages } = await (await storeAt(place)).read("a", 0);
      expect(pages.map((page) => [page.length, page[0]])).toEqual(all.map((page) => [20_000, page % 256]));
    } finally {
      script.remove();
    }
  });
});
