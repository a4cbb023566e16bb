import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asLines } from "../../../dehusk/src/train/testing/labelled-lines.ts";
import { writeReport } from "../report/write-report.ts";
import { runExperiment } from "../run-experiment.ts";
import type { CleanFigures } from "./incremental-clean-report.ts";

let data: string;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "dehusk-clean-"));
  await write(
    "extraction/people.jsonl.br",
    Array.from({ length: 6 }, (_, number) => framed(number)),
  );
  await write(
    "sites/shop.jsonl.br",
    Array.from({ length: 7 }, (_, number) => ({
      ...framed(number),
      // One value is unique to the page, one is in the frame, one is not on the page.
      fields: { word: [`word${number}`], part: ["News Contact"], absent: ["Not there"], none: [] },
    })),
  );
  const list = [{ site: "shop", file: "shop.jsonl.br", family: "swde" }];
  await writeFile(join(data, "sites", "index.json"), JSON.stringify({ list }));
});
afterAll(() => rm(data, { recursive: true }));

async function write(path: string, records: readonly object[]): Promise<void> {
  await mkdir(join(data, path, ".."), { recursive: true });
  await writeFile(join(data, path), brotliCompressSync(asLines(records)));
}

/** Seven words of frame, seven of story. */
function framed(number: number): { url: string; html: string; text: string } {
  const text = `Story ${number} tells of word${number} and thing${number}`;
  return {
    url: `https://framed.example/${number}`,
    html: `<div>Home News Contact Search</div><p>${text}</p><div>Imprint and privacy</div>`,
    text,
  };
}

test("the table cleans from the third page on, and removes values that repeat", async () => {
  const outcome = await runExperiment("incremental-clean", { data });
  if (!("report" in outcome)) throw new Error("skipped");
  const { hosts, young, later, pairs, fields } = outcome.report.results as unknown as CleanFigures;
  expect({ hosts, young: young.pages, later: later.pages }).toEqual({ hosts: 1, young: 4, later: 2 });
  // Seven words are right of fourteen answered and seven expected.
  expect(young.f1.all).toBe(14 / 21);
  // On two of the four first pages nothing is known yet.
  expect(young.f1.table).toBeCloseTo((14 / 21 + 1) / 2, 12);
  expect(later.f1).toMatchObject({ all: 14 / 21, table: 1 });
  const pair = pairs.find(({ one, other, part }) => one === "pageLevelJoined" && other === "table" && part === "later");
  const gain = later.f1.pageLevelJoined - 1;
  expect(pair).toMatchObject({ pages: 2, better: 0 });
  // There is one host to resample.
  for (const value of [pair?.mean, ...(pair?.interval ?? [])]) expect(value).toBeCloseTo(gain, 12);
  expect(young.f1.contentJoined).toBeGreaterThanOrEqual(young.f1.content);
  expect(young.f1.pageLevelJoined).toBe(young.f1.pageLevel);
  expect(fields).toMatchObject({ sites: 1, pages: 3, values: 6 });
  expect(fields.kept).toMatchObject({ all: 6, table: 3 });
  expect(fields.words).toMatchObject({ all: 3 * 14, table: 3 * 7 });
  expect(writeReport(outcome.report)["report.html"]).not.toMatch(/NaN|Infinity|undefined/);
});

test("is skipped if part of the data is missing", async () => {
  const outcome = await runExperiment("incremental-clean", { data: join(data, "sites") });
  expect(outcome).toEqual({ skipped: expect.stringContaining('"extraction"') });
});
