import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { ExtractorProcess } from "./extractor-process.mjs";
import { groupCpuSeconds } from "./group-cpu.mjs";

const PAGE = { html: "<p>one<p>two", url: null };

test("a floor answers with its time and its memory", async () => {
  const process = new ExtractorProcess("parse5", { timeoutMs: 20_000 });
  const reply = await process.ask(PAGE);
  process.stop();
  assert.equal(reply.error, undefined);
  assert.ok(reply.ms > 0);
  assert.ok(process.maxRss > 1e6);
});

test("a page over the time-out is an error and the next page gets a new process", async () => {
  const process = new ExtractorProcess("html-to-text", { timeoutMs: 1500 });
  const slow = await process.ask({ html: "<i>".repeat(6_000_000), url: null });
  assert.match(slow.error, /no answer in 1.5 s|process ended/u);
  const next = await process.ask(PAGE);
  process.stop();
  assert.equal(next.error, undefined);
  assert.match(next.text, /one\s+two/u);
});

test("the time of a process group is that of its work, and unbounded where there is no such group", () => {
  const child = spawn(process.execPath, ["-e", "for (;;);"], { detached: true, stdio: "ignore" });
  while (!(groupCpuSeconds(child.pid) >= 0.2 && groupCpuSeconds(child.pid) < 60));
  process.kill(-child.pid, "SIGKILL");
  assert.equal(groupCpuSeconds(2 ** 30), Number.POSITIVE_INFINITY);
});

test("an unknown extractor is unavailable, not a crash of the benchmark", async () => {
  const process = new ExtractorProcess("no such extractor", { timeoutMs: 20_000 });
  await process.start();
  assert.match(process.unavailable, /process ended/u);
  assert.equal((await process.ask(PAGE)).error, process.unavailable);
});
