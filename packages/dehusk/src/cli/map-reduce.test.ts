import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LineSpool } from "./output/line-spool.ts";
import { program, runDehusk } from "./testing/run-dehusk.ts";

const run = promisify(execFile);
const scripts = fileURLToPath(new URL("../../../../examples/scale/", import.meta.url));
const dehusk = `${process.execPath} ${program}`;
const names = ["a.jsonl", "b.jsonl", "c.jsonl"];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-map-"));
  for (const [f, name] of names.entries()) {
    const lines = Array.from({ length: 12 }, (_, i) => lineOf(12 * f + i));
    await writeFile(join(folder, name), `${lines.join("\n")}\n`);
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Pages of three sites and of none, with tabs and line breaks in them, and one that is not a page. */
function lineOf(number: number): string {
  if (number === 17) return "{ no JSON";
  const words = Array.from({ length: 40 }, (_, i) => `w${(number * 7919 + i * 104_729) % 99_991}`).join("\t");
  const html = `<div>Shop of number ${number % 4}</div>\n<p>${words}.</p>\n<div>Imprint and more</div>`;
  const url = number % 4 === 3 ? undefined : `https://www.site${number % 4}.example/${number}`;
  return JSON.stringify({ id: `p${number}`, url, html });
}

async function sortedLines(...paths: string[]): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
  return texts.join("").split("\n").filter(Boolean).sort();
}

const batches = new Map<string, Promise<string[]>>();

/** What a batch gives; made once. */
function batch(...options: string[]): Promise<string[]> {
  const key = options.join("");
  const made = batches.get(key) ?? runBatch(...options);
  batches.set(key, made);
  return made;
}

async function runBatch(...options: string[]): Promise<string[]> {
  const out = `batch${options.join("")}.jsonl`;
  await runDehusk(["batch", ...names, "-o", out, "-w", "1", "-q", ...options], "", folder);
  return sortedLines(out);
}

describe("dehusk map and dehusk reduce", () => {
  test("with sort between them give what dehusk batch gives", async () => {
    const command = `cat a.jsonl b.jsonl c.jsonl | ${dehusk} map -q | LC_ALL=C sort -s -t "$(printf '\\t')" -k 1,1`;
    const { stdout: mapped } = await run("sh", ["-c", command], { cwd: folder, maxBuffer: 2 ** 26 });
    const keys = mapped
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split("\t"));
    expect([...new Set(keys.map(([key]) => key))]).toEqual(["-", "site0.example", "site1.example", "site2.example"]);
    expect(keys.every(({ length }) => length === 2)).toBe(true);
    const { status, stdout } = await runDehusk(["reduce", "-q"], mapped, folder);
    expect(status).toBe(0);
    const isPage = (line: string): boolean => !line.includes('"error"');
    // What cannot be read is named by its line of the input, which here is another.
    const lines = stdout.split("\n").filter(Boolean);
    expect(lines.filter(isPage).sort()).toEqual((await batch()).filter(isPage));
    expect(lines.filter((line) => !isPage(line))).toEqual([expect.stringContaining('"id":"-:18"')]);
  });

  test("parallel.sh, on xargs -P, gives what dehusk batch --site-aware gives", async () => {
    const env = { ...process.env, DEHUSK: dehusk, JOBS: "2" };
    await run("sh", [join(scripts, "parallel.sh"), "parallel.jsonl", ...names], { cwd: folder, env });
    expect(await sortedLines("parallel.jsonl")).toEqual(await batch("--site-aware"));
  });

  test("slurm-array.sh: its maps and reduces, in any order and once again, give the same", async () => {
    await writeFile(join(folder, "files.txt"), `${names.join("\n")}\n`);
    await Promise.all(["work", "out"].map((name) => mkdir(join(folder, name))));
    const task = (step: string, number: number) => {
      const env = { ...process.env, DEHUSK: dehusk, MAPS: "2", REDUCES: "2", SLURM_ARRAY_TASK_ID: String(number) };
      return run("sh", [join(scripts, "slurm-array.sh"), step, "files.txt", "work", "out"], { cwd: folder, env });
    };
    await Promise.all([task("map", 1), task("map", 0)]);
    await task("map", 1);
    await Promise.all([task("reduce", 1), task("reduce", 0)]);
    const parts = await readdir(join(folder, "out"));
    expect(parts.sort()).toEqual(["part-0.jsonl", "part-1.jsonl"]);
    expect(await sortedLines("out/part-0.jsonl", "out/part-1.jsonl")).toEqual(await batch("--site-aware"));
  });

  test("nothing in, nothing out; what is not of dehusk map is refused", async () => {
    expect(await runDehusk(["map", "-q"], "")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(await runDehusk(["reduce", "-q"], "")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(await runDehusk(["reduce"], "no tab\n")).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(/no tab/),
    });
    const cutOff = await runDehusk(["reduce"], 'a\t{"version":1}\r\nb\t{"version":1,"id":');
    expect(cutOff).toMatchObject({ status: 3, stderr: expect.stringMatching(/Line 2 has no JSON object/) });
  });

  test("reduce --dedup leaves out near-duplicates within a site", async () => {
    const html = `<p>${Array.from({ length: 50 }, (_, i) => `word${i}`).join(" ")}</p>`;
    const pages = ["a", "a", "b"].map((site, i) =>
      JSON.stringify({ id: `${i}`, url: `https://${site}.example/${i}`, html }),
    );
    const { stdout } = await runDehusk(["map", "--site-aware", "-q"], `${pages.join("\n")}\n`);
    const reduced = await runDehusk(["reduce", "--dedup", "-q", "--fields", "url"], stdout);
    expect(reduced.stdout.match(/"id":"\d"/g)).toEqual(['"id":"0"', '"id":"2"']);
  });
});

test("LineSpool gives the same lines from memory and from a file, as often as asked", async () => {
  for (const mostBytes of [1e6, 100, 0]) {
    const spool = new LineSpool(mostBytes);
    const lines = Array.from({ length: 50 }, (_, i) => `line ${i} ${"ä".repeat(i)}`);
    for (const line of lines) await spool.add(Buffer.from(line));
    for (let round = 0; round < 2; round++) {
      const found: string[] = [];
      for await (const line of spool.lines()) found.push(Buffer.from(line).toString());
      expect(found).toEqual(lines);
    }
    await spool.clear();
    for await (const line of spool.lines()) expect(line).toBeUndefined();
  }
});
