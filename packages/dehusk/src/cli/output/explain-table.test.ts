import { expect, test } from "vitest";
import { extract } from "../../extract/index.ts";
import { explainTable } from "./explain-table.ts";

test("lists the cells of a table's row together, with the reasons of the least certain", () => {
  const words = "The mill reported the prices of corn and oats again this week, and the farmers are glad of it. ";
  const rows = [
    ["Corn", 12, 14],
    ["Oats", 30, 31],
  ];
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  const html = `<h1>Prices</h1><p>${words.repeat(3)}</p><table>${cells}</table><p>${words.repeat(2)}</p>`;
  const lines = explainTable(extract(html).explain(), { columns: 400 } as NodeJS.WriteStream).split("\n");
  const row = lines.findIndex((line) => line.includes("Corn | 12 | 14"));
  expect(lines[row + 1]).toMatch(/^ +3 cells, the least certain: \d+ % likely to be content; /);
  expect(lines.filter((line) => line.includes("Oats | 30 | 31"))).toHaveLength(1);
  expect(lines.some((line) => line.includes("Prices | "))).toBe(false);
  const layout = `<table><tr><td><p>The mill reported it.</p><p>The river came up.</p><p>${words.repeat(3)}</p></td></tr></table>`;
  expect(explainTable(extract(layout).explain(), { columns: 400 } as NodeJS.WriteStream)).not.toContain("cells");
});
