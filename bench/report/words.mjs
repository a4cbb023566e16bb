/**
 * The sections on word F1 and segment F: by set, by page type, by language.
 *
 * An extractor that dropped out during the run has no number where others have more pages or sets.
 */

import { comparisonTable } from "./comparison.mjs";
import { percent, score } from "./table.mjs";

const F1_BY_SET = [
  { title: "Mean word F1 by set", key: "meanF1", independent: "independentF1", format: score, best: "highest" },
  {
    title: "Median word F1 by set",
    key: "medianF1",
    independent: "independentMedianF1",
    format: score,
    best: "highest",
  },
  {
    title: "Share of pages with word F1 below 0.5, by set",
    key: "misses",
    independent: "independentMisses",
    format: percent,
    best: "lowest",
  },
];

const MEAN_OVER_SETS = "mean over sets";
const MEAN_INDEPENDENT = "mean, independent truth";

/**
 * Mean, median and misses by set, with their means over sets.
 *
 * @param {[string, any][]} rows extractors and their results
 * @returns {string | null}
 */
export function renderWordsBySet(rows) {
  const sets = groupsOf(rows, (result) =>
    Object.entries(result.bySet)
      .filter(([, summary]) => summary.words !== null)
      .map(([set, summary]) => [set, summary.words]),
  );
  if (sets.length === 0) return null;
  const groups = [...sets, { name: MEAN_OVER_SETS, pages: null }, { name: MEAN_INDEPENDENT, pages: null }];
  const parts = F1_BY_SET.map(({ title, key, independent, format, best }) => {
    const value = ({ bySet, overSets }, group) => {
      if (group.pages !== null) return bySet[group.name]?.words?.[key];
      if (overSets.textSets < sets.length) return null;
      return overSets[group.name === MEAN_OVER_SETS ? key : independent];
    };
    return [`## ${title}`, compare("set", rows, groups, { value, format, best })];
  });
  return parts.flat().join("\n\n");
}

/**
 * Mean word F1 by page type, a table for each set that names page types.
 *
 * @param {[string, any][]} rows
 * @returns {string | null}
 */
export function renderPageTypes(rows) {
  const sets = [...new Set(rows.flatMap(([, result]) => Object.keys(result.pageTypes)))];
  if (sets.length === 0) return null;
  const parts = sets.map((set) => {
    const groups = groupsOf(rows, (result) => Object.entries(result.pageTypes[set] ?? {}));
    const value = (result, type) => result.pageTypes[set]?.[type.name]?.meanF1;
    return [`### ${set}`, compare("page type", rows, groups, { value, format: score, best: "highest" })];
  });
  return ["## Mean word F1 by page type", ...parts.flat()].join("\n\n");
}

/**
 * Mean word F1 by language over the pages with true text, and segment F by language over the sets without.
 *
 * @param {[string, any][]} rows
 * @returns {string | null}
 */
export function renderLanguages(rows) {
  const parts = [
    { title: "Mean word F1 by language", kind: "words", key: "meanF1" },
    { title: "Segment F by language", kind: "segments", key: "f" },
  ].map(({ title, kind, key }) => {
    const groups = groupsOf(rows, (result) => Object.entries(result.languages[kind]));
    if (groups.length === 0) return [];
    const value = (result, language) => {
      const summary = result.languages[kind][language.name];
      return summary?.pages === language.pages ? summary[key] : null;
    };
    return [`## ${title}`, compare("language", rows, groups, { value, format: score, best: "highest" })];
  });
  return parts.flat().join("\n\n") || null;
}

function compare(groupKind, rows, groups, { value, format, best }) {
  const results = new Map(rows);
  return comparisonTable(groupKind, [...results.keys()], groups, {
    value: (extractor, group) => value(results.get(extractor), group),
    format,
    best,
  });
}

/** The groups of the extractor that saw the most pages, and their pages. */
function groupsOf(rows, entriesOf) {
  const pagesOf = (groups) => groups.reduce((sum, group) => sum + group.pages, 0);
  return rows
    .map(([, result]) => entriesOf(result).map(([name, { pages }]) => ({ name, pages })))
    .reduce((most, groups) => (pagesOf(groups) > pagesOf(most) ? groups : most), []);
}
