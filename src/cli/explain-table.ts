import type { ExplainedBlock } from "../extract/index.ts";
import { columnsOf, fitted, plainLine } from "./columns.ts";

/**
 * The blocks of a page as lines: kept or dropped, how much of a template, how the text begins; below each, the reasons.
 */
export function explainTable(blocks: readonly ExplainedBlock[], stream: NodeJS.WriteStream): string {
  const width = Math.max(60, stream.columns || 120);
  const lines: string[] = [];
  let before = "";
  for (const { kept, templateness, reasons, text } of blocks) {
    const verdict = kept ? "kept   " : "dropped";
    const figure = templateness === null ? "    " : templateness.toFixed(2);
    const start = `${verdict}  ${figure}  `;
    lines.push(start + cut(plainLine(text), width - start.length));
    const why = reasons.join("; ");
    // Blocks that lie together are often there for the same reasons: these are told once.
    if (why !== before) lines.push(...wrapped(why, width - indent.length).map((line) => indent + line));
    before = why;
  }
  return lines.join("\n");
}

const indent = " ".repeat(15);

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
