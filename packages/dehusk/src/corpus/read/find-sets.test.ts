import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSets } from "./find-sets.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dehusk-sets-"));
  for (const name of ["b.jsonl.gz", "a.jsonl", "c.jsonl.br", ".hidden.jsonl", "README.md", "page.html"]) {
    await writeFile(join(folder, name), "");
  }
  await mkdir(join(folder, "none"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("findSets", () => {
  test("takes JSON-lines files, and those in folders, sorted by name", async () => {
    const sets = await findSets([folder]);
    expect(sets.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(await findSets([join(folder, "b.jsonl.gz")])).toEqual([sets[1]]);
    expect(sets.some(({ isResearchOnly }) => isResearchOnly)).toBe(false);
  });

  test.each([
    ["Licence: research use only.", true],
    ['"Only for research purpose".', true],
    ["for Research Purposes\nOnly", true],
    ["L3S is research-only", true],
    ["Made for a research project; CC BY 4.0. Only for English.", false],
    ["https://github.com/someone/ir-research-data", false],
  ])("reads in the note beside a set whether it is for research only: %j", async (note, expected) => {
    await writeFile(join(folder, "b.md"), note);
    const sets = await findSets([folder]);
    expect(sets.filter(({ isResearchOnly }) => isResearchOnly).map(({ name }) => name)).toEqual(expected ? ["b"] : []);
  });

  test("says what is wrong with a path", async () => {
    await expect(findSets([join(folder, "missing")])).rejects.toMatchObject({ code: "unreadable" });
    await expect(findSets([join(folder, "none")])).rejects.toMatchObject({ code: "unreadable" });
    await expect(findSets([join(folder, "page.html")])).rejects.toMatchObject({ code: "bad-input" });
    await expect(findSets([folder, join(folder, "a.jsonl")])).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining('both the set "a"'),
    });
  });
});
