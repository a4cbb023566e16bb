import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type TestPostgres } from "../../../cluster/src/testing/postgres-server.ts";
import { parse } from "../page/index.ts";
import { openSharedStore } from "./open-store.ts";
import { StagedStore } from "./staged-store.ts";
import { TemplateStream } from "./template-stream.ts";

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const progress = { records: 1, lastId: "", output: "part", outputBytes: 0, failed: 0 };

/** Counts pages of two sites, from one number to another. */
async function count(stream: TemplateStream, from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) {
    const menu = Array.from({ length: 20 }, (_, k) => `<li>Section ${k} of ${i % 5}</li>`).join("");
    const url = `https://${i % 2 === 0 ? "a" : "b"}.example/${i}`;
    await stream.add(parse(`<ul>${menu}</ul><h1>Story ${i}</h1><p>What page ${i} tells.`, { url }));
  }
}

async function tablesOf(stream: TemplateStream): Promise<unknown> {
  const tables: unknown[] = [];
  for (const site of await stream.sites()) {
    const table = await stream.table(site);
    tables.push([site, table.pages, table.counts, table.segments()]);
  }
  return tables;
}

describe("StagedStore", () => {
  test("batches of pages leave the tables that counting one by one leaves, and none before they are committed", async () => {
    const place = await postgres.newPlace();
    for (const [run, from, to] of [
      ["1", 0, 90],
      ["2", 90, 93],
      ["3", 93, 200],
    ] as const) {
      const shared = await openSharedStore(place);
      const before = await shared.sites();
      const staged = new StagedStore(shared);
      // A small cache, so that tables are read back from the stage.
      await count(await TemplateStream.open({ store: staged, cacheBytes: run === "1" ? 0 : 1e6 }), from, to);
      expect(await shared.sites()).toEqual(before);
      expect(await staged.commit({ name: run, progress })).toBe(true);
      await staged.close();
    }
    const batches = await TemplateStream.open({ store: await openSharedStore(place) });
    const single = await TemplateStream.open({ store: await openSharedStore(await postgres.newPlace()) });
    await count(single, 0, 200);
    expect(await tablesOf(batches)).toEqual(await tablesOf(single));
    await batches.close();
    await single.close();
  });

  test("the same batch counts once, whichever process is first; one from changed tables does not count", async () => {
    const place = await postgres.newPlace();
    const stores = await Promise.all([0, 1, 2].map(async () => new StagedStore(await openSharedStore(place))));
    const [first, second, other] = stores as [StagedStore, StagedStore, StagedStore];
    for (const store of stores) await count(await TemplateStream.open({ store }), 0, 10);
    const committed = await Promise.all([first, second].map((store) => store.commit({ name: "run", progress })));
    expect(committed.filter(Boolean)).toHaveLength(1);
    await expect(other.commit({ name: "other", progress })).rejects.toThrow(/same sites in the meantime/);
    expect(await other.progress("other")).toBeUndefined();
    const stream = await TemplateStream.open({ store: await openSharedStore(place) });
    expect((await stream.table("a.example")).pages).toBe(5);
    await stream.close();
    for (const store of stores) await store.close();
  });
});
