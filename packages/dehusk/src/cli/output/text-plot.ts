/** A curve as lines of text, for a terminal. */

const eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

export interface TextPlot {
  readonly title: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly xLabel: string;
  /** How a height is written. */
  readonly write: (y: number) => string;
}

/** The plot, 8 lines high; each column shows its highest point. */
export function textPlot({ title, points, xLabel, write }: TextPlot, columns = 60): string {
  const rows = 8;
  const last = Math.max(1, ...points.map(({ x }) => x));
  const most = Math.max(1, ...points.map(({ y }) => y));
  const heights = new Array<number>(columns).fill(0);
  for (const { x, y } of points) {
    const column = Math.min(columns - 1, Math.floor(((x - 1) / Math.max(1, last - 1)) * columns));
    heights[column] = Math.max(heights[column] as number, y);
  }
  // Between two points the curve stays at the height of the first.
  for (let c = 1; c < columns; c++) if (heights[c] === 0) heights[c] = heights[c - 1] as number;
  const margin = Math.max(write(most).length, 1);
  const lines = [title];
  for (let row = rows - 1; row >= 0; row--) {
    const label = row === rows - 1 ? write(most) : row === 0 ? "0" : "";
    const bars = heights.map((height) => {
      const filled = Math.round((height / most) * rows * 8) - row * 8;
      return eighths[Math.max(0, Math.min(8, filled))];
    });
    lines.push(`${label.padStart(margin)} ┤${bars.join("").trimEnd()}`);
  }
  lines.push(`${" ".repeat(margin)} └${"─".repeat(columns)}`);
  const end = String(last);
  lines.push(`${" ".repeat(margin + 2)}1${`${xLabel} ${end}`.padStart(columns - 1)}`);
  return `${lines.join("\n")}\n`;
}
