import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examplePages, type Installed, install, outputOf, root, run, tool } from "./testing/installed.ts";

/** Prints what the library makes of pages; the same program in every runtime. */
const program = `import { readFileSync } from "node:fs";
import { extract } from "dehusk";
for (const path of process.argv.slice(2)) console.log(JSON.stringify(extract(readFileSync(path))));
`;

let installed: Installed;
let expected: string;
beforeAll(() => {
  installed = install(["dehusk"]);
  writeFileSync(join(installed.folder, "extract-all.mjs"), program);
  expected = outputOf(process.execPath, ["extract-all.mjs", ...examplePages], installed.folder);
  expect(expected.trimEnd().split("\n")).toHaveLength(examplePages.length);
});
afterAll(() => installed.remove());

describe.each([
  ["Deno", tool("@deno/linux-x64-glibc/deno"), ["run", "--allow-read", "--allow-env"]],
  ["Bun", tool("@oven/bun-linux-x64/bin/bun"), []],
])("%s", (_, runtime, before) => {
  test("the library gives Node's output, byte for byte", () => {
    expect(outputOf(runtime, [...before, "extract-all.mjs", ...examplePages], installed.folder)).toBe(expected);
  });

  test("the command line gives Node's output and exit codes", () => {
    const [article] = examplePages as [string];
    const command = [installed.bin, "extract", article];
    const output = outputOf(runtime, [...before, ...command], installed.folder);
    expect(output).toBe(outputOf(process.execPath, command, installed.folder));
    expect(run(runtime, [...before, installed.bin, "extract", "no-such-file.html"], installed.folder).status).toBe(3);
  });
});

test("workerd gives Node's output without nodejs_compat", async () => {
  const worker = `import { extract } from "dehusk";
    export default {
      async fetch(request) {
        return new Response(JSON.stringify(extract(new Uint8Array(await request.arrayBuffer()))));
      },
    };`;
  const input = join(installed.folder, "worker.mjs");
  writeFileSync(input, worker);
  // The conditions that wrangler sets.
  const conditionNames = ["workerd", "worker", "browser", "import", "module", "default"];
  const bundle = await rolldown({ input, cwd: installed.folder, platform: "browser", resolve: { conditionNames } });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  expect(output[0].imports).toEqual([]);
  const modules = [{ type: "ESModule", path: "worker.mjs", contents: output[0].code }];
  const { Miniflare } = (await import(/* @vite-ignore */ pathToFileURL(tool("miniflare/dist/src/index.js")).href)) as {
    Miniflare: new (options: object) => MiniflareLike;
  };
  const miniflare = new Miniflare({ modules, compatibilityDate: "2026-04-01", host: "127.0.0.1" });
  try {
    const lines = expected.trimEnd().split("\n");
    for (const [i, page] of examplePages.entries()) {
      const answer = await miniflare.dispatchFetch("http://worker/", { method: "POST", body: readFileSync(page) });
      expect(await answer.text()).toBe(lines[i]);
    }
  } finally {
    await miniflare.dispose();
  }
});

interface MiniflareLike {
  dispatchFetch(url: string, init: object): Promise<{ text(): Promise<string> }>;
  dispose(): Promise<void>;
}

test("package.json and deno.json name one version", () => {
  const versionIn = (file: string) =>
    (JSON.parse(readFileSync(join(root, "packages", "dehusk", file), "utf8")) as { version: string }).version;
  expect(versionIn("deno.json")).toBe(versionIn("package.json"));
});
