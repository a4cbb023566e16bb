import { defaultLimits } from "dehusk/internal/page";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RequestPool } from "./request-pool.ts";
import { heavyPage } from "./testing/pages.ts";
import { startServe } from "./testing/start-serve.ts";

const pool = new RequestPool({
  workers: 1,
  memoryMb: 256,
  limits: defaultLimits,
  callStore: async ({ call }) => ({ call, value: undefined }),
  onReplaced: () => {},
});
beforeAll(async () => {
  // Builds what threads run, where the sources are newer.
  await (await startServe(["--workers", "1"])).stop();
  await pool.start();
});
afterAll(() => pool.close());

describe("RequestPool", () => {
  test("gets its thread back from a request that cannot be sent to it", async () => {
    const task = (fields: unknown) => {
      const bytes = new Uint8Array(Buffer.from("<p>corn"));
      return { verb: "extract", options: { fields }, body: { bytes, kind: "html" } } as const;
    };
    await expect(pool.run(task(() => "no message can carry this"))).rejects.toThrow(/could not be cloned/);
    expect(pool.busy).toBe(0);
    expect(await pool.run(task("words"))).toMatchObject({ status: 200 });
  });
});

test("a thread that is killed over a request is replaced, and the next request is answered", async () => {
  const replaced: string[] = [];
  class KillablePool extends RequestPool {
    kill(): void {
      for (const { thread } of this.seats) void thread.worker.terminate();
    }
  }
  const killable = new KillablePool({
    workers: 1,
    memoryMb: 256,
    limits: defaultLimits,
    callStore: async ({ call }) => ({ call, value: undefined }),
    onReplaced: (code) => replaced.push(code),
  });
  await killable.start();
  const task = (html: string) =>
    ({ verb: "extract", options: {}, body: { bytes: new Uint8Array(Buffer.from(html)), kind: "html" } }) as const;
  const killed = killable.run(task(heavyPage));
  killable.kill();
  await expect(killed).rejects.toMatchObject({ status: 500, code: "crashed" });
  expect(await killable.run(task("<p>corn"))).toMatchObject({ status: 200 });
  expect(replaced).toEqual(["crashed"]);
  await killable.close();
});
