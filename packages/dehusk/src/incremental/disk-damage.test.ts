import {
  appendFileSync,
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
import { afterAll, describe, expect, test } from "vitest";
import { DiskStore } from "./disk-store.ts";

const folder = mkdtempSync(join(tmpdir(), "dehusk-damage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newPlace = (): string => join(mkdtempSync(join(folder, "x-")), "store");

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(store: DiskStore): Promise<string> {
  return (await store.read("a", 0)).pages.map((bytes) => new TextDecoder().decode(bytes)).join(" ");
}

/** The folder of a closed store with pages of the site "a". */
async function placeWith(pages: number, minLogBytes?: number): Promise<string> {
  const place = newPlace();
  const store = await DiskStore.open(place, minLogBytes);
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

describe("a torn record", () => {
  test("torn at any byte: the pages before it are there, and the store goes on", async () => {
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

  test("of another process, in a store that is open", async () => {
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
  test("in the middle of a log: an error with the offset; cut there, the store works again", async () => {
    const place = await placeWith(1);
    const log = join(place, "1.log");
    const second = statSync(log).size;
    const store = await DiskStore.open(place);
    for (const page of [2, 3]) await store.append({ site: "a", page, bytes: bytesOf(`p${page}`) });
    const content = readFileSync(log);
    content[second + 30] = 0;
    writeFileSync(log, content);
    // Checksums are verified on each read, not only when the store is opened.
    await expect(store.read("a", 0)).rejects.toMatchObject({ code: "bad-model" });
    await store.close();
    const message = `The store "${place}" cannot be used: its file "1.log" is damaged at byte ${second}.`;
    expect(await failure(place)).toBe(message);
    truncateSync(log, second);
    const saved = await DiskStore.open(place);
    expect(await read(saved)).toBe("p1");
    await saved.close();
  });

  test("anywhere in a snapshot, or a truncated one: an error", async () => {
    const place = await placeWith(20, 1000);
    const name = readdirSync(place).find((each) => each.endsWith(".snapshot")) as string;
    const whole = readFileSync(join(place, name));
    for (let at = 0; at < whole.length; at += 7) {
      writeFileSync(join(place, name), whole.subarray(0, at));
      expect(await failure(place)).toContain(`its file "${name}" is damaged at byte`);
      const changed = Uint8Array.from(whole);
      changed[at] = changed[at] ^ 8;
      writeFileSync(join(place, name), changed);
      expect(await failure(place)).toContain(`its file "${name}" `);
    }
    writeFileSync(join(place, name), whole);
    expect(await failure(place)).toBe("none");
  });

  test("a missing log, or one without its seal: an error", async () => {
    const place = await placeWith(20, 1000);
    const snapshot = readdirSync(place).find((each) => each.endsWith(".snapshot")) as string;
    const generation = Number.parseInt(snapshot, 10);
    const log = join(place, `${generation}.log`);
    const later = join(place, `${generation + 1}.log`);
    writeFileSync(later, "");
    expect(await failure(place)).toContain(`"${generation}.log" is damaged at byte ${statSync(log).size}.`);
    rmSync(log);
    expect(await failure(place)).toContain(`"${generation}.log" is damaged at byte 0.`);
    for (const name of readdirSync(place)) if (name !== `${generation + 1}.log`) rmSync(join(place, name));
    expect(await failure(place)).toContain('"1.log" is damaged at byte 0.');
  });

  test("a missing page between valid records: an error", async () => {
    const [place, other] = [await placeWith(2), await placeWith(4)];
    const size = statSync(join(place, "1.log")).size;
    const third = statSync(join(await placeWith(3), "1.log")).size;
    appendFileSync(join(place, "1.log"), readFileSync(join(other, "1.log")).subarray(third));
    expect(await failure(place)).toContain(`pages of the site "a" are missing before byte ${size} of its file "1.log"`);
  });
});

describe("a folder of another program", () => {
  test("LevelDB, as earlier versions wrote: the error says what to do", async () => {
    const place = newPlace();
    mkdirSync(place);
    for (const name of ["CURRENT", "LOCK", "LOG", "MANIFEST-000002", "000003.log"])
      writeFileSync(join(place, name), "");
    expect(await failure(place)).toContain("it is a LevelDB database, as earlier versions of Dehusk wrote.");
    expect(await failure(place)).toContain("Delete it or use another folder, and stream the pages again.");
    expect(readdirSync(place)).toHaveLength(5);
  });

  test("with a 1.log of its own: an error, and it is left alone", async () => {
    const place = newPlace();
    mkdirSync(place);
    writeFileSync(join(place, "1.log"), "12:00 started\n");
    expect(await failure(place)).toContain('its file "1.log" was not written by Dehusk');
    expect(readFileSync(join(place, "1.log"), "utf8")).toBe("12:00 started\n");
  });
});
