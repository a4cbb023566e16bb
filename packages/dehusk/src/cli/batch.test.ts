import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program, type Run, runDehusk } from "./testing/run-dehusk.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-batch-"));
  await writeFile(join(folder, "pages.jsonl"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
});
afterAll(() => rm(folder, { recursive: true }));

const told = "The corn stood high that year, and nobody knew who would bring it in before the rain.";
const erzählt = "Der Mais stand hoch in jenem Jahr, und niemand wusste, wer ihn vor dem Regen einbringen würde.";
const page = (language: string, title: string, text: string): string =>
  `<html lang="${language}"><title>${title}</title><nav><a href="/">Home</a> <a href="/all">All stories</a></nav>` +
  `<article><h1>${title}</h1><p>${text}</p></article><footer>Imprint</footer>`;
const records = [
  { id: "corn", url: "https://example.org/corn", html: page("en", "Corn", told) },
  { id: "mais", url: "https://example.org/mais", html: page("de", "Mais", erzählt) },
  { id: "again", url: "https://example.org/again", html: page("en", "Corn", told) },
  { id: "short", url: "https://example.org/short", html: page("en", "Short", "Three words only.") },
  { id: "none", url: "https://example.org/none" },
];

// One thread, unless the test is of threads: each takes as long to start as the pages here.
const batch = (...args: string[]): Promise<Run> => runDehusk(["batch", "-w", "1", ...args], "", folder);
const path = (name: string): string => join(folder, name);
const parsed = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const idsIn = (text: string): string[] => parsed(text).map(({ id }) => id);

