import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { program, runDehusk } from "../cli/testing/run-dehusk.ts";
import { Renderer } from "./renderer.ts";

// Builds what the command line runs, where the sources are newer.
beforeAll(async () => {
  await runDehusk(["--help"]);
}, 300_000);

/** Buffers are not among the objects whose memory V8 limits. At most 3 GB, lest a failure take the machine with it. */
const greedy = `<p>greedy<script>
  const held = [];
  const take = () => { for (let i = 0; i < 2; i++) held.push(new Uint8Array(5e7).fill(1)); if (held.length < 60) setTimeout(take, 20) };
  take();
  for (const end = Date.now() + 30; Date.now() < end;);
  onload = () => new Promise(() => {});
</script><script>while (held.length < 60) held.push(new Uint8Array(5e7).fill(1)); for (;;);</script>`;

test("a page whose buffers take more memory than the limit is given up, and its neighbours are rendered", async () => {
  const renderer = await Renderer.open({ javaScript: true, memoryMb: 700, concurrency: 2 });
  onTestFinished(() => renderer.close());
  const neighbour = `<p>neighbour<script>for (const end = Date.now() + 1500; Date.now() < end;);</script>`;
  const [first, second] = await Promise.allSettled([renderer.render(greedy), renderer.render(neighbour)]);
  expect(first).toMatchObject({ status: "rejected", reason: { code: "limit-memory" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { page: { text: "neighbour" } } });
  expect((await renderer.render("<p>next")).page.text).toBe("next");
}, 120_000);

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)(
  "%s while a page is rendered ends with %d and leaves no temporary folder",
  async (signal, code) => {
    const folder = mkdtempSync(join(tmpdir(), "dehusk-signal-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const child = spawn(process.execPath, [program, "extract", "--render", "--javascript", "-"], {
      stdio: ["pipe", "ignore", "ignore"],
      env: { ...process.env, TMPDIR: folder, XDG_CACHE_HOME: join(folder, "cache") },
    });
    const left = (): string[] => readdirSync(folder).filter((name) => !/^cache$|node-compile/.test(name));
    child.stdin.end("<p>text<script>for (;;);</script>");
    await expect.poll(left, { timeout: 60_000 }).not.toEqual([]);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([code, null]);
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  },
  120_000,
);
