import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seededRandom } from "../learn/index.ts";
import { program, runDehusk } from "./testing/run-dehusk.ts";

/** More than two members of a packed log. */
const pages = 600;

/** How often a command is killed. */
const kills = Number(process.env["DEHUSK_KILLS"] ?? 7);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-batch-crash-"));
  await writeFile(join(folder, "pages.jsonl"), Array.from({ length: pages }, (_, i) => lineOf(i)).join(""));
});
afterAll(() => rm(folder, { recursive: true }));

/** Every hundredth is not a page at all, every fifth repeats one far before it. */
function lineOf(number: number): string {
  if (number % 100 === 99) return "{ this is no JSON\n";
  const told = number % 5 === 4 ? number >> 1 : number;
  const words = Array.from({ length: 30 }, (_, i) => `w${(told * 7919 + i * 104_729) % 99_991}`).join(" ");
  const html = `<ul><li>Home<li>News</ul><h1>Story</h1><p>${words}.<footer>Imprint</footer>`;
  return `${JSON.stringify({ id: `p${number}`, url: `https://example.org/${number}`, html })}\n`;
}

/** Runs the command until it ends, or kills it some time after it has put down how far it is. Whether it was killed. */
async function runAndKill(args: readonly string[], output: string, random: () => number): Promise<boolean> {
  const before = changeOf(output);
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  // Mostly in the midst of pages; now and then while it starts.
  if (random() < 0.15) await Promise.race([ended, setTimeout(random() * 400)]);
  else {
    while (child.exitCode === null && changeOf(output) === before) await setTimeout(1);
    await Promise.race([ended, setTimeout(random() * 60)]);
  }
  child.kill("SIGKILL");
  const status = await ended;
  // 1: some records failed, as they should.
  expect([null, 1]).toContain(status);
  return status === null;
}

function changeOf(output: string): number {
  const path = `${output}.partial.json`;
  return existsSync(path) ? (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) : 0;
}

async function linesOf(path: string): Promise<string[]> {
  const bytes = await readFile(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
}

describe.concurrent("dehusk batch, killed and resumed", () => {
  test.each([
    ["lines", ".jsonl", ["-w", "1"], 11],
    ["packed lines, without near-duplicates", ".jsonl.gz", ["-w", "2", "--dedup"], 12],
    ["lines in any order", ".jsonl", ["-w", "2", "--unordered"], 13],
  ] as const)(
    "%s: the output is that of a run that nobody disturbed",
    async (name, ending, options, seed) => {
      const random = seededRandom(seed);
      const args = ["batch", "pages.jsonl", "-q", "--fields", "title,text", ...options];
      const whole = join(folder, `whole-${seed}${ending}`);
      expect((await runDehusk([...args, "-o", whole], "", folder)).status).toBe(1);
      const lines = await linesOf(whole);
      expect(lines.length).toBeGreaterThan(name.includes("duplicates") ? 0.7 * pages : pages - 1);
      let killed = 0;
      // A run that ends before there were enough kills is checked, then another begins.
      for (let round = 1; killed < kills; round++) {
        const output = join(folder, `round-${seed}-${round}${ending}`);
        const resumed = [...args, "-o", output, "--resume"];
        let ended = false;
        while (killed < kills && !ended) {
          ended = !(await runAndKill(resumed, output, random));
          if (!ended) killed++;
        }
        // A run may have been killed after its output was in its place, but not yet tidied up.
        if (!ended) expect((await runDehusk(resumed, "", folder)).status).toBe(1);
        const found = await linesOf(output);
        if (name.includes("any order")) {
          expect(new Set(found).size).toBe(found.length);
          found.sort();
          lines.sort();
        }
        // Not the texts as a whole: nobody reads a difference of a megabyte.
        expect(found.findIndex((line, i) => line !== lines[i])).toBe(-1);
        expect(found.length).toBe(lines.length);
        // In order, even the packed bytes are the same.
        if (!name.includes("any order")) expect((await readFile(output)).equals(await readFile(whole))).toBe(true);
        expect((await readdir(folder)).filter((file) => file.startsWith(`round-${seed}-${round}${ending}.`))).toEqual(
          [],
        );
      }
    },
    600_000 + 20_000 * kills,
  );
});
