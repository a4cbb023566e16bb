import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BundledScript, bundleScript } from "../incremental/testing/run-script.ts";

let folder: string;
let script: BundledScript;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-killed-"));
  script = await bundleScript(new URL("./testing/write-forever.ts", import.meta.url));
});
afterAll(async () => {
  script.remove();
  await rm(folder, { recursive: true });
});

test("a killed process leaves no partial corpus under its name, and what was there before", async () => {
  const endings = [".jsonl", ".jsonl.gz", ".parquet", ".wet.gz"];
  for (const ending of endings) await writeFile(join(folder, `old${ending}`), "before");
  const names = endings.flatMap((ending) => [`new${ending}`, `old${ending}`]);
  const printed = await script.runUntil(3, ...[...names, "new-folder/"].map((name) => join(folder, name)));
  expect(printed).toContain("300\n");
  const left = await readdir(folder);
  expect(left.filter((name) => !name.endsWith(".tmp")).toSorted()).toEqual(
    endings.map((ending) => `old${ending}`).toSorted(),
  );
  for (const ending of endings) expect(await readFile(join(folder, `old${ending}`), "utf8")).toBe("before");
  // It was killed while writing: partial files exist under temporary names.
  expect(left.filter((name) => name.endsWith(".tmp"))).toHaveLength(names.length + 1);
});
