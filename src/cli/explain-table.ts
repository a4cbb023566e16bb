import { styleText } from "node:util";
import type { ExplainedBlock } from "../extract/index.ts";
import { visible } from "./write-output.ts";

/** The blocks of a page as lines: kept or dropped, why, and how the text begins. */
export function explainTable(blocks: readonly ExplainedBlock[], stream: NodeJS.WriteStream): string {
  const colours = stream.isTTY === true && !process.env["NO_COLOR"];
  const width = Math.max(60, stream.columns || 120);
  return blocks
    .map(({ kept, reasons, text }) => {
      const verdict = kept ? "kept   " : "dropped";
      const why = reasons.join("; ").padEnd(44);
      const room = width - verdict.length - why.length - 4;
      const start = visible(text.replace(/\s+/g, " "));
      const cut = start.length > room ? `${start.slice(0, Math.max(room - 1, 8))}…` : start;
      return `${colours ? styleText(kept ? "green" : "red", verdict) : verdict}  ${why}  ${cut}`;
    })
    .join("\n");
}
