import type { Segmentation } from "../segment/index.ts";
import { columnsOf, fitted, plainLine } from "./columns.ts";
import { bar, barWidth, boxText, lastSteps } from "./table-cells.ts";

const gap = "  ";
const longestText = 400;

/** A page's segments, a line each: number, how much of a template, size, where, and how the text begins. */
export function segmentTable({ segments }: Segmentation, width: number): string {
  const rows = segments.map(({ id, templateness, words, links, box, paths, nodes, text }) => {
    const path = plainLine(paths[0]?.replaceAll("[1]", "") ?? "…");
    const more = nodes > 1 ? ` +${nodes - 1}` : "";
    return {
      templateness,
      numbers: [String(id), String(words), String(links)] as const,
      box: boxText(box),
      where: (columns: number) => fitted(lastSteps(path, columns - more.length) + more, columns),
      whereLength: columnsOf(path) + more.length,
      text: plainLine(text.slice(0, longestText)),
    };
  });
  const head = ["id", "words", "links"] as const;
  const longest = (column: 0 | 1 | 2) =>
    rows.reduce((most, { numbers }) => Math.max(most, numbers[column].length), head[column].length);
  const sizes = [longest(0), longest(1), longest(2)] as const;
  // On a narrow terminal the text says more than the box.
  const boxColumns = width >= 110 ? rows.reduce((most, { box }) => Math.max(most, columnsOf(box)), 3) : 0;
  const taken =
    barWidth +
    5 +
    sizes.reduce((sum, columns) => sum + columns + gap.length, 0) +
    (boxColumns && boxColumns + gap.length);
  const left = width - taken - 2 * gap.length;
  const longestWhere = rows.reduce((most, { whereLength }) => Math.max(most, whereLength), 5);
  const whereColumns = Math.min(longestWhere, Math.max(8, Math.floor(left * 0.45)));
  const textColumns = Math.max(8, left - whereColumns);
  const line = (numbers: readonly string[], value: number | string, box: string, where: string, text: string) =>
    [
      (numbers[0] as string).padStart(sizes[0]),
      bar(value),
      (numbers[1] as string).padStart(sizes[1]),
      (numbers[2] as string).padStart(sizes[2]),
      ...(boxColumns === 0 ? [] : [box.padStart(boxColumns)]),
      where,
      fitted(text, textColumns),
    ]
      .join(gap)
      .trimEnd();
  return [
    line(head, "templateness", "box", fitted("where", whereColumns), "text"),
    ...rows.map((row) => line(row.numbers, row.templateness, row.box, row.where(whereColumns), row.text)),
  ].join("\n");
}
