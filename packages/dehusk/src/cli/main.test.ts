import { execFile } from "node:child_process";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { makeResponse } from "../corpus/testing/make-warc.ts";
import { zipOf } from "../corpus/testing/make-zip.ts";
import { program, runDehusk } from "./testing/run-dehusk.ts";

const page =
  "<!doctype html><title>Heading</title><h1>Heading</h1><p>Some <b>bold</b> text and <a href='x'>a link</a>.";

const dehusk = `${process.execPath} ${program}`;

function shell(command: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)("bash", ["-c", command]);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-cli-"));
  await writeFile(join(folder, "page.html"), page);
  await mkdir(join(folder, "site", "deep"), { recursive: true });
  await writeFile(join(folder, "site", "b.html"), "<p>page b");
  await writeFile(join(folder, "site", "deep", "a.htm"), "<p>page a");
  await writeFile(join(folder, "site", "notes.txt"), "not a page");
});
afterAll(() => rm(folder, { recursive: true }));

describe("dehusk extract", () => {
  test("its help is the same from its own script as from the module for all commands", async () => {
    const own = await runDehusk(["extract", "--help"]);
    expect(own).toEqual(await runDehusk(["help", "extract"]));
    expect(own.stdout).toContain("Usage: dehusk extract");
  });

  test("writes Markdown by default", async () => {
    const run = await runDehusk(["extract", "page.html", "--url", "https://example.org/dir/"], "", folder);
    expect(run).toEqual({
      status: 0,
      stdout: "# Heading\n\nSome **bold** text and [a link](https://example.org/dir/x).\n",
      stderr: "",
    });
  });

  test("reads standard input, with and without -", async () => {
    for (const args of [
      ["extract", "--format", "text"],
      ["extract", "-", "--format", "text"],
    ]) {
      expect((await runDehusk(args, page)).stdout).toBe("Heading\n\nSome bold text and a link.\n");
    }
  });

  test("writes JSON with all fields", async () => {
    const { stdout } = await runDehusk(["extract", "--format", "json", "--url", "https://example.org/"], page);
    const result = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(
        "version url title author date language siteName description image text markdown html confidence words warnings".split(
          " ",
        ),
      ),
    );
    expect(result).toMatchObject({ version: 1, url: "https://example.org/", title: "Heading", words: 7 });
  });

  test("decodes bytes by the given label", async () => {
    const { stdout } = await runDehusk(
      ["extract", "--format", "text", "--encoding", "koi8-r"],
      Uint8Array.of(0x3c, 0x70, 0x3e, 0xc1),
    );
    expect(stdout).toBe("а\n");
  });

  test("explains what is kept and dropped", async () => {
    const { stdout } = await runDehusk(["extract", "--explain"], "<p>seen<p hidden>unseen");
    expect(stdout).toMatch(
      /^kept +article +seen\n +\d+ % likely to be content; [\s\S]*\ndropped +unseen\n +it is in an element marked/,
    );
    const paper = await runDehusk(["extract", "--explain", "--model", "page-level"], "<p>seen");
    expect(paper.stdout).toMatch(/^kept +0\.\d\d +seen\n +it is in the main part /);
    const everything = await runDehusk(["extract", "--explain", "--preset", "everything"], "<p>seen");
    expect(everything.stdout).toMatch(/^kept +seen\n +it is shown\n$/);
    const json = await runDehusk(["extract", "--explain", "--format", "json"], "<p>seen<p hidden>unseen");
    expect((JSON.parse(json.stdout) as { explain: object[] }).explain).toHaveLength(2);
  });

  test("takes a folder: pages under their names, or a JSON line each", async () => {
    const text = await runDehusk(["extract", "site", "--format", "text"], "", folder);
    expect(text.stdout).toBe("==> b.html <==\npage b\n\n==> deep/a.htm <==\npage a\n\n");
    const json = await runDehusk(["extract", "site", "--format", "json"], "", folder);
    const lines = json.stdout.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(["b.html", "deep/a.htm"]);
  });

  test("writes into a folder, whole files only", async () => {
    const { status } = await runDehusk(["extract", "site", "-o", "out"], "", folder);
    expect(status).toBe(0);
    expect(await readdir(join(folder, "out"), { recursive: true })).toEqual(
      expect.arrayContaining(["b.md", join("deep", "a.md")]),
    );
    expect(await readFile(join(folder, "out", "b.md"), "utf8")).toBe("page b\n");
    expect((await readdir(join(folder, "out"))).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("gives pages with like names files of their own", async () => {
    const like = join(folder, "like");
    await mkdir(like);
    await writeFile(join(like, "x.htm"), "<p>first");
    await writeFile(join(like, "x.html"), "<p>second");
    await runDehusk(["extract", "like", "site", "-o", "both"], "", folder);
    expect((await readdir(join(folder, "both"), { recursive: true })).sort()).toEqual(
      expect.arrayContaining(["like/x-2.md", "like/x.md", "site/b.md", "site/deep/a.md"].map((name) => join(name))),
    );
  });

  test("goes on after a page that fails, and says which", async () => {
    const mixed = join(folder, "mixed");
    await mkdir(mixed);
    await writeFile(join(mixed, "1.html"), "x".repeat(200));
    await writeFile(join(mixed, "2.html"), "<p>fine");
    const run = await runDehusk(["extract", mixed, "--format", "text", "--limit-bytes", "100"]);
    expect(run.status).toBe(1);
    expect(run.stdout).toContain("fine");
    expect(run.stderr).toContain("1.html");
  });

  test("goes on after a file that is not there", async () => {
    const run = await runDehusk(["extract", "missing.html", "page.html", "--format", "text"], "", folder);
    expect(run.status).toBe(1);
    expect(run.stdout).toContain("Some bold text");
    expect(run.stderr).toContain('Cannot read "missing.html"');
  });

  test("stops without a word when its reader has gone", async () => {
    const long = join(folder, "long.html");
    await writeFile(long, "<p>many words ".repeat(200_000));
    const { stdout, stderr } = await shell(
      `${dehusk} extract ${long} | head -c 5; status=$PIPESTATUS; echo; echo $status`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: "many \n0\n", stderr: "" });
  });

  test("reports a full standard output", async () => {
    const { stdout, stderr } = await shell(`${dehusk} extract ${join(folder, "page.html")} > /dev/full; echo $?`);
    expect(stdout).toBe("3\n");
    expect(stderr).toMatch(/^error: Cannot write to standard output/);
  });

  test("writes through links and into pipes, and does not replace them", async () => {
    const target = join(folder, "target.md");
    const link = join(folder, "link.md");
    await writeFile(target, "old");
    await symlink(target, link);
    await runDehusk(["extract", "page.html", "-o", link, "--format", "text"], "", folder);
    expect(await readFile(target, "utf8")).toContain("Some bold text");
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    const pipe = join(folder, "pipe");
    const { stdout } = await shell(
      `mkfifo ${pipe}; cat ${pipe} & ${dehusk} extract ${join(folder, "page.html")} -o ${pipe}; wait`,
    );
    expect(stdout).toContain("# Heading");
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  test.each([
    ["extract -o /proc/none/page.md", 3],
    ["batch pages.jsonl -o /proc/none/lines.jsonl", 3],
    ["batch pages.jsonl -o /proc/none/folder/", 3],
    ["stream pages.jsonl --store /proc/none/store", 5],
    ["stream pages.jsonl --store store -o /proc/none/lines.jsonl", 3],
  ])("a folder that takes no others is refused: dehusk %s", async (line, status) => {
    await writeFile(join(folder, "pages.jsonl"), '{"html":"<p>text"}\n');
    const run = await runDehusk(line.split(" "), page, folder);
    expect(run.status).toBe(status);
    expect(run.stderr).toMatch(/its folder does not exist, or takes no files|cannot be used: .*ENOENT.*none/);
  });

  test("shows no control characters of a page or a file name in what it says", async () => {
    const clearing = "\u001b[2J";
    expect((await runDehusk(["extract", "--explain"], `<p>a${clearing}b`)).stdout).toContain("a\\x1b[2Jb");
    expect((await runDehusk(["extract", `no${clearing}file`])).stderr).toContain("no\\x1b[2Jfile");
    expect((await runDehusk(["classify", clearing])).stderr).toContain("unknown command '\\x1b[2J'");
    expect((await runDehusk(["extract", "--format", clearing])).stderr).not.toContain(clearing);
    expect((await runDehusk(["extract", "no\u202efile"])).stderr).toContain("no\\u202efile");
  });

  test("errors in JSON are JSON, whatever was typed", async () => {
    const typed = "a\u007f\u009b\u202e\u2067\u001b";
    for (const args of [["extract", `no${typed}`], ["extract", "--format", typed], [typed]]) {
      const { stderr } = await runDehusk([...args, "--errors", "json"]);
      expect(JSON.parse(stderr).error.message).toContain(typed);
      expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });

  test("warnings go to stderr, and --quiet keeps them back", async () => {
    expect((await runDehusk(["extract"], "")).stderr).toMatch(/warning: .*no characters/);
    expect(await runDehusk(["extract", "--quiet"], "")).toEqual({ status: 0, stdout: "\n", stderr: "" });
  });
});

test("selectors add and leave out elements, each flag as often as needed", async () => {
  const html = `${page}<p class=one>First, and last.<p class=two>Second.<footer>Third, or so.</footer>`;
  const run = await runDehusk(
    ["extract", "--exclude", ".one, .none", "--exclude", ".two", "--include", "footer"],
    html,
  );
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("Third") });
  expect(run.stdout).not.toMatch(/First|Second/);
});

test("files of many pages give a line of JSON for each page", async () => {
  const lines = [1, 2].map((id) => JSON.stringify({ id: `p${id}`, html: page }));
  await writeFile(join(folder, "pages.jsonl"), lines.join("\n"));
  const run = await runDehusk(["extract", "pages.jsonl", "--no-headline"], "", folder);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const found = run.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(found).toMatchObject([{ id: "p1", title: "Heading" }, { id: "p2" }]);
  expect((await runDehusk(["extract", "pages.jsonl", "--explain"], "", folder)).status).toBe(2);
  // The error comes from another bundle than the program's own.
  expect(await runDehusk(["extract", "pages.jsonl", "-o", "pages.jsonl/out.jsonl"], "", folder)).toMatchObject({
    status: 3,
    stderr: expect.stringMatching(/^error: Cannot write "pages\.jsonl\/out\.jsonl": .+\n$/),
  });
  expect(await runDehusk(["extract", "pages.jsonl", "-o", "."], "", folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('"." is a folder'),
  });
});

test("files of many pages are known by their bytes, whatever their name, also on standard input", async () => {
  const line = JSON.stringify({ id: "p1", html: page });
  const archive = makeResponse("http://site.example/1", page);
  const wacz = await zipOf({ "archive/data.warc": { bytes: archive } });
  const title = { status: 0, stderr: "", stdout: expect.stringContaining('"title":"Heading"') };
  for (const [name, bytes] of Object.entries({ line, archive, packed: gzipSync(archive), wacz })) {
    await writeFile(join(folder, name), bytes);
    expect(await runDehusk(["extract", name], "", folder), name).toMatchObject(title);
    expect(await runDehusk(["extract"], bytes), name).toMatchObject(title);
  }
});

test("an archive without pages says so", async () => {
  await writeFile(join(folder, "empty.warc"), "WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
  expect(await runDehusk(["extract", "empty.warc"], "", folder)).toMatchObject({
    status: 0,
    stdout: "",
    stderr: "warning: empty.warc has no pages.\n",
  });
});

test("what holds no pages is refused by its bytes", async () => {
  const zip = await zipOf({ "page.html": { bytes: page } });
  for (const bytes of [gzipSync(page), zip, "%PDF-1.7\n", '{"a": "b"}', Uint8Array.from({ length: 99 }, (_, i) => i)]) {
    const refused = {
      status: 3,
      stdout: "",
      stderr: expect.stringMatching(/^error: The input is .+, not a page\.\n$/),
    };
    expect(await runDehusk(["extract"], bytes)).toMatchObject(refused);
  }
});

test("archives on standard input are kept on disk only up to a limit", async () => {
  const temporary = await mkdtemp(join(folder, "temporary-"));
  const archive = gzipSync(JSON.stringify({ id: "1", html: page }));
  await writeFile(join(folder, "archive"), archive);
  const run = (limit: number) =>
    shell(`TMPDIR=${temporary} ${dehusk} extract --limit-spool ${limit} < ${join(folder, "archive")}; echo $?`);
  expect(await run(archive.length - 1)).toEqual({
    stdout: "4\n",
    stderr: `error: Standard input is larger than the ${archive.length - 1} bytes that are kept on disk: write it to a file first, or allow more with --limit-spool.\n`,
  });
  expect((await run(archive.length)).stdout).toMatch(/^\{"version":1,"id":"1",.*\n0\n$/s);
  expect(await readdir(temporary)).toEqual([]);
});

describe("exit codes", () => {
  test("2 for wrong usage", async () => {
    for (const args of [
      ["extract", "--format", "pdf"],
      ["extract", "--preset", "nonsense"],
      ["extract", "--exclude", "p["],
      ["extract", "--limit-nodes", "many"],
      ["extract", "--no-such-option"],
      ["extract", "--url", "not an address"],
      ["extract", "https://example.org/", "page.html"],
      ["no-such-command"],
    ]) {
      const run = await runDehusk(args, page);
      expect({ args, status: run.status, stdout: run.stdout }).toEqual({ args, status: 2, stdout: "" });
      expect(run.stderr).toMatch(/^error: /);
    }
  });

  test("3 for input that cannot be read", async () => {
    expect((await runDehusk(["extract", "missing.html"], "", folder)).stderr).toBe(
      'error: Cannot read "missing.html": no such file or folder.\n',
    );
    expect((await runDehusk(["extract", "missing.html"], "", folder)).status).toBe(3);
    expect(await shell(`${dehusk} extract < ${folder}; echo $?`)).toEqual({
      stdout: "3\n",
      stderr: "error: Cannot read standard input: it is a folder.\n",
    });
    for (const [bytes, kind] of [
      ["\x89PNG\r\n\x1a\n", "a picture"],
      ["%PDF-1.4\n", "a PDF"],
      ["PK\x03\x04", "a ZIP archive"],
      ["\x1f\x8b\x08", "compressed data"],
    ] as const) {
      await writeFile(join(folder, "thing"), bytes, "latin1");
      expect(await runDehusk(["extract", "thing"], "", folder)).toEqual({
        status: 3,
        stdout: "",
        stderr: `error: The input is ${kind}, not a page.\n`,
      });
    }
    await mkdir(join(folder, "empty"));
    expect((await runDehusk(["extract", "empty"], "", folder)).status).toBe(3);
  });

  test("4 for a limit, before a file of 1 GB is read", async () => {
    const huge = join(folder, "huge.html");
    await writeFile(huge, "");
    await truncate(huge, 1024 ** 3);
    const run = await runDehusk(["extract", huge]);
    expect(run.status).toBe(4);
    expect(run.stderr).toMatch(/larger than the limit of 67108864 bytes/);
    await rm(huge);
    expect((await runDehusk(["extract", "--limit-nodes", "5"], page)).status).toBe(4);
    expect((await runDehusk(["extract", "--limit-depth", "3"], page)).status).toBe(4);
    expect((await runDehusk(["extract", "--limit-ms", "0.001"], page.repeat(9999))).status).toBe(4);
    expect((await runDehusk(["extract", "--limit-bytes", "1000"], "x".repeat(100_000))).status).toBe(4);
  });

  test("errors are JSON on request", async () => {
    const run = await runDehusk(["extract", "missing.html", "--errors", "json"], "", folder);
    expect(JSON.parse(run.stderr)).toMatchObject({ version: 1, error: { code: "unreadable" } });
    const help = await runDehusk(["help", "nothing", "--errors", "json"]);
    expect([help.status, JSON.parse(help.stderr).error.code]).toEqual([2, "bad-option"]);
    const usage = await runDehusk(["extract", "--errors", "json", "--format", "pdf"]);
    expect(JSON.parse(usage.stderr)).toMatchObject({ error: { code: "bad-option" } });
  });

  test("a folder that cannot be written to is an error, and nothing is left behind", async () => {
    const blocked = join(folder, "blocked");
    await writeFile(blocked, "a file where a folder should be");
    await chmod(blocked, 0o444);
    const run = await runDehusk(["extract", "page.html", "-o", join(blocked, "out.md")], "", folder);
    expect(run.status).toBe(3);
    expect(run.stderr).toMatch(/^error: Cannot write/);
  });
});

describe("help", () => {
  test("--help and --version answer on stdout", async () => {
    const help = await runDehusk(["--help"]);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain("extract");
    const extractHelp = await runDehusk(["extract", "--help"]);
    for (const option of "--format --url --preset --explain --output --limit-bytes --limit-ms --json --errors --config --quiet".split(
      " ",
    )) {
      expect(extractHelp.stdout).toContain(option);
    }
    expect(await runDehusk(["--version"])).toEqual({ status: 0, stdout: `${packageJson.version}\n`, stderr: "" });
  });

  test("no command prints the help", async () => {
    const run = await runDehusk([]);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain("Usage: dehusk");
  });
});
