import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startServe } from "../../../server/src/testing/start-serve.ts";
import { makeResponse } from "../corpus/testing/make-warc.ts";
import { runDehusk } from "./testing/run-dehusk.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

async function blocksOf(file: string, language: string): Promise<string[]> {
  const text = await readFile(join(root, file), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map((match) => match[1] as string);
}

test.each([
  ["README.md", "Rain 42\n# Rain\n\nIt rained **all day**\ntrue true\n"],
  ["docs/layout.md", "200 228\n"],
  ["docs/incremental.md", "1 [ false, false ]\n2 [ false, false ]\n3 [ true, false ]\n"],
  ["packages/dehusk/README.md", "Rain true true\n"],
  ["packages/lab/README.md", "0.67 1\n"],
])("the example in %s prints what its comments say", async (file, output) => {
  const [snippet = ""] = await blocksOf(file, "(?:ts|js)");
  // Builds when a source has changed.
  await runDehusk(["--help"]);
  const folder = await mkdtemp(join(tmpdir(), "dehusk-readme-"));
  try {
    const built = (home = "dehusk", name = "index"): string =>
      JSON.stringify(pathToFileURL(join(root, "packages", home, "dist", `${name}.js`)).href);
    const runnable = snippet
      .replace(/"dehusk(?:\/(\w+))?"/g, (_, name?: string) => built("dehusk", name))
      .replace(/"@dehusk\/(\w+)"/g, (_, home: string) => built(home));
    await writeFile(join(folder, "snippet.mjs"), runnable);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "snippet.mjs")]);
    expect(stdout).toBe(output);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("every command line of the README is one that dehusk takes", async () => {
  const commands = (await blocksOf("README.md", "sh"))
    .join("\n")
    .split("\n")
    .map((line) => line.replace(/#.*$/, "").trim())
    .map((line) => /(?:npx )?dehusk (.*)$/.exec(line)?.[1])
    .filter((line) => line !== undefined);
  expect(commands.length).toBeGreaterThanOrEqual(5);
  const folder = await mkdtemp(join(tmpdir(), "dehusk-readme-"));
  try {
    await writeFile(join(folder, "page.html"), "<p>a page");
    await writeFile(join(folder, "crawl.warc.gz"), gzipSync(makeResponse("https://a.example/", "<p>a page")));
    for (const command of commands) {
      const args = command.split(/\s+/).map((word) => (word === "saved-pages/" ? folder : word));
      const cwd = command.includes("examples/") ? root : folder;
      const [name, ...others] = args;
      const status = name === "serve" ? await served(others) : (await runDehusk(args, "<p>piped", cwd)).status;
      expect({ command, status }).toEqual({ command, status: 0 });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** What a service ends with that was started and asked to stop. */
async function served(args: readonly string[]): Promise<number | null> {
  const service = await startServe(args);
  await service.stop();
  return (await service.ended).code;
}
