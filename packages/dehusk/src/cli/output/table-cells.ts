import type { PlainBox } from "../../layout/index.ts";
import { columnsOf, fitted } from "./columns.ts";

/** Columns that a bar takes, its number not counted. */
export const barWidth = 10;

/** A bar and the number, or a heading in their place. */
export function bar(value: number | string): string {
  if (typeof value === "string") return fitted(value, barWidth + 5);
  const filled = Math.round(value * barWidth);
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${value.toFixed(2)}`;
}

/** A box in words. */
export function boxText([x, y, width, height]: PlainBox): string {
  return `${Math.round(width)}×${Math.round(height)} at ${Math.round(x)},${Math.round(y)}`;
}

/** As many of the last steps of a path as there is room for. */
export function lastSteps(path: string, columns: number): string {
  let shown = path;
  while (columnsOf(shown) > columns) {
    const next = shown.indexOf("/", shown.startsWith("…") ? 2 : 1);
    if (next < 0) break;
    shown = `…${shown.slice(next)}`;
  }
  return shown;
}
