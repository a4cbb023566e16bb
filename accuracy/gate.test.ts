import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extract } from "../packages/dehusk/src/index.ts";
import { wordScores } from "../packages/lab/src/index.ts";
import { brokenCeilings, type Ceilings, countKinds } from "./ceilings.mjs";
import { brokenFloors, type Floors } from "./floors.mjs";
import { measurePage, readPages } from "./measure.mjs";
import { findPageBreaks, kinds, readStructurePages } from "./structure.mjs";

const floors: Floors = JSON.parse(readFileSync(new URL("floors.json", import.meta.url), "utf8"));
const ceilings: Ceilings = JSON.parse(readFileSync(new URL("ceilings.json", import.meta.url), "utf8"));
// Reading the pages throws when the markers of one are not balanced.
const pages = readPages();

describe("the pages of the accuracy gate", () => {
  it("are enough: forty or more, three or more of each kind", () => {
    expect(pages.length).toBeGreaterThanOrEqual(40);
    const counts = new Map<string, number>();
    for (const { kind } of pages) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count < 3)).toEqual([]);
  });

  it("hold no marker once read", () => {
    const marked = pages.filter(({ html }) => /<!--\/?(?:content|comments)-->/.test(html));
    expect(marked.map(({ name }) => name)).toEqual([]);
  });

  it("mark content that has words", () => {
    const empty = pages.filter(({ content }) => !content.some((html) => /\p{L}/u.test(html.replace(/<[^>]*>/g, ""))));
    expect(empty.map(({ name }) => name)).toEqual([]);
  });
});

describe("the accuracy of the default preset", () => {
  it("is at or above every floor of floors.json", () => {
    const scores = pages.map((page) => measurePage(page, { extract, wordScores }));
    const broken = brokenFloors(floors, scores);
    expect(broken, `\n${broken.join("\n")}\nSee all pages: npm run accuracy`).toEqual([]);
  });
});

describe("the structure of the default preset's Markdown", () => {
  it("has no more breaks of a kind than ceilings.json allows", () => {
    const breaks = readStructurePages().flatMap((page) => findPageBreaks(page, { extract }));
    const broken = brokenCeilings(ceilings, countKinds(kinds, breaks), breaks);
    expect(broken, `\n${broken.join("\n")}\nSee all breaks: npm run accuracy`).toEqual([]);
  });
});
