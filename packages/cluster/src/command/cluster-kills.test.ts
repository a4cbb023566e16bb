import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { seededRandom } from "dehusk/internal/learn";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { program, runDehusk } from "../../../dehusk/src/cli/testing/run-dehusk.ts";
import { submitRun } from "../plan/submit-run.ts";
import { readManifest } from "../results/finish-run.ts";
import { readStatus } from "../results/run-status.ts";
import { startRedis, type TestRedis } from "../testing/redis-server.ts";
import { idsOf, SmallRuns, workAll } from "../testing/small-run.ts";

/** Fewer than the ends of workers after which a task counts as failed. */
const killsOfRun = 8;

/** How often a worker is killed. */
const kills = Number(process.env["DEHUSK_KILLS"] ?? 3);
const files = 40;

let runs: SmallRuns;
let redis: TestRedis;
beforeAll(async () => {
  await runDehusk(["--help"]);
  [runs, redis] = await Promise.all([SmallRuns.make(files), startRedis()]);
}, 300_000);
afterAll(() => Promise.all([runs.remove(), redis.stop()]));

test(
  `after ${kills} kills of workers at random times, each page is there once`,
  async () => {
    const random = seededRandom(31);
    let killed = 0;
    for (let round = 1; killed < kills; round++) {
      const name = `killed-${round}`;
      const out = join(runs.folder, name);
      await submitRun(out, await runs.plan(name, { dedup: round % 2 === 0 }), { redis: redis.address });
      const options = ["--redis", redis.address, "-w", "2", "--lock-ms", "501", "--until-idle"];
      const before = killed;
      for (let isOver = false; !isOver; ) {
        const child = spawn(process.execPath, [program, "cluster", "work", ...options], {
          stdio: ["ignore", "ignore", "pipe"],
        });
        const ended = once(child, "exit");
        // In the midst of tasks, or now and then while it starts.
        if (random() < 0.8) await Promise.race([ended, once(child.stderr, "data")]);
        if (killed < kills && killed < before + killsOfRun) {
          await Promise.race([ended, setTimeout(random() * 400)]);
          child.kill("SIGKILL");
        }
        child.stderr.resume();
        const [status] = await ended;
        isOver = status !== null;
        if (isOver) expect(status).toBe(0);
        else killed++;
      }
      expect(await readStatus(redis.address, name)).toMatchObject([
        { state: "done", records: 3 * files, failures: [] },
      ]);
      expect(await idsOf(out)).toEqual(Array.from({ length: 3 * files }, (_, i) => i));
    }
  },
  120_000 + 20_000 * kills,
);

test("a worker that is suspended until others have done its task changes nothing when it goes on", async () => {
  const out = join(runs.folder, "suspended");
  await submitRun(out, await runs.plan("suspended"), { redis: redis.address });
  const options = ["--redis", redis.address, "-w", "1", "--lock-ms", "501", "--until-idle"];
  const child = spawn(process.execPath, [program, "cluster", "work", ...options], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await vi.waitUntil(() => /map\.\d+: begun/.test(said), { timeout: 60_000, interval: 1 });
  child.kill("SIGSTOP");
  const { unfinished } = await workAll({ redis: redis.address, lockMilliseconds: 500 });
  const manifest = await readManifest(out);
  child.kill("SIGCONT");
  expect([await ended, unfinished]).toEqual([[0, null], []]);
  expect(manifest).toMatchObject({ state: "done", records: 3 * files });
  expect(await readManifest(out)).toEqual(manifest);
  expect(await idsOf(out)).toEqual(Array.from({ length: 3 * files }, (_, i) => i));
  expect(await readdir(join(out, ".work"))).toEqual(["plan.json"]);
}, 120_000);
