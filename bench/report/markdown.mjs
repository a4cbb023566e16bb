/** Renders the results of a run as Markdown. */

import { FIELDS } from "../measures/metadata.mjs";
import { fixed, percent, score, table } from "./table.mjs";
import { renderLanguages, renderPageTypes, renderWordsBySet } from "./words.mjs";

/**
 * The whole report.
 *
 * @param {any} results the object that run.mjs writes as JSON
 * @returns {string}
 */
export function renderReport(results) {
  const rows = Object.entries(results.extractors).filter(([, result]) => result.overSets !== null);
  const sections = [
    "# Benchmark results",
    `${results.date.slice(0, 10)}, Node ${results.node}, ${
      results.limit === null ? "all pages" : `at most ${results.limit} pages a set`
    }. README.md explains the columns.`,
    renderMissing(results),
    renderOverview(rows),
    renderWordsBySet(rows),
    renderPageTypes(rows),
    renderLanguages(rows),
    renderSegments(results, rows),
    renderMetadata(rows),
    renderMetadataBySet(results, rows),
    renderSpeed(results),
    renderDetails(results, rows),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

function renderMissing(results) {
  const missing = Object.entries(results.extractors).filter(([, result]) => result.unavailable !== null);
  if (missing.length === 0) return null;
  return ["## Not measured", ...missing.map(([name, result]) => `- **${name}**: ${result.unavailable}`)].join("\n\n");
}

function renderOverview(rows) {
  const header = ["extractor", "F1", "median F1", "precision", "recall", "F1 independent", "segments F", "F1 < 0.5"];
  return [
    "## Means over sets",
    table(
      [...header, "empty", "errors", "max RSS MB", "network", "packages"],
      rows.map(([name, { overSets, maxRss, networkAttempts, packages }]) => [
        name,
        score(overSets.meanF1),
        score(overSets.medianF1),
        score(overSets.meanPrecision),
        score(overSets.meanRecall),
        score(overSets.independentF1),
        score(overSets.segmentF),
        percent(overSets.misses),
        percent(overSets.empty),
        String(overSets.errors),
        fixed(maxRss / 1e6, 0),
        String(networkAttempts),
        packages,
      ]),
    ),
  ].join("\n\n");
}

function renderSegments(results, rows) {
  const sets = setsWith(results, rows, (summary) => summary.segments !== null);
  if (sets.length === 0) return null;
  const lines = [];
  for (const set of sets) {
    for (const [name, result] of rows) {
      const segments = result.bySet[set]?.segments;
      if (!segments) continue;
      const shares = [segments.includeFound, segments.excludeAbsent].map(percent);
      lines.push([`${set}: ${name}`, ...shares, score(segments.f), score(segments.accuracy)]);
    }
  }
  const header = ["set: extractor", "include found", "exclude absent", "F", "accuracy"];
  return ["## Segments that must and must not appear", table(header, lines)].join("\n\n");
}

function renderMetadata(rows) {
  const fields = FIELDS.filter((field) => rows.some(([, result]) => result.meta[field]));
  if (fields.length === 0) return null;
  const cell = (result) =>
    result ? `${percent(result.exact)} / ${percent(result.lenient)} / ${percent(result.empty)}` : "–";
  const counts = fields.map((field) => Math.max(...rows.map(([, result]) => result.meta[field]?.pages ?? 0)));
  return [
    "## Metadata over all pages with truth",
    "Each cell: exact / lenient / empty.",
    table(
      ["extractor", ...fields.map((field, index) => `${field} (${counts[index]})`)],
      rows
        .filter(([, result]) => Object.keys(result.meta).length > 0)
        .map(([name, result]) => [name, ...fields.map((field) => cell(result.meta[field]))]),
    ),
  ].join("\n\n");
}

function renderMetadataBySet(results, rows) {
  const parts = [];
  for (const field of FIELDS) {
    const sets = setsWith(results, rows, (summary) => summary.meta[field] !== undefined);
    if (sets.length === 0) continue;
    const columns = rows.filter(([, result]) => result.meta[field] !== undefined);
    const lines = sets.map((set) => {
      const pages = Math.max(...columns.map(([, result]) => result.bySet[set]?.meta[field]?.pages ?? 0));
      return [set, String(pages), ...columns.map(([, result]) => percent(result.bySet[set]?.meta[field]?.exact))];
    });
    parts.push(`### ${field}, exact`, table(["set", "pages", ...columns.map(([name]) => name)], lines));
  }
  return parts.length === 0 ? null : ["## Metadata by set", ...parts].join("\n\n");
}

function renderSpeed(results) {
  if (results.speed === null) return null;
  const { base, pages, rounds, rows } = results.speed;
  return [
    "## Speed",
    `${pages} pages, median of ${rounds} interleaved rounds; times of ${base}, so below 1 is faster.`,
    table(
      ["extractor", "pages/s", "total ratio", "median ratio", "failed pages"],
      Object.entries(rows).map(([name, row]) => [
        row.kind === "floor" ? `(floor) ${name}` : name,
        row.unavailable ?? fixed(row.pagesPerSecond, 1),
        fixed(row.toBase?.totalRatio, 3),
        fixed(row.toBase?.medianRatio, 3),
        String(row.errors),
      ]),
    ),
  ].join("\n\n");
}

function renderDetails(results, rows) {
  const header = ["extractor", "mean F1", "median F1", "precision", "recall", "F1 < 0.5", "empty", "errors"];
  const parts = setsWith(results, rows, (summary) => summary.words !== null).map((set) =>
    [
      `### ${set}`,
      table(
        header,
        rows
          .map(([name, result]) => [name, result.bySet[set]])
          .filter(([, summary]) => summary?.words)
          .map(([name, { words, empty, errors }]) => [
            name,
            ...[words.meanF1, words.medianF1, words.meanPrecision, words.meanRecall].map(score),
            ...[words.misses, empty].map(percent),
            String(errors),
          ]),
      ),
    ].join("\n\n"),
  );
  return parts.length === 0 ? null : ["## Sets in detail", ...parts].join("\n\n");
}

function setsWith(results, rows, has) {
  return Object.keys(results.sets).filter((set) => rows.some(([, { bySet }]) => bySet[set] && has(bySet[set])));
}
