import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { DiskStore } from "./disk-store.ts";
import type { Progress } from "./segment-store.ts";
import { bundleScript } from "./testing/run-script.ts";

const folder = mkdtempSync(join(tmpdir(), "dehusk-disk-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newPlace = (): string => join(mkdtempSync(join(folder, "x-")), "store");

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const progressOf = (records: number): Progress => ({ records, lastId: "", output: "", outputBytes: 0, failed: 0 });

async function read(store: DiskStore, site = "a", after = 0): Promise<string> {
  const { table, pages } = await store.read(site, after);
  return [...(table === undefined ? [] : [textOf(table)]), ...pages.map(textOf)].join(" ");
}

/** The naive version of a store. */
class Model {
  readonly pages = new Map<string, string[]>();
  readonly tables = new Map<string, number>();
  readonly runs = new Map<string, Progress>();

  count(site: string): number {
    return this.pages.get(site)?.length ?? 0;
  }

  read(site: string, after: number): string {
    const table = this.tables.get(site) ?? 0;
    const pages = this.pages.get(site) ?? [];
    return after >= table
      ? pages.slice(after).join(" ")
      : [`t${table}`, ...pages.slice(table)].filter(Boolean).join(" ");
  }
}

type Action = {
  readonly what: "append" | "late" | "compact" | "progress" | "reopen" | "check";
  readonly store: number;
  readonly site: string;
  readonly size: number;
};

const action: fc.Arbitrary<Action> = fc.record({
  what: fc.constantFrom("append", "append", "append", "late", "compact", "progress", "reopen", "check"),
  store: fc.nat(2),
  site: fc.constantFrom("a", "b", "ä"),
  size: fc.nat(300),
});

async function act(store: DiskStore, { what, site, size }: Action, model: Model): Promise<void> {
  const pages = model.count(site);
  if (what === "append") {
    const text = `${pages + 1}${"x".repeat(size)}`;
    const run = { name: site, progress: progressOf(size) };
    expect(await store.append({ site, page: pages + 1, bytes: bytesOf(text), run })).toBe(true);
    model.pages.set(site, [...(model.pages.get(site) ?? []), text]);
    model.runs.set(site, run.progress);
  } else if (what === "late") {
    expect(await store.append({ site, page: pages - (size % 3), bytes: bytesOf("late") })).toBe(false);
  } else if (what === "compact") {
    const page = pages - (size % 3);
    await store.compact(site, page, bytesOf(`t${page}`));
    if (page > (model.tables.get(site) ?? 0)) model.tables.set(site, page);
  } else if (what === "progress") {
    const progress = size % 2 === 0 ? undefined : progressOf(size);
    await store.setProgress(site, progress);
    if (progress === undefined) model.runs.delete(site);
    else model.runs.set(site, progress);
  } else if (what === "check") {
    const after = size % (pages + 2);
    expect(await read(store, site, after)).toBe(model.read(site, after));
    expect(await store.progress(site)).toEqual(model.runs.get(site));
    expect(await store.sites()).toEqual([...model.pages.keys()].sort());
  }
}

describe("a folder", () => {
  test("shared by three stores, with many snapshots: agrees with the naive version", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 120, size: "max" }),
        fc.constantFrom(1, 500, 3000),
        async (actions, minLogBytes) => {
          const place = newPlace();
          const stores = await Promise.all([1, 2, 3].map(() => DiskStore.open(place, minLogBytes)));
          const model = new Model();
          for (const each of actions) {
            if (each.what === "reopen") {
              await stores[each.store]?.close();
              stores[each.store] = await DiskStore.open(place, minLogBytes);
            } else await act(stores[each.store], each, model);
          }
          for (const store of stores) {
            for (const site of ["a", "b", "ä"]) {
              await act(store, { what: "check", store: 0, site, size: 0 }, model);
            }
            await store.close();
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test("stays small, even if the caller never yields", async () => {
    const place = newPlace();
    const store = await DiskStore.open(place, 20_000);
    let most = 0;
    for (let page = 1; page <= 4000; page++) {
      await store.append({ site: "a", page, bytes: new Uint8Array(200) });
      if (page % 10 === 0) await store.compact("a", page, new Uint8Array(1000));
      const sizes = readdirSync(place).map((name) => statSync(join(place, name), { throwIfNoEntry: false })?.size ?? 0);
      most = Math.max(
        most,
        sizes.reduce((sum, size) => sum + size),
      );
      expect(sizes.length).toBeLessThan(8);
    }
    // More than a million bytes were appended.
    expect(most).toBeLessThan(100_000);
    await store.close();
  });

  test("of many sites: few open files", async () => {
    const descriptors = "/proc/self/fd";
    if (!existsSync(descriptors)) return;
    const before = readdirSync(descriptors).length;
    const store = await DiskStore.open(newPlace(), 20_000);
    for (let site = 0; site < 1000; site++) {
      await store.append({ site: `s${site}`, page: 1, bytes: new Uint8Array(100) });
    }
    expect(readdirSync(descriptors).length).toBeLessThan(before + 10);
    await store.close();
    expect(readdirSync(descriptors).length).toBeLessThan(before + 3);
  });

  test("temporary files of killed processes are removed", async () => {
    const place = newPlace();
    mkdirSync(place);
    writeFileSync(join(place, "1.snapshot.dead-1.tmp"), "half");
    writeFileSync(join(place, "2.snapshot.dead-2.tmp"), "");
    const store = await DiskStore.open(place, 100);
    for (let page = 1; page < 20; page++) await store.append({ site: "a", page, bytes: bytesOf(`p${page}`) });
    await store.close();
    await (await DiskStore.open(place)).close();
    expect(readdirSync(place).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("deleted while in use: an error", async () => {
    const place = newPlace();
    const store = await DiskStore.open(place);
    await store.append({ site: "a", page: 1, bytes: bytesOf("p1") });
    rmSync(place, { recursive: true });
    const refusal = { code: "bad-model", message: expect.stringContaining("deleted while it was in use") };
    await expect(store.append({ site: "a", page: 2, bytes: bytesOf("p2") })).rejects.toMatchObject(refusal);
    await expect(store.sites()).rejects.toMatchObject(refusal);
    await store.close();
    const again = await DiskStore.open(place);
    expect(await again.sites()).toEqual([]);
    await again.close();
    await expect(store.sites()).rejects.toMatchObject({
      code: "bad-model",
      message: expect.stringContaining("closed"),
    });
  });

  test("processes killed while they append and write snapshots: no page lost, none counted twice", async () => {
    const place = newPlace();
    const script = await bundleScript(new URL("./testing/append-and-snapshot.ts", import.meta.url));
    try {
      const told: string[] = [];
      for (let round = 0; round < 4; round++) {
        const names = ["x", "y", "z"].map((name) => `${name}${round}`);
        // The first is killed early, and the others go on.
        const outputs = await Promise.all(names.map((name, i) => script.runUntil([15, 60, 90][i], place, name)));
        for (const [i, output] of outputs.entries()) {
          // The last line may be torn.
          const lines = output.split("\n").slice(0, -1);
          for (const page of lines) told[Number(page)] = `${told[Number(page)] ?? ""}${names[i]}`;
        }
      }
      const store = await DiskStore.open(place);
      const { table, pages } = await store.read("a", 0);
      const from = table === undefined ? 1 : Number(textOf(table).slice(6)) + 1;
      const last = from + pages.length - 1;
      const found = pages.map((page) => textOf(page).split(" ").slice(0, 2).join(" "));
      expect(found.map((text) => Number(text.split(" ")[1]))).toEqual(pages.map((_, i) => from + i));
      for (const [i, text] of found.entries()) {
        const who = told[from + i];
        if (who !== undefined) expect(text).toBe(`${who} ${from + i}`);
      }
      const missing = Array.from({ length: last }, (_, i) => i + 1).filter((page) => told[page] === undefined);
      // Each process may have been killed between its last page and the line for it.
      expect(missing.length).toBeLessThanOrEqual(12);
      expect(told.length - 1).toBeLessThanOrEqual(last);
      expect(told.filter((who) => !/^[xyz]\d$/.test(who))).toEqual([]);
      await store.close();
    } finally {
      script.remove();
    }
  });
});
