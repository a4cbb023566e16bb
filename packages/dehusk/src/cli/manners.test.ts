import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manPages } from "./man-page.ts";
import { createConsole } from "./output/console.ts";
import { program, runDehusk } from "./testing/run-dehusk.ts";

const words = "The mill stood by the river, and nobody in the valley could say who had built it or when. ";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-manners-"));
  await writeFile(join(folder, "page.html"), `<title>Mill</title><h1>Mill</h1><p>${words.repeat(3)}`);
  await writeFile(join(folder, "long.html"), `<h1>Mill</h1>${`<p>${words}`.repeat(5000)}`);
});
afterAll(() => rm(folder, { recursive: true }));

const dehusk = (...args: string[]) => runDehusk(args, "", folder);

describe("output", () => {
  test("-f md is markdown, --json is JSON, and both at once are refused", async () => {
    expect((await dehusk("extract", "page.html", "-f", "md")).stdout).toMatch(/^# Mill\n/);
    expect(JSON.parse((await dehusk("extract", "page.html", "--json")).stdout)).toMatchObject({ title: "Mill" });
    expect(JSON.parse((await dehusk("detect", "page.html", "--json")).stdout)).toHaveProperty("sections");
    expect(await dehusk("extract", "page.html", "--json", "-f", "txt")).toMatchObject({
      status: 2,
      stderr: "error: --json and --format text cannot be combined.\n",
    });
    expect(await dehusk("chunk", "page.html", "--json", "-f", "md")).toMatchObject({
      status: 2,
      stderr: "error: --json and --format markdown cannot be combined.\n",
    });
  });

  test("a file written with -o is reported at the end", async () => {
    expect(await dehusk("extract", "page.html", "-o", "out.md")).toMatchObject({
      stderr: "wrote out.md\n",
      stdout: "",
    });
    expect((await dehusk("batch", "page.html", "-o", "out.jsonl")).stderr).toMatch(
      /^1 page: 1 kept; .*; wrote out\.jsonl\n$/,
    );
    expect((await dehusk("extract", "page.html", "page.html", "-o", "out")).stderr).toBe("wrote 2 pages to out\n");
    expect((await dehusk("extract", "page.html", "-o", "out.md", "--quiet")).stderr).toBe("");
  });

  test("-o - is standard output", async () => {
    const written = await dehusk("extract", "page.html", "-o", "-");
    expect(written).toEqual(await dehusk("extract", "page.html"));
    const { stdout } = await dehusk("batch", "page.html", "-o", "-");
    expect(JSON.parse(stdout)).toMatchObject({ title: "Mill" });
    const site = await dehusk("site", "page.html", "-o", "-");
    expect(JSON.parse(site.stdout)).toMatchObject({ pages: 1 });
  });

  test("several pages as CSV have one header", async () => {
    const { stdout } = await dehusk("extract", "page.html", "page.html", "-f", "csv");
    expect(stdout.match(/^url,title/gm)).toHaveLength(1);
    expect(stdout.match(/,Mill,/g)).toHaveLength(2);
  });

  test("files of many pages give lines of JSON, or the format that is asked for, into one file", async () => {
    const lines = ["Mill", "Weir"].map((title) => JSON.stringify({ html: `<h1>${title}</h1><p>${words.repeat(3)}` }));
    await writeFile(join(folder, "many.jsonl"), `${lines.join("\n")}\n{"id":"bad"}\n`);
    expect((await dehusk("extract", "many.jsonl")).stdout.trim().split("\n")).toHaveLength(3);
    const { status, stdout, stderr } = await dehusk("extract", "many.jsonl", "-f", "text");
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^error: bad: /) });
    expect(stdout).toMatch(/^==> many\.jsonl:1 <==\nMill\n[\s\S]*\n==> many\.jsonl:2 <==\nWeir\n/);
    expect(
      (await dehusk("extract", "many.jsonl", "-f", "csv")).stdout.match(/^url,title|,Mill,|,Weir,/gm),
    ).toHaveLength(3);
    expect(await dehusk("extract", "many.jsonl", "-o", "outdir/")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('"dehusk batch" for a folder'),
    });
  });

  test.each([
    ["extract long.html"],
    ["extract page.html page.html --format json"],
    ["detect long.html"],
    ["batch page.html page.html"],
    ["extract --help"],
    ["--help"],
    ["completion bash"],
  ])("dehusk %s | head -1 ends without a trace", async (line) => {
    const command = `"${process.execPath}" "${program}" ${line} | head -1`;
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", command], { cwd: folder });
    expect(stdout).not.toBe("");
    expect(stderr).not.toMatch(/EPIPE|at .*\.js:\d+/);
  });

  test("a reader that is gone before the first byte does no harm either", async () => {
    const child = spawn(process.execPath, [program, "extract", "long.html"], { cwd: folder, stdio: "pipe" });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += String(text);
    });
    await new Promise((resolve) => child.on("close", resolve));
    expect(stderr).not.toMatch(/EPIPE|at .*\.js:\d+/);
  });
});

