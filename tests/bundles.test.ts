import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Installed, install, outputOf, tool } from "./testing/installed.ts";

/** The most that a page loads to call `extract`, model included, in bytes gzipped. */
const mostBytes = 228_000;

let installed: Installed;
beforeAll(() => {
  installed = install(["dehusk"]);
});
afterAll(() => installed.remove());

test("a Vite build of extract weighs at most 228 kB gzipped", async () => {
  const folder = join(installed.folder, "vite");
  mkdirSync(folder);
  writeFileSync(join(folder, "main.js"), `import { extract } from "dehusk";\nglobalThis.extract = extract;\n`);
  const input = join(folder, "main.js");
  const result = await build({ root: folder, logLevel: "error", build: { write: false, rolldownOptions: { input } } });
  const { output } = result as Rolldown.RolldownOutput;
  const bytes = output.map((file) => gzipSync(file.type === "chunk" ? file.code : file.source, { level: 9 }).length);
  const total = bytes.reduce((sum, size) => sum + size, 0);
  console.log(`Vite build of extract: ${total} bytes gzipped`);
  expect(total).toBeLessThanOrEqual(mostBytes);
});

test("esbuild bundles the root export for no platform", () => {
  writeFileSync(join(installed.folder, "neutral.js"), `export * from "dehusk";\n`);
  const args = ["neutral.js", "--bundle", "--platform=neutral", "--format=esm", "--outfile=neutral.out.js"];
  outputOf(tool(".bin/esbuild"), args, installed.folder);
  const code = `import { extract } from "./neutral.out.js"; console.log(extract("<h1>A</h1><p>${"Some words. ".repeat(30)}").words)`;
  expect(Number(outputOf(process.execPath, ["--input-type=module", "-e", code], installed.folder))).toBeGreaterThan(50);
  rmSync(join(installed.folder, "neutral.out.js"));
});
