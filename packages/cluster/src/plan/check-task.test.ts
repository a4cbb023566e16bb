import { expect, test } from "vitest";
import { checkTask } from "./check-task.ts";
import type { RunPlan } from "./run-plan.ts";
import type { TaskData } from "./task.ts";

const settings = { siteAware: false, dedup: false, memoryMb: 64 };
const plan = { partitions: 2, tasks: [{ first: 0, end: 1 }], settings } as unknown as RunPlan;
const task: TaskData = { run: "r", out: "/data/clean", plan: "", stage: "reduce", number: 1, basis: "" };

test("tasks of the plan are taken", () => {
  expect(() => checkTask(task, plan)).not.toThrow();
  expect(() => checkTask({ ...task, basis: "0123456789abcdef" }, plan)).not.toThrow();
});

test.each<Record<string, unknown>>([
  { number: "../../../etc/x" },
  { number: 2 },
  { number: -1 },
  { number: 0.5 },
  { stage: "write" },
  { stage: "constructor" },
  { stage: "map", number: 1 },
  { basis: "/../../x" },
  { basis: ["0123456789abcdef"] },
  { out: "data/clean" },
  { out: ["/data/clean"] },
])("%j is no task", (change) => {
  expect(() => checkTask({ ...task, ...change } as TaskData, plan)).toThrow(/does not belong to its run/);
});
