import assert from "node:assert/strict";
import { test } from "node:test";
import { scorePage } from "../score-page.mjs";
import { summariseMetadata, summariseOverSets, summariseSet } from "../summarise.mjs";
import { summariseLanguages, summarisePageTypes } from "../summarise-groups.mjs";
import { renderReport } from "./markdown.mjs";

const PAGES = {
  wide: [
    { text: "a", lang: "en", meta: { pageType: "forum" } },
    { text: "a", lang: "en", meta: { pageType: "article" } },
    { text: "a", lang: "en", meta: { pageType: "forum" } },
  ],
  plain: [
    { text: "a b", lang: "en" },
    { text: "a", lang: "en" },
  ],
  strings: Array.from({ length: 5 }, () => ({ text: null, lang: "pl", include: ["a"], exclude: ["b"] })),
};

/** The result of an extractor that gives the same text for every page, over the named sets. */
function resultOf(name, text, sets) {
  const extractor = { name, fields: [] };
  const scoresOf = (set) => PAGES[set].map((page) => scorePage(set, page, extractor, { text, ms: 1, meta: {} }));
  const scores = sets.flatMap(scoresOf);
  const bySet = Object.fromEntries(sets.map((set) => [set, summariseSet(scoresOf(set))]));
  return {
    packages: `${name} 1.0.0`,
    fields: [],
    unavailable: null,
    bySet,
    overSets: summariseOverSets(bySet),
    pageTypes: summarisePageTypes(scores),
    languages: summariseLanguages(scores, bySet),
    meta: summariseMetadata(scores),
    maxRss: 0,
    networkAttempts: 0,
  };
}

function report(extractors) {
  const sets = Object.fromEntries(Object.entries(PAGES).map(([set, pages]) => [set, { pages: pages.length }]));
  const head = { version: 1, date: "2024-01-01T00:00:00.000Z", node: "v20", limit: null };
  return renderReport({ ...head, sets, extractors, speed: null });
}

/** The lines of a section, blank ones and the heading left out. */
function section(markdown, title) {
  const part = markdown.split(/^## /mu).find((text) => text.startsWith(`${title}\n`));
  assert.ok(part, `the report has no section "${title}"`);
  return part.split("\n").slice(1).filter(Boolean);
}

const ALL = ["wide", "plain", "strings"];
const both = { right: resultOf("right", "a", ALL), wrong: resultOf("wrong", "b", ALL) };

test("mean, median and misses by set have a table each, with the means over sets", () => {
  const markdown = report(both);
  const groups = ["| set | pages | right | wrong |", "|---|---:|---:|---:|"];
  assert.deepEqual(section(markdown, "Mean word F1 by set"), [
    ...groups,
    "| wide | 3 | **1.000** | 0.000 |",
    "| plain | 2 | **0.833** | 0.333 |",
    "| mean over sets |  | **0.917** | 0.167 |",
    "| mean, independent truth |  | **0.917** | 0.167 |",
  ]);
  assert.deepEqual(section(markdown, "Median word F1 by set").slice(2, 4), [
    "| wide | 3 | **1.000** | 0.000 |",
    "| plain | 2 | **0.833** | 0.333 |",
  ]);
  assert.deepEqual(section(markdown, "Share of pages with word F1 below 0.5, by set").slice(2, 5), [
    "| wide | 3 | **0.0 %** | 100.0 % |",
    "| plain | 2 | **0.0 %** | 50.0 % |",
    "| mean over sets |  | **0.0 %** | 75.0 % |",
  ]);
});

test("page types are shown for the sets that have them", () => {
  assert.deepEqual(section(report(both), "Mean word F1 by page type"), [
    "### wide",
    "| extractor | forum (2) | article (1) |",
    "|---|---:|---:|",
    "| right | **1.000** | **1.000** |",
    "| wrong | 0.000 | 0.000 |",
  ]);
});

test("words and segments by language have separate tables", () => {
  const markdown = report(both);
  assert.deepEqual(section(markdown, "Mean word F1 by language")[0], "| extractor | en (5) |");
  assert.deepEqual(section(markdown, "Segment F by language"), [
    "| extractor | pl (5) |",
    "|---|---:|",
    "| right | **1.000** |",
    "| wrong | 0.000 |",
  ]);
});

test("an extractor that dropped out has no number where it saw fewer pages or sets", () => {
  const markdown = report({ fallen: resultOf("fallen", "a", ["wide"]), ...both });
  const words = section(markdown, "Mean word F1 by set");
  assert.ok(words.includes("| wide | 3 | **1.000** | **1.000** | 0.000 |"));
  assert.ok(words.includes("| plain | 2 | – | **0.833** | 0.333 |"));
  assert.ok(words.includes("| mean over sets |  | – | **0.917** | 0.167 |"));
  const [languages, , ...rows] = section(markdown, "Mean word F1 by language");
  assert.equal(languages, "| extractor | en (5) |");
  assert.ok(rows.includes("| fallen | – |"));
});