describe("errors that say what to do", () => {
  test("a host in place of a file", async () => {
    expect((await dehusk("extract", "example.org")).stderr).toContain("Did you mean https://example.org?");
    expect((await dehusk("extract", "example.org/a/b")).stderr).toContain("Did you mean https://example.org/a/b?");
    expect((await dehusk("extract", "missing.html")).stderr).not.toContain("Did you mean");
  });

  test("a host of this machine, and a list of URLs, in place of a file", async () => {
    expect((await dehusk("extract", "localhost:8000/a")).stderr).toContain("Did you mean http://localhost:8000/a?");
    await writeFile(join(folder, "urls.txt"), "# two\nhttps://example.org/a\nhttps://example.org/b\n");
    for (const command of ["extract", "batch"]) {
      const { status, stderr } = await dehusk(command, "urls.txt");
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("dehusk batch --fetch") });
    }
  });

  test("too few pages for templates", async () => {
    const { status, stderr } = await dehusk("site", "page.html", "long.html", "-o", "site.json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("at least 3 pages") });
  });

  test("a private address", async () => {
    const { status, stderr } = await dehusk("extract", "http://127.0.0.1:9/");
    expect(status).toBe(6);
    expect(stderr).toContain("--allow-private");
  });

  test("--errors json", async () => {
    for (const args of [["missing.html"], ["--format", "pdf"], ["--colour"]]) {
      const { stderr } = await dehusk("extract", ...args, "--errors", "json");
      expect(JSON.parse(stderr)).toMatchObject({ version: 1, error: { code: expect.any(String) } });
    }
  });
});

describe("configuration", () => {
  const extract = async (config: unknown, args: string[] = [], name = ".dehuskrc.json") => {
    await writeFile(join(folder, name), typeof config === "string" ? config : JSON.stringify(config));
    try {
      return await dehusk("extract", "page.html", ...args);
    } finally {
      await rm(join(folder, name));
    }
  };

  test("is found in the current folder, by command and for all; the command line goes first", async () => {
    expect((await extract({ extract: { format: "txt", headline: false } })).stdout).not.toContain("Mill\n");
    expect((await extract({ json: true, batch: { workers: 1 } })).stdout).toMatch(/^\{/);
    expect((await extract({ extract: { format: "text" } }, ["-f", "html"])).stdout).toContain("<p>");
    expect((await extract({ "limit-nodes": 3 })).status).toBe(4);
  });

  test.each([
    [{ extract: { formt: "text" } }, 'Unknown option "formt"; did you mean "format"?'],
    [{ format: "text" }, '"format" is not an option of all commands: write {"extract": {"format": "text"}}.'],
    [{ extrct: {} }, 'Unknown option "extrct"; did you mean "extract"?'],
    [{ extract: { format: "pdf" } }, '"format" must be one of markdown, text, html, json, tei, csv, things, not "pdf"'],
    [{ extract: [] }, '"extract" must be an object, not a list'],
    [{ extract: { output: "x" } }, '"output" can be set on the command line'],
    [{ extract: { "allow-private": true } }, '"allow-private" can be set on the command line'],
    ["{", '".dehuskrc.json" is not JSON'],
  ])("%j is refused by the tables", async (config, message) => {
    const { status, stderr } = await extract(config);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test("a file that is named may set everything", async () => {
    const config = { extract: { output: "configured.md" } };
    expect((await extract(config, ["--config", "mine.json"], "mine.json")).stderr).toBe("wrote configured.md\n");
    expect(await readFile(join(folder, "configured.md"), "utf8")).toContain("# Mill");
    expect(await dehusk("extract", "page.html", "--config", "none.json")).toMatchObject({ status: 3 });
  });
});

describe("completion", () => {
  const bash = async (line: string) => {
    const { stdout } = await dehusk("completion", "bash");
    const script = `${stdout}
COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_dehusk dehusk "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await promisify(execFile)("bash", ["-c", script], { cwd: folder })).stdout.trim().split("\n");
  };

  test("bash completes commands, sub-commands, options, choices and files", async () => {
    expect(await bash("dehusk ext")).toEqual(["extract"]);
    expect(await bash("dehusk cluster s")).toEqual(["submit", "status"]);
    expect(await bash("dehusk extract --allow")).toEqual(["--allow-private", "--allow-requests"]);
    expect(await bash("dehusk extract --format j")).toEqual(["json"]);
    expect(await bash("dehusk extract pag")).toEqual(["page.html"]);
  });

  test("zsh and fish name every command and option; other shells are refused", async () => {
    for (const shell of ["zsh", "fish"]) {
      const { stdout, status } = await dehusk("completion", shell);
      expect(status).toBe(0);
      for (const part of ["extract", "submit", "allow-private", "markdown text html json"])
        expect(stdout).toContain(part);
    }
    expect(await dehusk("completion", "tcsh")).toMatchObject({ status: 2 });
  });
});

test("there is a manual page for every command, which man shows", async () => {
  const pages = await manPages("0.0.0");
  const { man } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as {
    man: string[];
  };
  expect(Object.keys(pages).map((name) => `./dist/man/${name}`)).toEqual(man);
  const file = join(folder, "dehusk-extract.1");
  await writeFile(file, String(pages["dehusk-extract.1"]));
  const shown = await promisify(execFile)("man", ["--warnings", "-l", file], {
    env: { ...process.env, MANWIDTH: "100" },
  }).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? undefined : Promise.reject(error)));
  const plain = (shown?.stdout ?? "").replace(/.\x08/g, "");
  if (shown !== undefined)
    for (const part of ["--allow-private", "EXIT STATUS", "--format"]) expect(plain).toContain(part);
  expect(shown?.stderr ?? "").toBe("");
});

test("progress shows total, percent and time left", () => {
  let shown = "";
  const stream = {
    isTTY: true,
    columns: 120,
    write: (text: string) => (shown = text),
  } as unknown as NodeJS.WriteStream;
  const console = createConsole({ json: false, quiet: false }, stream);
  console.progress(0, 4, "a");
  expect(shown).toContain("0/4, 0 % a");
  console.progress(1, 4, "b");
  expect(shown).toMatch(/1\/4, 25 %, \d+ s left b$/);
});
