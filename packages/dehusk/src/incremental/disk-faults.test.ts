import type fs from "node:fs";
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DiskStore } from "./disk-store.ts";
import { encodeRecord } from "./log-record.ts";
import type { Entry } from "./store-index.ts";

/** What goes wrong, until it is reset. */
const faults = vi.hoisted(() => ({
  /** Free bytes on the disk. */
  room: Number.POSITIVE_INFINITY,
  isReadOnly: false,
  failsToRename: false,
  /** What another process does just before this one writes. */
  beforeWrite: (): void => {},
}));

const failed = vi.hoisted(
  () => (code: string, message: string) => Object.assign(new Error(`${code}: ${message}`), { code }),
);

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    writeSync: (file: number, bytes: Uint8Array): number => {
      faults.beforeWrite();
      if (faults.room === 0) throw failed("ENOSPC", "no space left on device, write");
      const written = real.writeSync(file, bytes, 0, Math.min(bytes.length, faults.room));
      faults.room -= written;
      return written;
    },
    openSync: (path: string, flags: string): number => {
      if (faults.isReadOnly && flags !== "r") throw failed("EROFS", `read-only file system, open '${path}'`);
      return real.openSync(path, flags);
    },
  };
});

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof fs.promises>();
  return {
    ...real,
    rename: (from: string, to: string): Promise<void> =>
      faults.failsToRename ? Promise.reject(failed("EIO", "i/o error, rename")) : real.rename(from, to),
  };
});

const folder = mkdtempSync(join(tmpdir(), "dehusk-faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const noFaults = { ...faults };
beforeEach(() => Object.assign(faults, noFaults));
const newPlace = (): string => mkdtempSync(join(folder, "x-"));

const append = (store: DiskStore, page: number): Promise<boolean> =>
  store.append({ site: "a", page, bytes: new TextEncoder().encode(`p${page}`) });

async function read(store: DiskStore): Promise<string> {
  return (await store.read("a", 0)).pages.map((bytes) => new TextDecoder().decode(bytes)).join(" ");
}

describe("a full disk", () => {
  test.each([0, 1, 15, 16, 40, 70])("with %i bytes free: the page is refused, the others can be read", async (room) => {
    const place = newPlace();
    const store = await DiskStore.open(place);
    await append(store, 1);
    faults.room = room;
    const refusal = { code: "bad-model", message: expect.stringMatching(/ENOSPC|the disk may be full/) };
    await expect(append(store, 2)).rejects.toMatchObject(refusal);
    await expect(append(store, 2)).rejects.toMatchObject({ message: expect.stringContaining("ENOSPC") });
    expect(await read(store)).toBe("p1");
    const other = await DiskStore.open(place);
    expect(await read(other)).toBe("p1");
    faults.room = Number.POSITIVE_INFINITY;
    expect(await append(other, 2)).toBe(true);
    expect(await append(store, 2)).toBe(false);
    expect(await append(store, 3)).toBe(true);
    expect(await read(other)).toBe("p1 p2 p3");
    await store.close();
    await other.close();
  });
});

describe("just before a page is written, another process", () => {
  const record = (entry: Entry): Buffer => encodeRecord({ ...entry, writer: "other", readTo: 0 }, new Uint8Array());
  const page: Entry = { kind: "page", site: "a", page: 2 };

  test.each<[string, Buffer, boolean]>([
    ["seals the log: the page goes into the next one", record({ kind: "seal" }), true],
    ["is killed during a write: the page counts", record(page).subarray(0, 40), true],
    ["appends that page: ours does not count", record(page), false],
    ["appends that page after the seal: ours counts", Buffer.concat([record({ kind: "seal" }), record(page)]), true],
  ])("%s", async (_, bytes, counts) => {
    const place = newPlace();
    const store = await DiskStore.open(place);
    await append(store, 1);
    faults.beforeWrite = () => {
      faults.beforeWrite = () => {};
      appendFileSync(join(place, "1.log"), bytes);
    };
    expect(await append(store, 2)).toBe(counts);
    const expected = counts ? "p1 p2 p3" : "p1  p3";
    expect(await append(store, 3)).toBe(true);
    expect(await read(store)).toBe(expected);
    await store.close();
    const again = await DiskStore.open(place);
    expect(await read(again)).toBe(expected);
    await again.close();
  });
});

test("a read-only folder can be read", async () => {
  const place = newPlace();
  const first = await DiskStore.open(place);
  await first.settings("these");
  await append(first, 1);
  await first.close();
  faults.isReadOnly = true;
  const store = await DiskStore.open(place);
  expect(await store.settings("others")).toBe("these");
  expect(await read(store)).toBe("p1");
  await expect(append(store, 2)).rejects.toMatchObject({
    code: "bad-model",
    message: expect.stringContaining(`The store "${place}" cannot be used: EROFS`),
  });
  expect(await read(store)).toBe("p1");
  await store.close();
  const refusal = { code: "bad-model", message: expect.stringContaining("EROFS") };
  await expect(DiskStore.open(newPlace())).rejects.toMatchObject(refusal);
});

test("no page fails because a snapshot fails, and the next log gets another try", async () => {
  const place = newPlace();
  faults.failsToRename = true;
  const store = await DiskStore.open(place, 500);
  const pages = Array.from({ length: 40 }, (_, i) => i + 1);
  for (const page of pages.slice(0, 30)) expect(await append(store, page)).toBe(true);
  await store.close();
  expect(readdirSync(place).filter((name) => !/^\d+\.log$/.test(name))).toEqual([]);
  expect(readdirSync(place).length).toBeGreaterThan(2);
  faults.failsToRename = false;
  const again = await DiskStore.open(place, 500);
  for (const page of pages.slice(30)) expect(await append(again, page)).toBe(true);
  expect(await read(again)).toBe(pages.map((page) => `p${page}`).join(" "));
  await again.close();
  const third = await DiskStore.open(place);
  expect(await read(third)).toBe(pages.map((page) => `p${page}`).join(" "));
  await third.close();
  expect(readdirSync(place).length).toBeLessThan(4);
});
