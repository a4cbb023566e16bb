import { plotSvg } from "./plot-svg.ts";
import { cellText, type Report, type Table } from "./report.ts";
import { escapeXml, reportStyle } from "./report-style.ts";

/** The files of a report by name: `results.json`, `tables.md` and the self-contained `report.html`. */
export function writeReport(report: Report): Record<"results.json" | "tables.md" | "report.html", string> {
  return {
    "results.json": `${JSON.stringify({ version: 1, experiment: report.name, ...report.results }, null, 2)}\n`,
    "tables.md": markdownOf(report),
    "report.html": htmlOf(report),
  };
}

function markdownOf({ title, notes, tables }: Report): string {
  return `${[`# ${title}`, ...notes, ...tables.map(markdownTable)].join("\n\n")}\n`;
}

function markdownTable({ title, note, columns, rows, digits }: Table): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const aligned = columns.map((_, i) => (isNumeric(rows, i) ? "---:" : "---"));
  const lines = rows.map((row) => line(row.map((cell) => cellText(cell, digits))));
  return [`## ${title}\n`, ...(note === undefined ? [] : [`${note}\n`]), line(columns), line(aligned), ...lines].join(
    "\n",
  );
}

function htmlOf(report: Report): string {
  const title = escapeXml(report.title);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${reportStyle}</style>
<main>
<h1>${title}</h1>
${report.notes.map((note) => `<p>${escapeXml(note)}</p>`).join("\n")}
${report.plots.map((plot) => `<figure>${plotSvg(plot)}</figure>`).join("\n")}
${report.tables.map(htmlTable).join("\n")}
</main>
</html>
`;
}

function htmlTable({ title, note, columns, rows, digits }: Table): string {
  const numeric = columns.map((_, i) => (isNumeric(rows, i) ? ' class="number"' : ""));
  const head = columns.map((column, i) => `<th scope="col"${numeric[i]}>${escapeXml(column)}</th>`).join("");
  const body = rows.map(
    (row) => `<tr>${row.map((cell, i) => `<td${numeric[i]}>${escapeXml(cellText(cell, digits))}</td>`).join("")}</tr>`,
  );
  return `<h2>${escapeXml(title)}</h2>
${note === undefined ? "" : `<p>${escapeXml(note)}</p>\n`}<div class="wide"><table><thead><tr>${head}</tr></thead>
<tbody>${body.join("\n")}</tbody></table></div>`;
}

/** Whether a column is numeric, including values with a sign or a unit. */
function isNumeric(rows: Table["rows"], column: number): boolean {
  const isNumber = (cell: string | number): boolean => typeof cell === "number" || /^[-+–]?[\d.,]*( %)?$/.test(cell);
  return rows.length > 0 && rows.every((row) => isNumber(row[column] ?? ""));
}
