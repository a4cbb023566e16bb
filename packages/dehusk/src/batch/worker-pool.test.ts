import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { packBatch } from "./work-item.ts";
import type * as Pools from "./worker-pool.ts";

// Threads run what is built, so this builds it, apart from dist/, which may be old.
const folder = mkdtempSync(join(tmpdir(), "dehusk-pool-"));
let WorkerPool: typeof Pools.WorkerPool;

/** There should be no page that takes for ever, so one is made. */
const withEndlessPage = {
  name: "endless-page",
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith("/page-line.ts")) return undefined;
    const start = "if (record.error !== undefined) return failedLine(";
    expect(code).toContain(start);
    return code.replace(start, `while (record.id === "endless") {}\n${start}`);
  },
};

beforeAll(async () => {
  const here = fileURLToPath(new URL(".", import.meta.url));
  const input = { pool: join(here, "worker-pool.ts"), "batch-worker": join(here, "batch-worker.ts") };
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent", plugins: [withEndlessPage] });
  await bundle.write({ dir: folder, entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js", format: "esm" });
  await bundle.close();
  const built: typeof Pools = await import(pathToFileURL(join(folder, "pool.js")).href);
  ({ WorkerPool } = built);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** How many threads were started. */
let threads = 0;
const count = (): void => {
  threads++;
};
beforeEach(() => {
  threads = 0;
  process.on("worker", count);
});
afterEach(() => {
  process.off("worker", count);
});

const page = (id: string) => ({
  id,
  url: `https://example.org/${id}`,
  html: `<h1>Story ${id}</h1><p>Of corn and husk.`,
});
/** More than 100 MB of nodes, well over the limit: V8 does not end a thread at the exact byte. */
const heavy = { id: "heavy", html: "<p>one <a href=/x>two</a> <b>three</b></p>".repeat(450_000) };
const unread = (value: object, number: number) => ({
  line: Buffer.from(JSON.stringify(value)),
  number,
  file: "pages.jsonl",
});

async function run(
  options: Partial<Pools.WorkerPoolOptions>,
  batches: readonly Parameters<typeof packBatch>[0][],
): Promise<unknown[][]> {
  const pool = new WorkerPool({ workers: 2, memoryMb: 512, lines: { fields: ["title"] }, ...options });
  try {
    const results = await Promise.all(batches.map((records) => pool.process(packBatch(records))));
    return results.map((batch) =>
      batch.map(({ outcome, line }) => {
        const { id, title, error } = JSON.parse(Buffer.from(line).toString());
        return [outcome, id, title ?? error.message];
      }),
    );
  } finally {
    await pool.close();
  }
}

describe("WorkerPool", () => {
  test("answers each record of each batch, in its place", async () => {
    const batches = Array.from({ length: 20 }, (_, b) => Array.from({ length: 7 }, (_, i) => page(`${b}-${i}`)));
    const answers = await run({}, batches);
    expect(answers).toEqual(batches.map((batch) => batch.map(({ id }) => ["kept", id, `Story ${id}`])));
    expect(threads).toBe(2);
  });

  test("a page that takes too long gets an error, its thread is replaced, and all others are answered", async () => {
    const batches = [[page("a"), page("endless"), page("b")], [page("c")], [page("d"), page("e")]];
    const limits = { milliseconds: 3000 };
    const answers = await run({ workers: 1, lines: { fields: ["title"], limits } }, batches);
    const message = "The page took longer than the limit of 3000 ms.";
    expect(answers).toEqual([
      [
        ["kept", "a", "Story a"],
        ["limit-time", "endless", message],
        ["kept", "b", "Story b"],
      ],
      [["kept", "c", "Story c"]],
      [
        ["kept", "d", "Story d"],
        ["kept", "e", "Story e"],
      ],
    ]);
    expect(threads).toBe(2);
  });

  test("a page that takes all memory gets an error by its own id, and all others are answered", async () => {
    const batches = [
      [unread(page("a"), 1), unread(heavy, 2), unread(page("b"), 3)],
      [unread(page("c"), 4), unread(page("d"), 5)],
    ];
    const answers = await run({ workers: 1, memoryMb: 60 }, batches);
    const message = "The page took more memory than the limit of 60 MB.";
    expect(answers).toEqual([
      [
        ["kept", "a", "Story a"],
        ["limit-memory", "heavy", message],
        ["kept", "b", "Story b"],
      ],
      [
        ["kept", "c", "Story c"],
        ["kept", "d", "Story d"],
      ],
    ]);
    // Once with others, once alone.
    expect(threads).toBe(3);
  });

  test("reports threads with too little memory to start", async () => {
    await expect(run({ memoryMb: 3 }, [[page("a")], [page("b")]])).rejects.toMatchObject({ code: "bad-option" });
  });
});
