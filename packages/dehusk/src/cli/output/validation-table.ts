import type { SetScores, ValidationTable } from "../../train/index.ts";
import { columnsOf, fitted, plainLine } from "./columns.ts";

/** What is said of a content model once it is made. */
export function contentReport(
  training: { readonly sets: Readonly<Record<string, number>>; readonly pages: number; readonly blocks: number },
  failed: number,
  { crossValidated, leftOut }: { readonly crossValidated?: ValidationTable; readonly leftOut?: ValidationTable },
): string {
  const failures = failed > 0 ? `, ${failed} pages failed` : "";
  const sets = Object.entries(training.sets).map(([name, pages]) => `${plainLine(name)} ${pages}`);
  const lines = [`trained on ${training.blocks} blocks of ${training.pages} pages (${sets.join(", ")})${failures}`];
  if (crossValidated) lines.push("on hosts not trained on:", ...tableLines(crossValidated));
  if (leftOut) lines.push("on sets not trained on:", ...tableLines(leftOut));
  return lines.join("\n");
}

const meanName = "mean of sets";

function tableLines({ sets, meanF1 }: ValidationTable): string[] {
  const rows = Object.entries(sets).map(([name, scores]): [string, SetScores] => [plainLine(name), scores]);
  const width = Math.max(meanName.length, ...rows.map(([name]) => columnsOf(name)));
  const line = (name: string, pages: string, mean: string, median = "", below = ""): string =>
    `  ${fitted(name, width)}${pages.padStart(8)}${mean.padStart(9)}${median.padStart(11)}${below.padStart(11)}`.trimEnd();
  return [
    line("set", "pages", "mean F1", "median F1", "below 0.5"),
    ...rows.map(([name, { pages, meanF1: mean, medianF1, below }]) =>
      line(name, String(pages), mean.toFixed(4), medianF1.toFixed(4), `${(below * 100).toFixed(1)}%`),
    ),
    line(meanName, "", meanF1.toFixed(4)),
  ];
}
