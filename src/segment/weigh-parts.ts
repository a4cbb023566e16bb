import { type FillPair, segmentFeatureList, segmentPairFeatureList } from "../features/index.ts";
import { probabilityOf } from "../learn/index.ts";
import type { PairModel, SegmentModel } from "./segment-model.ts";
import type { SegmentView } from "./segment-view.ts";
import type { PartPairs } from "./visual-neighbours.ts";

/** Points whose Euclidean distances are what the metric says, row after row. */
export interface Points {
  readonly width: number;
  readonly rows: Float32Array;
}

/** Maps all parts by z = L·((x − mean) / spread): parts × rows of L × features steps, zeros of L left out. */
export function project({ parts, rows }: SegmentView, { scales, metric }: SegmentModel): Points {
  const columns = segmentFeatureList.length;
  const width = metric.length;
  const points = new Float32Array(parts.size * width);
  // Each row of L as pairs of column and factor.
  const steps = metric.map((row) => [...row.keys()].filter((column) => row[column] !== 0));
  const factors = metric.map((row, r) =>
    Float64Array.from(
      steps[r] as number[],
      (column) => (row[column] as number) / (scales[column] as readonly [number, number])[1],
    ),
  );
  for (let part = 0; part < parts.size; part++) {
    for (let r = 0; r < width; r++) {
      const list = steps[r] as number[];
      const factor = factors[r] as Float64Array;
      let sum = 0;
      for (let k = 0; k < list.length; k++) {
        const column = list[k] as number;
        const mean = (scales[column] as readonly [number, number])[0];
        sum += (factor[k] as number) * ((rows[part * columns + column] as number) - mean);
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
    const by = (rows[p] as number) - (rows[q] as number);
    sum += by * by;
  }
  return Math.sqrt(sum);
}

/** V of two parts: the probability that they belong together. */
export function pairWeigher(fill: FillPair, { bias, weights }: PairModel): (first: number, second: number) => number {
  const row = new Float32Array(segmentPairFeatureList.length);
  const factors = Float64Array.from(weights);
  return (first, second) => {
    fill(first, second, row, 0);
    let sum = bias;
    for (let k = 0; k < factors.length; k++) sum += (factors[k] as number) * (row[k] as number);
    return probabilityOf(sum);
  };
}

/** V of listed pairs. */
export function weighPairs(view: SegmentView, { first, second }: PartPairs, model: PairModel): Float64Array {
  const weigh = pairWeigher(view.fillPair, model);
  return Float64Array.from(first, (p, k) => weigh(p, second[k] as number));
}
