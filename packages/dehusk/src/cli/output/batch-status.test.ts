import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { BatchStatus } from "./batch-status.ts";
import { createConsole } from "./console.ts";

test("the share and the time left are those of pages done, not of bytes read", async () => {
  const lines: string[] = [];
  const console = { ...createConsole({ json: false, quiet: true }), status: (text: string) => lines.push(text) };
  const status = new BatchStatus(console);
  const counts = { pages: 10, kept: 10, failed: {}, dropped: {}, bytes: 1000 };
  status.onRead({ bytes: 500, of: 500 });
  status.onCounts(counts, 3000);
  // The first page sets the clock.
  expect(lines).toEqual([]);
  await setTimeout(250);
  status.onCounts({ ...counts, pages: 20, bytes: 2000 }, 2000);
  expect(lines).toEqual([
    expect.stringMatching(/^50 % of 1 kB, 20 pages, \d+ pages\/s, .*, [01] s left, 0 failed, 0 dropped$/),
  ]);
  expect(lines[0]).not.toContain("100 %");
});
