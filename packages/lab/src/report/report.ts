/** The results of an experiment as plain data: the source of the JSON, the tables and the page. */
export interface Report {
  /** Name of the experiment, as on the command line. */
  readonly name: string;
  readonly title: string;
  /** How it was measured, one paragraph each. */
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
  readonly plots: readonly Plot[];
  /** Every figure, for programs. */
  readonly results: Readonly<Record<string, unknown>>;
}

export interface Table {
  readonly title: string;
  readonly note?: string | undefined;
  readonly columns: readonly string[];
  /** Numbers are written with `digits` decimals; NaN as a dash. */
  readonly rows: readonly (readonly (string | number)[])[];
  readonly digits?: number | undefined;
}

export type Plot = LinePlot | BarPlot;

export interface LinePlot {
  readonly kind: "lines";
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly logarithmicX?: boolean | undefined;
  /** If true, the axis covers whole powers of ten, and all values are above 0. */
  readonly logarithmicY?: boolean | undefined;
  /** Start of the vertical axis; default 0, or below if needed. */
  readonly yFrom?: number | undefined;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}

export interface BarPlot {
  readonly kind: "bars";
  readonly title: string;
  readonly yLabel: string;
  /** The label below each group of bars. */
  readonly groups: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** A cell of a table as text. */
export function cellText(cell: string | number, digits = 3): string {
  if (typeof cell === "string") return cell;
  return Number.isFinite(cell) ? cell.toFixed(Number.isInteger(cell) && Math.abs(cell) > 1 ? 0 : digits) : "–";
}
