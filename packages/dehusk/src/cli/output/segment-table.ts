import { cutText } from "../../basics/index.ts";
import type { Segmentation } from "../../segment/index.ts";
import { plainLine } from "./columns.ts";
import { partTable } from "./part-table.ts";
import { boxText, lastSteps } from "./table-cells.ts";

const longestText = 400;

/** A page's segments, a line each: number, how much of a template, size, where, and how the text begins. */
export function segmentTable({ segments }: Segmentation, width: number): string {
  const rows = segments.map(({ id, templateness, words, links, box, paths, nodes, text }) => ({
    id: String(id),
    templateness,
    words: String(words),
    links: String(links),
    box: boxText(box),
    where: plainLine(paths[0]?.replaceAll("[1]", "") ?? "…"),
    more: nodes > 1 ? ` +${nodes - 1}` : "",
    text: plainLine(cutText(text, longestText)),
  }));
  return partTable(rows, width, lastSteps);
}
