import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { planOfJob, type UncheckedJob } from "./run-job.ts";
import { planRun, type RunPlan, writePlan } from "./run-plan.ts";

let folder: string;
let out: string;
let plan: RunPlan;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-run-job-"));
  out = join(folder, "clean");
  await writeFile(join(folder, "page.html"), "<p>Text");
  const settings = { siteAware: false, dedup: false, memoryMb: 64 };
  plan = await planRun([join(folder, "page.html")], { name: "r", partitions: 2, taskBytes: 100, settings });
  await writePlan(out, plan);
});
afterAll(() => rm(folder, { recursive: true }));

function task(change: Record<string, unknown> = {}, { id = "r.1.reduce.1", name = "reduce" } = {}): UncheckedJob {
  return { id, name, data: { run: "r", out, plan: plan.id, stage: "reduce", number: 1, basis: "", ...change } };
}

function run(change: Record<string, unknown> = {}, id = "r.3.run"): UncheckedJob {
  return { id, name: "run", data: { run: "r", out, plan: plan.id, round: 3, attempts: 4, ...change } };
}

test("tasks of the plan are taken", async () => {
  expect(await planOfJob(task())).toEqual(plan);
  expect(await planOfJob(task({ basis: "0123456789abcdef" }))).toEqual(plan);
  expect(await planOfJob(run())).toEqual(plan);
});

test.each<Record<string, unknown>>([
  { number: "../../../etc/x" },
  { number: 2 },
  { number: -1 },
  { number: 0.5 },
  { number: 0 },
  { stage: "write" },
  { stage: "constructor" },
  { stage: "map", number: 1 },
  { basis: "/../../x" },
  { basis: ["0123456789abcdef"] },
  { out: "data/clean" },
  { out: ["/data/clean"] },
  { run: "another" },
  { plan: "0" },
])("%j is no task", async (change) => {
  await expect(planOfJob(task(change))).rejects.toMatchObject({ code: "bad-input" });
});

test.each([null, 5, "x", [], {}])("%j is not a job", async (data) => {
  await expect(planOfJob({ id: "r.1.run", name: "run", data })).rejects.toMatchObject({ code: "bad-input" });
});

test("a job that leads a run has the number of its round in its name", async () => {
  await expect(planOfJob(run({ round: 2 }))).rejects.toMatchObject({ code: "bad-input" });
  await expect(planOfJob(run({ attempts: 0 }))).rejects.toMatchObject({ code: "bad-input" });
});

test("a copy of a run's folder, or one with a changed plan, is refused", async () => {
  const copy = join(folder, "copy");
  await cp(out, copy, { recursive: true });
  await expect(planOfJob(task({ out: copy }))).rejects.toMatchObject({ code: "unreadable" });
  // Submitting makes it one.
  await writePlan(copy, plan);
  expect(await planOfJob(task({ out: copy }))).toEqual(plan);
  const changed = { ...plan, out: copy, partitions: 9 };
  await writeFile(join(copy, ".work", "plan.json"), JSON.stringify(changed));
  await expect(planOfJob(task({ out: copy }))).rejects.toThrow(/damaged/);
});
