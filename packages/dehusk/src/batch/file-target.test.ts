import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { noCounts } from "./batch-counts.ts";
import { FileTarget, type FileTargetOptions } from "./file-target.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-target-"));
});
afterEach(() => rm(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const line = Buffer.from('{"version":1,"id":"1","text":"It rained."}\n');
const state = { inputs: "a", options: {}, records: 1, ranges: [], counts: noCounts, seconds: 1, ended: false };

function open(name: string, options: Partial<FileTargetOptions> = {}): Promise<FileTarget> {
  return FileTarget.open(path(name), { inputs: "a", options: {}, keys: false, ...options });
}

/** Runs to the end and restores the files left by a kill before the log, or the rest of it, was removed. */
async function runAndLeave(name: string, left: "lines" | "no lines" = "no lines"): Promise<void> {
  const log = path(`${name}.partial`);
  const target = await open(name);
  await target.add([line], [], 1);
  await target.progress(state);
  const checkpoint = JSON.stringify({ ...JSON.parse(await readFile(`${log}.json`, "utf8")), ended: true });
  await target.finish(state);
  await target.close();
  await writeFile(`${log}.json`, checkpoint);
  await utimes(`${log}.json`, 1, 1);
  if (left === "lines") await writeFile(log, line);
}

test.each([
  ["a.jsonl", line.toString()],
  ["a.parquet", "PAR1"],
  ["a.wet", "WARC-Type: conversion"],
])("FileTarget: %s is written in the format of its name", async (name, content) => {
  const target = await open(name);
  await target.add([line], [], 1);
  await target.finish(state);
  await target.close();
  expect(await readdir(folder)).toEqual([name]);
  expect(await readFile(path(name), "latin1")).toContain(content);
});

describe("FileTarget, killed after its output was in place", () => {
  test("a fresh run starts over, as for any existing output", async () => {
    await runAndLeave("a.jsonl");
    const target = await open("a.jsonl");
    expect(target.before).toBeUndefined();
    await target.close();
    expect(await readdir(folder)).toEqual(["a.jsonl"]);
  });

  test("a fresh run also starts over if the output was converted from the lines, but not earlier", async () => {
    await runAndLeave("a.parquet", "lines");
    await (await open("a.parquet")).close();
    expect(await readdir(folder)).toEqual(["a.parquet"]);
    await runAndLeave("a.parquet", "lines");
    await utimes(path("a.parquet"), 0, 0);
    await expect(open("a.parquet")).rejects.toThrow(/unfinished run/);
  });

  test("a resumed run has nothing to do; with other inputs it starts over", async () => {
    await runAndLeave("a.jsonl");
    const other = await open("a.jsonl", { inputs: "b", resume: true });
    expect(other.before).toBeUndefined();
    await other.close();
    await runAndLeave("a.jsonl");
    const target = await open("a.jsonl", { resume: true });
    expect(target.before?.ended).toBe(true);
    await target.finish(state);
    await target.close();
    expect(await readdir(folder)).toEqual(["a.jsonl"]);
    expect(await readFile(path("a.jsonl"))).toEqual(line);
  });

  test("without its lines and without an output, a run does not count as done", async () => {
    await runAndLeave("a.jsonl");
    await rm(path("a.jsonl"));
    await expect(open("a.jsonl")).rejects.toThrow(/unfinished run/);
    await expect(open("a.jsonl", { resume: true })).rejects.toMatchObject({ code: "unwritable" });
  });
});

describe("FileTarget, obstacles to writing the output", () => {
  test("are reported before the first page, and leave nothing behind", async () => {
    await mkdir(path("notes"));
    await writeFile(path("notes/mine.txt"), "mine");
    await expect(open("notes/")).rejects.toThrow(/was not written by this program/);
    await expect(open("a.wet", { fields: ["title"] })).rejects.toThrow(/"text" must be among the fields/);
    expect(await readdir(folder)).toEqual(["notes"]);
  });

  test("of two runs at once the second is refused; the lock of a killed one is taken over", async () => {
    const first = await open("a.jsonl");
    await expect(open("a.jsonl", { overwrite: true })).rejects.toThrow(/Another run \(process \d+\) is writing/);
    expect(existsSync(path("a.jsonl.partial.lock"))).toBe(true);
    await first.close();
    // The parent process exists, but did not start at this time.
    const gone = [{ pid: 2 ** 22 + 1 }, { pid: process.ppid, start: "1" }];
    for (const holder of gone) {
      await writeFile(path("a.jsonl.partial.lock"), JSON.stringify({ host: hostname(), start: "", ...holder }));
      await (await open("a.jsonl")).close();
    }
    expect(await readdir(folder)).toEqual([]);
  });
});
