import { mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cutIntoTasks, type PlannedInput } from "../plan/cut-into-tasks.ts";
import { readTask } from "./read-task.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-task-"));
});
afterAll(() => rm(folder, { recursive: true }));

const signal = new AbortController().signal;

/** The ids of all records of all tasks; positions rise with them. */
async function read(inputs: readonly PlannedInput[], taskBytes: number): Promise<string[]> {
  const tasks = cutIntoTasks(inputs, taskBytes);
  const settings = { limits: { bytes: 60 }, siteAware: false, dedup: false, memoryMb: 100 };
  const plan = { version: 1, kind: "dehusk-run", id: "", name: "", partitions: 1, settings, inputs, tasks } as const;
  const ids: string[] = [];
  let last = -1;
  for (let number = 0; number < tasks.length; number++) {
    for await (const { position, record } of readTask({ plan, number, signal })) {
      expect(position).toBeGreaterThan(last);
      last = position;
      ids.push(record.error === undefined ? record.id : record.error.code);
    }
  }
  return ids;
}

async function modifiedOf(path: string): Promise<number> {
  return Math.floor((await stat(path)).mtimeMs);
}

test("however a file of lines is cut, each line comes out of one task, also empty, broken and long ones", async () => {
  const lines = ["", "{ broken", `{"id":"long","html":"${"x".repeat(100)}"}`, " "];
  for (let i = 0; i < 9; i++) lines.splice(3 * i, 0, JSON.stringify({ id: `p${i}`, html: "<p>".repeat(i % 4) }));
  const text = lines.join("\n");
  const path = join(folder, "pages.jsonl");
  await writeFile(path, text);
  const inputs = [{ path, name: "pages.jsonl", bytes: text.length, modified: await modifiedOf(path) }];
  const whole = await read(inputs, 1e6);
  expect(whole).toHaveLength(11);
  expect(whole).toEqual(expect.arrayContaining(["p0", "p8", "bad-input", "limit-bytes"]));
  for (let taskBytes = 1; taskBytes < text.length; taskBytes += taskBytes < 60 ? 1 : 13) {
    expect(await read(inputs, taskBytes), `pieces of ${taskBytes}`).toEqual(whole);
  }
});

test("a file that is not there, or not as it was planned, is an error of the task", async () => {
  const path = join(folder, "changed.jsonl");
  await writeFile(path, '{"id":"a","html":""}\n');
  const input = { path, name: "changed.jsonl", bytes: 21, modified: await modifiedOf(path) };
  expect(await read([input], 1e6)).toEqual(["a"]);
  await expect(read([{ ...input, bytes: 20 }], 1e6)).rejects.toThrow(/has changed/);
  await writeFile(path, '{"id":"b","html":""}\n');
  await utimes(path, new Date(), new Date(input.modified + 1000));
  await expect(read([input], 1e6)).rejects.toThrow(/has changed/);
  await expect(read([{ ...input, path: `${path}.gz` }], 1e6)).rejects.toThrow(/no such file on this machine/);
});
