/** The report of parts.mjs as Markdown. */

import { percent, table } from "../report/table.mjs";
import { KINDS } from "./kept-parts.mjs";

/**
 * @param {Record<string, ReturnType<import("./tally.mjs").Tally["summary"]>>} summaries by extractor
 * @returns {string}
 */
export function renderParts(summaries) {
  const all = Object.values(summaries);
  const rows = KINDS.flatMap(({ name }) => {
    const counts = all.map(({ kinds }) => kinds[name]);
    if (counts.every((count) => count === null)) return [];
    const cells = counts.map((count) => percent(count.share));
    const best = percent(Math.max(...counts.map(({ share }) => share)));
    const { parts, pages } = counts[0];
    return [[name, String(parts), String(pages), ...cells.map((cell) => (cell === best ? `**${cell}**` : cell))]];
  });
  const errors = ["errors", "", "", ...all.map((summary) => String(summary.errors))];
  return table(["part", "parts", "pages", ...Object.keys(summaries)], [...rows, errors]);
}
