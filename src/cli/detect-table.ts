import { type Detection, describeDetection, describeSections, listSections } from "../detect/index.ts";
import { tagName, textOf } from "../page/index.ts";
import { columnsOf, fitted, plainLine } from "./columns.ts";
import { bar, barWidth, boxText, lastSteps } from "./table-cells.ts";

/** One line of the table. */
interface Row {
  readonly templateness: number | string;
  readonly kind: string;
  readonly score: string;
  readonly words: string;
  readonly links: string;
  readonly box: string;
  readonly where: string;
  readonly text: string;
}

/** The sections of a page, a line each: how much of a template, where, and how the text begins. */
export function sectionTable(detection: Detection, width: number): string {
  const sections = listSections(detection);
  const described = describeSections(detection, sections);
  const rows = sections.map(({ root, templateness, lowest, highest, words, links, text }, i): Row => {
    const { path, box, kind } = described[i] as (typeof described)[number];
    return {
      templateness,
      kind: kind ?? "",
      score: `${lowest.toFixed(2)}–${highest.toFixed(2)}`,
      words: String(words),
      links: String(links),
      box: boxText(box),
      where: plainLine(path?.replaceAll("[1]", "") ?? `…/${tagName(detection.page, root)}`),
      text: plainLine(text),
    };
  });
  return table(rows, width, (path, columns) => fitted(lastSteps(path, columns), columns));
}

/** All nodes of a page that are shown, a line each, indented by their depth. */
export function nodeTable(detection: Detection, width: number): string {
  const depths = new Map<number | null, number>([[null, -1]]);
  const rows = describeDetection(detection).nodes.map(({ id, parent, score, words, links, box, tag, ...node }): Row => {
    const depth = (depths.get(parent) as number) + 1;
    depths.set(id, depth);
    return {
      templateness: node.templateness,
      kind: node.kind ?? "",
      score: score === null ? "" : score.toFixed(2),
      words: String(words),
      links: String(links),
      box: boxText(box),
      where: " ".repeat(Math.min(depth, deepestIndent)) + plainLine(tag),
      text: plainLine(textOf(detection.page, id).slice(0, longestText)),
    };
  });
  return table(rows, width, fitted);
}

const deepestIndent = 20;
const longestText = 400;
const gap = "  ";

function table(rows: readonly Row[], width: number, fitWhere: (text: string, columns: number) => string): string {
  const head: Row = {
    templateness: "templateness",
    kind: "kind",
    score: "raw",
    words: "words",
    links: "links",
    box: "box",
    where: "where",
    text: "text",
  };
  const all = [head, ...rows];
  const longest = (key: "kind" | "score" | "words" | "links" | "box" | "where") =>
    all.reduce((most, row) => Math.max(most, columnsOf(row[key])), 0);
  const numbers = [longest("score"), longest("words"), longest("links")] as const;
  // A page-level model knows no kinds: then there is no column for them.
  const kindColumns = rows.some(({ kind }) => kind !== "") ? longest("kind") : 0;
  const before = barWidth + 5 + (kindColumns === 0 ? 0 : kindColumns + gap.length);
  const taken = before + numbers.reduce((sum, columns) => sum + columns + gap.length, 0);
  // On a narrow terminal the text says more than the box.
  const boxColumns = width >= 110 ? longest("box") : 0;
  const left = width - taken - (boxColumns === 0 ? 0 : boxColumns + gap.length) - 2 * gap.length;
  const whereColumns = Math.min(longest("where"), Math.max(8, Math.floor(left * 0.45)));
  const textColumns = Math.max(8, left - whereColumns);
  return all
    .map((row) => {
      const cells = [
        bar(row.templateness),
        ...(kindColumns === 0 ? [] : [fitted(row.kind, kindColumns)]),
        row.score.padStart(numbers[0]),
        row.words.padStart(numbers[1]),
        row.links.padStart(numbers[2]),
        ...(boxColumns === 0 ? [] : [row.box.padStart(boxColumns)]),
        fitWhere(row.where, whereColumns),
        fitted(row.text, textColumns),
      ];
      return cells.join(gap).trimEnd();
    })
    .join("\n");
}
