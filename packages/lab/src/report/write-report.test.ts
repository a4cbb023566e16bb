import { parse } from "dehusk/internal/page";
import { expect, test } from "vitest";
import type { Report } from "./report.ts";
import { writeReport } from "./write-report.ts";

const report: Report = {
  name: "trial",
  title: "A <trial> & more",
  notes: ["How it was done."],
  tables: [
    {
      title: "Table",
      note: "A note.",
      columns: ["of", "F", "n"],
      rows: [
        ["a|b", 0.12345, 7],
        ["c", Number.NaN, 1200],
      ],
    },
  ],
  plots: [
    {
      kind: "lines",
      title: "Lines",
      xLabel: "factor",
      yLabel: "F",
      logarithmicX: true,
      series: [
        {
          name: "one",
          points: [
            [0.01, 0.2],
            [1, 0.8],
            [100, Number.NaN],
          ],
        },
        { name: "flat", points: [[1, 0.5]] },
      ],
    },
    { kind: "bars", title: "Bars", yLabel: "index", groups: ["x", "y"], series: [{ name: "s", values: [0.5, -0.2] }] },
    { kind: "lines", title: "Nothing", xLabel: "", yLabel: "", series: [] },
  ],
  results: { figure: 0.5 },
};

test("results are JSON with a version, tables are Markdown", () => {
  const files = writeReport(report);
  expect(JSON.parse(files["results.json"])).toEqual({ version: 1, experiment: "trial", figure: 0.5 });
  expect(files["tables.md"]).toContain(
    "| of | F | n |\n| --- | ---: | ---: |\n| a\\|b | 0.123 | 7 |\n| c | – | 1200 |",
  );
});

test("the page is self-contained and its plots contain no NaN", () => {
  const html = writeReport(report)["report.html"];
  expect(html).not.toMatch(/https?:|NaN|Infinity|undefined|<script/);
  const page = parse(html);
  expect(page.text).toContain("A <trial> & more");
  const svg = html.match(/<svg.*?<\/svg>/gs) ?? [];
  expect(svg).toHaveLength(3);
  expect(svg[0]?.match(/<circle/g)).toHaveLength(3);
  // A bar below zero hangs from the zero line.
  expect(svg[1]?.match(/<rect[^>]*height="(\d|\.)+" fill/g)?.length).toBe(3);
});

test("the same report gives the same bytes", () => {
  expect(writeReport(report)).toEqual(writeReport(structuredClone(report)));
});

test("an axis starts at the given value, but never above a point", () => {
  const plotFrom = (yFrom: number): string =>
    writeReport({
      ...report,
      plots: [{ kind: "lines", title: "", xLabel: "", yLabel: "", yFrom, series: [{ name: "", points: [[0, 0.7]] }] }],
    })["report.html"];
  expect(plotFrom(0.6)).toContain(">0.6</text>");
  expect(plotFrom(0.6)).not.toContain(">0.4</text>");
  expect(plotFrom(0.8)).toContain(">0.7</text>");
});

test("a logarithmic axis has whole powers of ten", () => {
  const points: [number, number][] = [
    [0, 6],
    [1, 800],
  ];
  const plots = [
    { kind: "lines" as const, title: "", xLabel: "", yLabel: "", logarithmicY: true, series: [{ name: "", points }] },
  ];
  const html = writeReport({ ...report, plots })["report.html"];
  const ticks = [...html.matchAll(/text-anchor="end">([^<]*)</g)].map(([, tick]) => tick);
  expect(ticks).toEqual(["1", "10", "100", "1000"]);
});

test("the number over a bar is as short as possible", () => {
  const series = [{ name: "s", values: [0.5, 51.24, -12.6] }];
  const plots = [{ kind: "bars" as const, title: "Bars", yLabel: "", groups: ["x", "y", "z"], series }];
  const html = writeReport({ ...report, plots })["report.html"];
  for (const label of ["0.50", "51", "-13"]) expect(html).toContain(`text-anchor="middle">${label}</text>`);
});
