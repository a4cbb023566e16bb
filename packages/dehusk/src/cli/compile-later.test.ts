import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { compileLater } from "./compile-later.ts";

function flagsFor(workers: number | undefined, cores: number): string[] {
  const flags: string[] = [];
  compileLater(workers, cores, (flag) => flags.push(flag));
  return flags;
}

test("V8 optimizes later only if each core has a worker, as by default", () => {
  expect(flagsFor(1, 2)).toEqual([]);
  expect(flagsFor(2, 2)).toHaveLength(1);
  expect(flagsFor(3, 2)).toEqual(flagsFor(2, 2));
  expect(flagsFor(undefined, 2)).toEqual(flagsFor(2, 2));
});

test("this Node's V8 knows the flag", () => {
  // Set while it runs, an unknown flag would be ignored.
  const { status, stderr } = spawnSync(process.execPath, [...flagsFor(1, 1), "-e", "0"], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
