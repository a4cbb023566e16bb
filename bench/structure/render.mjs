/** The report of structure.mjs as Markdown. */

import { fixed, table } from "../report/table.mjs";
import { KINDS } from "./kinds.mjs";

/**
 * @param {Record<string, ReturnType<import("./tally.mjs").Tally["summary"]>>} summaries by extractor
 * @returns {string}
 */
export function renderStructure(summaries) {
  const all = Object.entries(summaries);
  const names = all.map(([name]) => name);
  const row = (label, pick, decimals) => [label, ...all.map(([, summary]) => fixed(pick(summary), decimals))];
  const kindRows = (key, isWanted) =>
    KINDS.filter(isWanted)
      .filter(({ name }) => all.some(([, { kinds }]) => kinds[name] !== null))
      .map(({ name }) => row(name, ({ kinds }) => kinds[name]?.[key], 1));
  const totals = [
    row("pages with a break", ({ broken }) => broken, 0),
    row("pages without a word", ({ empty }) => empty, 0),
    row("words a page", ({ words }) => words, 0),
    row("pages looked at", ({ pages }) => pages, 0),
    row("errors, left out", ({ errors }) => errors, 0),
  ];
  return [
    "## Pages with a break, per 1,000",
    table(["kind", ...names], [...kindRows("pages", ({ counted }) => counted), ...totals]),
    "## Breaks, per 1,000 pages",
    table(
      ["kind", ...names],
      kindRows("breaks", ({ counted }) => counted),
    ),
    "## The page's own, and Dehusk's account: breaks per 1,000 pages",
    table(
      ["kind", ...names],
      kindRows("breaks", ({ counted }) => !counted),
    ),
    ...renderExamples(all),
  ].join("\n\n");
}

function renderExamples(all) {
  const parts = KINDS.flatMap(({ name }) => {
    const lines = all.flatMap(([extractor, { kinds }]) =>
      (kinds[name]?.examples ?? []).map(
        ({ set, id, line, text }) => `- ${extractor}, ${set} ${id}${line === null ? "" : `, line ${line}`}: ${text}`,
      ),
    );
    return lines.length === 0 ? [] : [`### ${name}`, lines.join("\n")];
  });
  return parts.length === 0 ? [] : ["## Examples", ...parts];
}
