import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { partitionOf } from "../plan/partition.ts";
import { BundleWriter, readBundle, readSummary } from "./bundle-file.ts";

const plan = "0123456789abcdef0123456789abcdef";
const other = "f".repeat(32);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-bundle-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(path: string, entries: number, partitions: number, roundBytes?: number): Promise<void> {
  const bundle = await BundleWriter.open(path, { partitions, plan, roundBytes });
  for (let i = 0; i < entries; i++) await bundle.add(partitionOf(`site${i % 9}`, partitions), `${i}`, `body of ${i} ä`);
  await bundle.close({ entries });
}

async function read(path: string, partition: number): Promise<string[]> {
  const found: string[] = [];
  for await (const { head, body } of readBundle(path, plan, partition)) found.push(`${head}=${body}`);
  return found;
}

describe("bundles", () => {
  test.each([undefined, 1000, 1])(
    "a partition gives its entries in order, in rounds of %s bytes",
    async (roundBytes) => {
      const path = join(folder, `rounds-${roundBytes}`);
      await write(path, 200, 7, roundBytes);
      for (let partition = 0; partition < 7; partition++) {
        const numbers = Array.from({ length: 200 }, (_, i) => i).filter(
          (i) => partitionOf(`site${i % 9}`, 7) === partition,
        );
        expect(await read(path, partition)).toEqual(numbers.map((i) => `${i}=body of ${i} ä`));
      }
      expect(await readSummary(path, plan)).toEqual({ entries: 200 });
    },
  );

  test("to write one again gives the same bytes, in the place of the other", async () => {
    const path = join(folder, "again");
    await write(path, 50, 3, 500);
    const bytes = await readFile(path);
    await write(path, 50, 3, 500);
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  test("an unclosed bundle does not exist, and leaves nothing behind", async () => {
    const path = join(folder, "aborted");
    const bundle = await BundleWriter.open(path, { partitions: 1, plan });
    await bundle.add(0, "a", "b");
    await bundle.abort();
    expect(await readSummary(path, plan)).toBeUndefined();
    expect((await readdir(folder)).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  test("one of another plan, truncated or damaged does not count", async () => {
    const path = join(folder, "damaged");
    await write(path, 50, 3);
    expect(await readSummary(path, other)).toBeUndefined();
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, -1));
    expect(await readSummary(path, plan)).toBeUndefined();
    await expect(read(path, 0)).rejects.toMatchObject({ code: "unreadable" });
    await writeFile(path, Buffer.concat([bytes.subarray(0, 30).fill(7), bytes.subarray(30)]));
    await expect(read(path, 0)).rejects.toMatchObject({ code: "unreadable" });
    await expect(read(join(folder, "nowhere"), 0)).rejects.toThrow(/not there/);
  });
});

test("partitionOf: what one version puts into a partition, another looks for there", () => {
  expect(["example.org", "", "a.example", "ü.example"].map((site) => partitionOf(site, 64))).toMatchInlineSnapshot(`
    [
      14,
      59,
      62,
      18,
    ]
  `);
  const counts = new Array<number>(8).fill(0);
  for (let i = 0; i < 8000; i++) (counts[partitionOf(`site${i}.example`, 8)] as number)++;
  for (const count of counts) expect(count).toBeGreaterThan(850);
});
