import type { Page } from "../../page/index.ts";

/** Maximum open containers; more would only indent. Pages of many lines get fewer: Markdown indents each line. */
const depths = [
  { lines: 300_000, depth: 32 },
  { lines: 5_000_000, depth: 8 },
];
const leastDepth = 4;

/** The maximum of containers of a page that may be open at once. */
export function depthFor({ text }: Page): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return depths.find((step) => lines <= step.lines)?.depth ?? leastDepth;
}
