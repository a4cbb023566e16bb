/** Markdown tables and the way numbers look in them. */

/**
 * A Markdown table; numbers are right-aligned by their column.
 *
 * @param {string[]} header
 * @param {string[][]} rows
 * @returns {string}
 */
export function table(header, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rule = `|---|${header
    .slice(1)
    .map(() => "---:|")
    .join("")}`;
  return [line(header), rule, ...rows.map(line)].join("\n");
}

/** A score from 0 to 1 with three decimals, a dash where there is none. */
export function score(value) {
  return typeof value === "number" ? value.toFixed(3) : "–";
}

/** A share as a percentage. */
export function percent(value) {
  return typeof value === "number" ? `${(value * 100).toFixed(1)} %` : "–";
}

/** A number with so many decimals. */
export function fixed(value, decimals) {
  return typeof value === "number" ? value.toFixed(decimals) : "–";
}
