import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { ExtractorProcess } from "../process/extractor-process.mjs";

const folder = mkdtempSync(join(tmpdir(), "dehusk-trafilatura-"));
after(() => rmSync(folder, { recursive: true }));
// The Python of this test, not the one that peers/set-up.mjs makes.
process.env.DEHUSK_PEERS = `${folder}/`;
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Runs in a process whose environment differs in one variable. */
async function askWith(name, value, pages, timeoutMs = 20_000) {
  const before = process.env[name];
  process.env[name] = value;
  const extractor = new ExtractorProcess("trafilatura", { timeoutMs });
  try {
    const replies = [];
    for (const html of pages) replies.push(await extractor.ask({ html, url: null }, { withStructure: true }));
    return { replies, unavailable: extractor.unavailable };
  } finally {
    extractor.stop();
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}

test("without Python it is not available", async () => {
  const { unavailable } = await askWith("PATH", folder, ["<p>one"]);
  assert.match(unavailable, /python3? does not start/u);
});

test("a page that hangs ends with its Python", { skip: !hasPython }, async () => {
  const note = join(folder, "pid");
  const stub = `
import os, time
__version__ = "0"
def extract(html, **options):
    with open(${JSON.stringify(note)}, "w") as file: file.write(str(os.getpid()))
    time.sleep(600)
`;
  writeFileSync(join(folder, "trafilatura.py"), stub);
  const { replies } = await askWith("PYTHONPATH", folder, ["<p>one"], 5000);
  assert.match(replies[0].error, /no answer in 5 s/u);
  const pid = Number(readFileSync(note, "utf8"));
  // Until it is reaped it is there, without a command line.
  const isRunning = () => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  for (let i = 0; i < 50 && isRunning(); i++) await setTimeout(100);
  assert.equal(isRunning(), false);
});

test("pages are answered one by one, a failure does not end the process", { skip: !hasPython }, async () => {
  const stub = `
__version__ = "0"
def extract(html, **options):
    print("noise")
    if html == "bad": raise ValueError("no page")
    return None if html == "" else f"{html}, {options.get('output_format', 'text')}"
class Metadata:
    title = author = date = sitename = description = language = None
def extract_metadata(html, **options):
    return Metadata
`;
  writeFileSync(join(folder, "trafilatura.py"), stub);
  const { replies } = await askWith("PYTHONPATH", folder, ["é", "bad", ""]);
  assert.deepEqual(
    replies.map(({ markdown, text, error }) => error ?? [markdown, text]),
    [["é, markdown", "é, text"], "ValueError: no page", ["", ""]],
  );
});
