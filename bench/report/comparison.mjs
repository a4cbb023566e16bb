/** Tables that compare extractors over groups of pages (sets, page types, languages), the best in each group bold. */

import { table } from "./table.mjs";

/**
 * A Markdown table of one number per extractor and group. The more numerous of the two are rows, so that it
 * stays narrow. The best numbers as printed are bold, so that ties are bold alike; a number without a rival
 * is not bold.
 *
 * @param {string} groupKind heads the column of groups, e.g. "set"
 * @param {string[]} extractors
 * @param {{ name: string, pages: number | null }[]} groups pages: shown with the name, unless null
 * @param {object} how
 * @param {(extractor: string, group: { name: string, pages: number | null }) => number | null | undefined} how.value
 * @param {(value: number | null | undefined) => string} how.format
 * @param {"highest" | "lowest"} how.best
 * @returns {string}
 */
export function comparisonTable(groupKind, extractors, groups, { value, format, best }) {
  const columns = groups.map((group) =>
    markBest(
      extractors.map((name) => value(name, group)),
      format,
      best,
    ),
  );
  if (groups.length > extractors.length) {
    return table(
      [groupKind, "pages", ...extractors],
      groups.map(({ name, pages }, index) => [name, pages === null ? "" : String(pages), ...columns[index]]),
    );
  }
  return table(
    ["extractor", ...groups.map(({ name, pages }) => (pages === null ? name : `${name} (${pages})`))],
    extractors.map((name, row) => [name, ...columns.map((cells) => cells[row])]),
  );
}

function markBest(values, format, best) {
  const numbers = values.filter((value) => typeof value === "number");
  if (numbers.length < 2) return values.map(format);
  const winner = format(best === "highest" ? Math.max(...numbers) : Math.min(...numbers));
  return values.map((value) => {
    const cell = format(value);
    return cell === winner ? `**${cell}**` : cell;
  });
}