describe("dehusk batch", () => {
  test("writes a line for each page, in order, as extract has it; one that fails is a line with an error", async () => {
    const { status, stdout, stderr } = await batch("pages.jsonl", "-o", "all.jsonl", "--report", "report.json");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^5 pages: 4 kept, 1 failed \(bad-input 1\); [\d.]+ s, [\d.]+ pages\/s, [\d.]+ MB\/s; wrote all\.jsonl\n$/,
    );
    const lines = parsed(await readFile(path("all.jsonl"), "utf8"));
    expect(lines.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(lines[4]).toEqual({
      version: 1,
      id: "none",
      error: { code: "bad-input", message: 'Line 5 of "pages.jsonl" lacks "html".' },
    });
    await writeFile(path("corn.html"), records[0]?.html as string);
    const extracted = await runDehusk(
      ["extract", "corn.html", "-f", "json", "-u", "https://example.org/corn"],
      "",
      folder,
    );
    expect(lines[0]).toEqual({ id: "corn", ...JSON.parse(extracted.stdout) });
    expect(JSON.parse(await readFile(path("report.json"), "utf8"))).toMatchObject({
      version: 1,
      kind: "dehusk-batch-report",
      pages: 5,
      kept: 4,
      failed: { "bad-input": 1 },
      dropped: {},
      workers: 1,
      outputs: ["all.jsonl"],
    });
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  test("keeps the requested pages, and counts the others", async () => {
    const filters = ["--language", "en", "--min-words", "10", "--dedup", "--fields", "title,words"];
    const { status, stderr } = await batch("pages.jsonl", ...filters, "-o", "some.jsonl.gz");
    expect(stderr).toContain("5 pages: 1 kept, 1 failed (bad-input 1), 3 dropped (language 1, duplicate 1, words 1)");
    expect(status).toBe(1);
    const lines = parsed(gunzipSync(await readFile(path("some.jsonl.gz"))).toString());
    expect(lines).toEqual([
      { version: 1, id: "corn", title: "Corn", words: expect.any(Number) },
      { version: 1, id: "none", error: expect.anything() },
    ]);
  });

  test("reads standard input and writes standard output, in any order if that is all right", async () => {
    const input = records
      .slice(0, 4)
      .map((record) => JSON.stringify(record))
      .join("\n");
    const { status, stdout } = await runDehusk(["batch", "--unordered", "--fields", "title"], input, folder);
    expect(status).toBe(0);
    expect(idsIn(stdout).sort()).toEqual(["again", "corn", "mais", "short"]);
  });

  test("a folder of Markdown files", async () => {
    await writeFile(path("one.jsonl"), JSON.stringify(records[0]));
    expect(await batch("one.jsonl", "-q", "-o", "notes/")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect((await readdir(path("notes"))).filter((name) => name.endsWith(".md"))).toHaveLength(1);
  });

  test("--site-aware learns from all pages what those of a host have in common", async () => {
    const notice =
      "Please note that this offer is valid for all readers who sign up for our letter before the end of June.";
    const lines = Array.from({ length: 12 }, (_, i) => {
      const own = `Story ${i} tells ${told.split(" ").slice(i).join(" ")} ${"And it goes on. ".repeat(i)}`;
      const html = `<article><h1>Story ${i}</h1><p>${own}</p><div><p>${notice}</p></div></article>`;
      return JSON.stringify({ id: String(i), url: `https://example.org/${i}`, html });
    });
    await writeFile(path("site.jsonl"), lines.join("\n"));
    const texts = async (...args: string[]): Promise<string> =>
      (await batch("site.jsonl", "-q", "--fields", "text", ...args)).stdout;
    expect((await texts()).split("valid for all readers").length).toBe(13);
    const aware = await texts("--site-aware");
    expect(aware.split("valid for all readers").length).toBe(1);
    expect(aware.split("nobody knew").length).toBe(9);
  });

  test("a folder of pages", async () => {
    await mkdir(path("saved/deep"), { recursive: true });
    await writeFile(path("saved/a.html"), page("en", "A", told));
    await writeFile(path("saved/deep/b.html"), page("en", "B", told));
    expect(idsIn((await batch("saved", "-q")).stdout)).toEqual(["a.html", "deep/b.html"]);
  });

  test.each([
    [["pages.jsonl", "--resume"], "--resume needs an output file"],
    [["--resume", "-o", "x.jsonl"], "which standard input cannot do"],
    [["pages.jsonl", "-o", "x.txt"], 'Unknown output format for "x.txt": the name must end in .jsonl'],
    [["pages.jsonl", "-o", "pages.jsonl"], "is an input"],
    [["pages.jsonl", "--report", "pages.jsonl"], "cannot be the report too"],
    [["pages.jsonl", "--fields", "text,colour"], 'Unknown field "colour". Known fields: url, '],
    [["pages.jsonl", "--language", "german"], "language tags such as de"],
    [["pages.jsonl", "--resume", "--overwrite", "-o", "x.jsonl"], "cannot be combined"],
  ])("%j is wrong usage", async (args, message) => {
    const { status, stderr } = await batch(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test("a missing input, and one without pages, are reported", async () => {
    const missing = await batch("missing.jsonl", "-o", "x.jsonl");
    expect(missing).toMatchObject({
      status: 3,
      stderr: 'error: Cannot read "missing.jsonl": no such file.\n',
    });
    await writeFile(path("empty.jsonl"), "\n");
    await writeFile(path("good.jsonl"), "good");
    const empty = await batch("empty.jsonl", "-o", "good.jsonl", "--errors", "json");
    expect(empty).toMatchObject({ status: 3, stderr: expect.stringMatching(/The inputs contain no pages/) });
    expect(existsSync(path("x.jsonl"))).toBe(false);
    expect(await readFile(path("good.jsonl"), "utf8")).toBe("good");
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });
});

describe("dehusk batch, an unfinished run", () => {
  const many = Array.from({ length: 600 }, (_, i) => ({ ...records[i % records.length], id: `p${i}` }));
  beforeAll(() => writeFile(path("many.jsonl"), many.map((record) => `${JSON.stringify(record)}\n`).join("")));

  /** Kills a run as soon as it has put down how far it is; gives what it exits with. */
  async function leave(output: string, signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<number | null> {
    const args = [program, "batch", "many.jsonl", "-q", "-w", "1", "--fields", "title", "-o", output];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
    while (child.exitCode === null && !existsSync(path(`${output}.partial.json`))) await setTimeout(1);
    child.kill(signal);
    const status = await new Promise<number | null>((resolve) => child.on("exit", resolve));
    expect(existsSync(path(`${output}.partial.json`))).toBe(true);
    return status;
  }

  test("is kept from being written over, is gone on with, or given up", async () => {
    const args = ["many.jsonl", "--fields", "title", "-o", "kept.jsonl"];
    await leave("kept.jsonl");
    const refused = await batch(...args);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/an unfinished run of \d+ pages in "kept.jsonl.partial": continue with --resume/);
    const resumed = await batch(...args, "--resume");
    expect(resumed.stderr).toMatch(/^600 pages: 480 kept, 120 failed \(bad-input 120\); \d+ done earlier; /);
    expect(idsIn(await readFile(path("kept.jsonl"), "utf8"))).toEqual(many.map(({ id }) => id));
    expect(await leave("kept.jsonl", "SIGTERM")).toBe(143);
    expect((await batch(...args, "--overwrite")).stderr).toMatch(/^600 pages: .* \(bad-input 120\); [\d.]+ s/);
    expect(idsIn(await readFile(path("kept.jsonl"), "utf8"))).toEqual(many.map(({ id }) => id));
  });

  test("is not gone on with over other inputs, with other options, or when its lines are lost", async () => {
    await leave("other.jsonl");
    const resume = ["-o", "other.jsonl", "--resume"];
    const options = await batch("many.jsonl", "--fields", "text", ...resume);
    expect(options.stderr).toContain('had another value for "fields"');
    const inputs = await batch("pages.jsonl", "--fields", "title", ...resume);
    expect(inputs.stderr).toContain("the inputs differ from the unfinished run's");
    await writeFile(path("other.jsonl.partial"), "");
    const lost = await batch("many.jsonl", "--fields", "title", ...resume);
    expect(lost.stderr).toMatch(/it has 0 bytes, but the unfinished run wrote \d+; start over with --overwrite/);
    await rm(path("other.jsonl.partial"));
    const gone = await batch("many.jsonl", "--fields", "title", ...resume);
    expect(gone.stderr).toContain("the lines of the unfinished run are gone; start over with --overwrite");
    expect([options.status, inputs.status, lost.status, gone.status]).toEqual([2, 2, 3, 3]);
  });
});
