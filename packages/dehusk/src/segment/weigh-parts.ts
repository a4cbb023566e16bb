import { type FillPair, segmentFeatureNames, segmentPairFeatureNames } from "../features/index.ts";
import { probabilityOf } from "../learn/index.ts";
import type { PairModel, SegmentModel } from "./segment-model.ts";
import type { SegmentView } from "./segment-view.ts";
import type { PartPairs } from "./visual-neighbours.ts";

/** Points, row by row, whose Euclidean distances are the metric's. */
export interface Points {
  readonly width: number;
  readonly rows: Float32Array;
}

/** Maps all parts by z = L·((x − mean) / spread): parts × rows of L × features steps, zeros of L skipped. */
export function project({ parts, rows }: SegmentView, { scales, metric }: SegmentModel): Points {
  const columns = segmentFeatureNames.length;
  const width = metric.length;
  const points = new Float32Array(parts.size * width);
  // Each row of L as pairs of column and factor.
  const steps = metric.map((row) => [...row.keys()].filter((column) => row[column] !== 0));
  const factors = metric.map((row, r) => Float64Array.from(steps[r], (column) => row[column] / scales[column][1]));
  for (let part = 0; part < parts.size; part++) {
    for (let r = 0; r < width; r++) {
      const list = steps[r];
      const factor = factors[r] as Float64Array;
      let sum = 0;
      for (let k = 0; k < list.length; k++) {
        const column = list[k];
        const mean = scales[column][0];
        sum += factor[k] * (rows[part * columns + column] - mean);
      }
      points[part * width + r] = sum;
    }
  }
  return { width, rows: points };
}

/** D of two parts. */
export function distance({ width, rows }: Points, first: number, second: number): number {
  let [p, q] = [first * width, second * width];
  let sum = 0;
  for (const end = p + width; p < end; p++, q++) {
    const by = rows[p] - rows[q];
    sum += by * by;
  }
  return Math.sqrt(sum);
}

/** Four numbers for each point, whose distances never exceed those of the points. */
export interface Sketch {
  readonly rows: Float64Array;
}

/** Keeps the three columns with the largest spread and the norm of the rest: norms differ by at most the distance. */
export function sketch({ width, rows }: Points): Sketch {
  const count = rows.length / Math.max(1, width);
  const spread = Array.from({ length: width }, (_, column) => {
    let [sum, squares] = [0, 0];
    for (let at = column; at < rows.length; at += width) {
      sum += rows[at];
      squares += rows[at] ** 2;
    }
    return squares - (sum * sum) / count;
  });
  const order = [...spread.keys()].sort((a, b) => spread[b] - spread[a]);
  const short = new Float64Array(4 * count);
  for (let part = 0; part < count; part++) {
    let rest = 0;
    for (let k = 0; k < width; k++) {
      const own = rows[part * width + order[k]];
      if (k < 3) short[4 * part + k] = own;
      else rest += own * own;
    }
    short[4 * part + 3] = Math.sqrt(rest);
  }
  return { rows: short };
}

/** Writes for a range of parts a lower bound of their D to a given part. */
export function leastDistances({ rows }: Sketch, to: number, from: number, until: number, into: Float64Array): void {
  const a = rows[4 * to];
  const b = rows[4 * to + 1];
  const c = rows[4 * to + 2];
  const d = rows[4 * to + 3];
  for (let part = from, at = 4 * from; part < until; part++, at += 4) {
    const byA = rows[at] - a;
    const byB = rows[at + 1] - b;
    const byC = rows[at + 2] - c;
    const byD = rows[at + 3] - d;
    into[part] = Math.sqrt(byA * byA + byB * byB + byC * byC + byD * byD);
  }
}

/** V of two parts: the probability that they belong together. */
export function pairWeigher(fill: FillPair, { bias, weights }: PairModel): (first: number, second: number) => number {
  const row = new Float32Array(segmentPairFeatureNames.length);
  const factors = Float64Array.from(weights);
  return (first, second) => {
    fill(first, second, row, 0);
    let sum = bias;
    for (let k = 0; k < factors.length; k++) sum += factors[k] * row[k];
    return probabilityOf(sum);
  };
}

/** V of the listed pairs. */
export function weighPairs(view: SegmentView, { first, second }: PartPairs, model: PairModel): Float64Array {
  const weigh = pairWeigher(view.fillPair, model);
  return Float64Array.from(first, (p, k) => weigh(p, second[k]));
}
