import { cutText } from "../../basics/index.ts";
import { type Detection, describeDetection, describeSections, listSections } from "../../detect/index.ts";
import { tagName, textOf } from "../../page/index.ts";
import { fitted, plainLine } from "./columns.ts";
import { type PartRow, partTable } from "./part-table.ts";
import { boxText, lastSteps } from "./table-cells.ts";

/** The sections of a page, a line each: how much of a template, where, and how the text begins. */
export function sectionTable(detection: Detection, width: number): string {
  const sections = listSections(detection);
  const described = describeSections(detection, sections);
  const rows = sections.map(({ root, templateness, lowest, highest, words, links, text }, i): PartRow => {
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
  return partTable(rows, width, lastSteps);
}

/** All nodes of a page that are shown, a line each, indented by their depth. */
export function nodeTable(detection: Detection, width: number): string {
  const depths = new Map<number | null, number>([[null, -1]]);
  const rows = describeDetection(detection).nodes.map(
    ({ id, parent, score, words, links, box, tag, ...node }): PartRow => {
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
        text: plainLine(cutText(textOf(detection.page, id), longestText)),
      };
    },
  );
  return partTable(rows, width, fitted);
}

const deepestIndent = 20;
const longestText = 400;
