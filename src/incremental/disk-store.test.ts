import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
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

/** A store with pages of the site "a", closed. */
async function placeWith(pages: number, leastLog?: number): Promise<string> {
  const place = newPlace();
  const store = await DiskStore.open(place, leastLog);
  for (let page = 1; page <= pages; page++) await store.append({ site: "a", page, bytes: bytesOf(`p${page}`) });
  await store.close();
  return place;
}

async function failure(place: string): Promise<string> {
  const store = await DiskStore.open(place).catch((error: Error) => error);
  if (store instanceof Error) return store.message;
  await store.close();
  return "none";
}

/** All that a store should hold, kept without any cleverness. */
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
  test("shared by three holds what a list would hold, however often tables are written", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 120, size: "max" }),
        fc.constantFrom(1, 500, 3000),
        async (actions, leastLog) => {
          const place = newPlace();
          const stores = await Promise.all([1, 2, 3].map(() => DiskStore.open(place, leastLog)));
          const model = new Model();
          for (const each of actions) {
            if (each.what === "reopen") {
              await stores[each.store]?.close();
              stores[each.store] = await DiskStore.open(place, leastLog);
            } else await act(stores[each.store] as DiskStore, each, model);
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

  test("does not grow without end, and leaves few files, for one who never waits for anything else", async () => {
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
    // A million bytes were written.
    expect(most).toBeLessThan(100_000);
    await store.close();
  });

  test("of many sites has few files open", async () => {
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

  test("what killed processes left in it is removed in time", async () => {
    const place = await placeWith(3);
    writeFileSync(join(place, "1.tables.dead-1.tmp"), "half");
    writeFileSync(join(place, "2.tables.dead-2.tmp"), "");
    const store = await DiskStore.open(place, 100);
    for (let page = 4; page < 20; page++) await store.append({ site: "a", page, bytes: bytesOf(`p${page}`) });
    await store.close();
    expect(await failure(place)).toBe("none");
    expect(readdirSync(place).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("that goes away is told to who uses it next", async () => {
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

  test("processes that are killed while they write tables: what one was told is there, once", async () => {
    const place = newPlace();
    const script = await bundleScript(new URL("./testing/fold-for-ever.ts", import.meta.url));
    try {
      const told: string[] = [];
      for (let round = 0; round < 4; round++) {
        const names = ["x", "y", "z"].map((name) => `${name}${round}`);
        // One is killed soon, while the others go on.
        const outputs = await Promise.all(
          names.map((name, i) => script.runUntil([15, 60, 90][i] as number, place, name)),
        );
        for (const [i, output] of outputs.entries()) {
          // The last line may be half a line.
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
      // Each process may have been killed before it could say of its last page that it is there.
      expect(missing.length).toBeLessThanOrEqual(12);
      expect(told.length - 1).toBeLessThanOrEqual(last);
      expect(told.filter((who) => !/^[xyz]\d$/.test(who))).toEqual([]);
      await store.close();
    } finally {
      script.remove();
    }
  });
});

describe("a killed write", () => {
  test("cut at any byte: the pages before it are there, and the store goes on", async () => {
    const place = await placeWith(2);
    const log = join(place, "1.log");
    const before = statSync(log).size;
    const store = await DiskStore.open(place);
    await store.append({ site: "a", page: 3, bytes: bytesOf("p3") });
    await store.close();
    const whole = readFileSync(log);
    for (let cut = before; cut < whole.length; cut++) {
      writeFileSync(log, whole.subarray(0, cut));
      const again = await DiskStore.open(place);
      expect(await read(again)).toBe("p1 p2");
      expect(await again.append({ site: "a", page: 3, bytes: bytesOf("new") })).toBe(true);
      await again.close();
      const third = await DiskStore.open(place);
      expect(await read(third)).toBe("p1 p2 new");
      await third.close();
    }
  });

  test("of another process, while this one has the folder open", async () => {
    const place = await placeWith(2);
    const [one, other] = [await DiskStore.open(place), await DiskStore.open(place)];
    const half = readFileSync(join(place, "1.log")).subarray(0, 50);
    for (let page = 3; page < 9; page++) {
      appendFileSync(join(place, "1.log"), half);
      expect(await one.append({ site: "a", page, bytes: bytesOf(`p${page}`) })).toBe(true);
      expect(await other.append({ site: "a", page, bytes: bytesOf("late") })).toBe(false);
    }
    expect(await read(other)).toBe("p1 p2 p3 p4 p5 p6 p7 p8");
    await one.close();
    await other.close();
  });
});

describe("damage", () => {
  test("in the middle of a log is an error that says where; what comes before can be saved", async () => {
    const place = await placeWith(1);
    const log = join(place, "1.log");
    const second = statSync(log).size;
    const store = await DiskStore.open(place);
    for (const page of [2, 3]) await store.append({ site: "a", page, bytes: bytesOf(`p${page}`) });
    const content = readFileSync(log);
    content[second + 30] = 0;
    writeFileSync(log, content);
    // What an open store has read it does not read again, but it checks the bytes that it hands out.
    await expect(store.read("a", 0)).rejects.toMatchObject({ code: "bad-model" });
    await store.close();
    const message = `The store "${place}" cannot be used: its file "1.log" is damaged at byte ${second}.`;
    expect(await failure(place)).toBe(message);
    truncateSync(log, second);
    const saved = await DiskStore.open(place);
    expect(await read(saved)).toBe("p1");
    await saved.close();
  });

  test("of tables, wherever they are cut or changed, is an error", async () => {
    const place = await placeWith(20, 1000);
    const name = readdirSync(place).find((each) => each.endsWith(".tables")) as string;
    const whole = readFileSync(join(place, name));
    for (let at = 0; at < whole.length; at += 7) {
      writeFileSync(join(place, name), whole.subarray(0, at));
      expect(await failure(place)).toContain(`its file "${name}" is damaged at byte`);
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] as number) ^ 8;
      writeFileSync(join(place, name), changed);
      expect(await failure(place)).toContain(`its file "${name}" is`);
    }
    writeFileSync(join(place, name), whole);
    expect(await failure(place)).toBe("none");
  });

  test("a log that is missing, or lacks its end, is an error", async () => {
    const place = await placeWith(20, 1000);
    const tables = readdirSync(place).find((each) => each.endsWith(".tables")) as string;
    const generation = Number.parseInt(tables, 10);
    const log = join(place, `${generation}.log`);
    const later = join(place, `${generation + 1}.log`);
    writeFileSync(later, "");
    expect(await failure(place)).toContain(`"${generation}.log" is damaged at byte ${statSync(log).size}.`);
    rmSync(log);
    expect(await failure(place)).toContain(`"${generation}.log" is damaged at byte 0.`);
    for (const name of readdirSync(place)) if (name !== `${generation + 1}.log`) rmSync(join(place, name));
    expect(await failure(place)).toContain('"1.log" is damaged at byte 0.');
  });

  test("a page that is missing is an error even if all records are whole", async () => {
    const [place, other] = [await placeWith(2), await placeWith(4)];
    const size = statSync(join(place, "1.log")).size;
    const third = statSync(join(await placeWith(3), "1.log")).size;
    appendFileSync(join(place, "1.log"), readFileSync(join(other, "1.log")).subarray(third));
    expect(await failure(place)).toContain(`pages of the site "a" are missing before byte ${size} of its file "1.log"`);
  });
});

describe("a folder of another program", () => {
  test("LevelDB, as earlier versions wrote: it is said what to do", async () => {
    const place = newPlace();
    mkdirSync(place);
    for (const name of ["CURRENT", "LOCK", "LOG", "MANIFEST-000002", "000003.log"])
      writeFileSync(join(place, name), "");
    expect(await failure(place)).toContain("it is a LevelDB database, as earlier versions of Dehusk wrote.");
    expect(await failure(place)).toContain("Delete it or use another folder, and stream the pages again.");
    expect(readdirSync(place)).toHaveLength(5);
  });

  test("with a log of its own: it is left alone", async () => {
    const place = newPlace();
    mkdirSync(place);
    writeFileSync(join(place, "1.log"), "12:00 started\n");
    expect(await failure(place)).toContain('its file "1.log" is not of a Dehusk store');
    expect(readFileSync(join(place, "1.log"), "utf8")).toBe("12:00 started\n");
  });
});
