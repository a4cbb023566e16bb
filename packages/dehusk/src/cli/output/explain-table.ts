import { textKinds } from "../../detect/index.ts";
import type { ExplainedBlock } from "../../extract/index.ts";
import { columnsOf, fitted, plainLine } from "./columns.ts";

/**
 * The blocks of a page as lines: kept or dropped, what kind of text, how the text begins; below each, the reasons. With a
 * page-level model, which knows no kinds, how much of a template in their place. Cells of a row that are decided alike are one.
 */
export function explainTable(blocks: readonly ExplainedBlock[], stream: NodeJS.WriteStream): string {
  const width = Math.max(60, stream.columns || 120);
  const lines: string[] = [];
  let before = "";
  for (const { kept, templateness, chance, kind, reasons, text } of joinCells(blocks)) {
    const verdict = kept ? "kept   " : "dropped";
    const figure = chance === null && templateness !== null ? templateness.toFixed(2) : (kind ?? "");
    const start = `${verdict}  ${figure.padEnd(longestKind)}  `;
    lines.push(start + cut(plainLine(text), width - start.length));
    const why = plainLine(reasons.join("; "));
    // Neighbouring blocks often have the same reasons, which are listed once.
    if (why !== before) lines.push(...wrapped(why, width - indent.length).map((line) => indent + line));
    before = why;
  }
  return lines.join("\n");
}

/** Longer cells are read on their own, as those of tables for layout are. */
const longestCell = 60;

function joinCells(blocks: readonly ExplainedBlock[]): ExplainedBlock[] {
  const joined: ExplainedBlock[] = [];
  let cells: ExplainedBlock[] = [];
  for (const block of blocks) {
    const last = cells.at(-1);
    if (last !== undefined && isCellBeside(last, block)) {
      cells.push(block);
      joined[joined.length - 1] = joinedCells(cells);
      continue;
    }
    cells = [block];
    joined.push(block);
  }
  return joined;
}

function isCellBeside(last: ExplainedBlock, block: ExplainedBlock): boolean {
  const [[row, cell], [itsRow, itsCell]] = [placeOf(last), placeOf(block)];
  const isBeside = row !== "" && row === itsRow && cell !== itsCell;
  const isShort = [last, block].every(({ text }) => text.length <= longestCell);
  return isBeside && isShort && last.kept === block.kept && last.kind === block.kind;
}

/** The paths of the innermost table row and cell around a block. */
function placeOf({ path }: ExplainedBlock): readonly [row: string, cell: string] {
  const [cell = "", row = ""] = /^(.*\/tr(?:\[\d+\])?)\/[^/]+/.exec(path ?? "") ?? [];
  return [row, cell];
}

function joinedCells(cells: readonly ExplainedBlock[]): ExplainedBlock {
  const distance = ({ chance }: ExplainedBlock): number => Math.abs((chance ?? 1) - 0.5);
  const least = cells.reduce((found, cell) => (distance(cell) < distance(found) ? cell : found));
  const [reason = "", ...others] = least.reasons;
  const reasons = [`${cells.length} cells, the least certain: ${reason}`, ...others];
  return { ...least, reasons, text: cells.map(({ text }) => text).join(" | ") };
}

const longestKind = textKinds.reduce((most, kind) => Math.max(most, kind.length), 0);
const indent = " ".repeat("dropped".length + longestKind + 4);

function cut(text: string, columns: number): string {
  return columnsOf(text) > columns ? fitted(text, columns) : text;
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
