import { toDigits } from "../../basics/index.ts";
import { segmentFeatureNames } from "../../features/index.ts";
import { trainLmnn } from "../../learn/index.ts";
import type { SegmentModel } from "../../segment/index.ts";
import { type LabelledView, segmentsOfParts } from "./labelled-view.ts";

/** The parts of a model that define D. */
export type FittedMetric = Pick<SegmentModel, "scales" | "metric">;

/**
 * D (GraphSeg, section 4.3): the Mahalanobis metric under which the nearest neighbours of a part are in its segment, by
 * large-margin nearest neighbours with segments as classes, page by page. Parts are pieces and all elements that lie in
 * one segment: labels are elements. The metric is scaled so that parts of different segments are 1 apart on average,
 * which only makes λ comparable between models. Cost: see `src/learn/lmnn.ts`.
 */
export function fitMetric(pages: readonly LabelledView[], leaveOut: readonly string[]): FittedMetric {
  const features = segmentFeatureNames.length;
  const rows: number[] = [];
  const labels: number[] = [];
  const groups: number[] = [];
  for (const [group, page] of pages.entries()) {
    const own = segmentsOfParts(page);
    for (let part = 0; part < own.length; part++) {
      if (own[part] < 0) continue;
      for (let f = 0; f < features; f++) rows.push(page.view.rows[part * features + f]);
      labels.push(own[part]);
      groups.push(group);
    }
  }
  const isOut = segmentFeatureNames.map((name) => leaveOut.includes(name));
  const scales = scalesOf(rows, features);
  const table = Float32Array.from(rows, (value, at) => {
    const [mean, spread] = scales[at % features] as readonly [number, number];
    if (isOut[at % features]) return 0;
    return (value - mean) / spread;
  });
  const { factor, rank } = trainLmnn({ rows: table, features, labels, groups }, lmnn);
  const unit = 1 / meanDistance({ table, features, factor, rank, labels, groups });
  const metric = Array.from({ length: rank }, (_, r) =>
    Array.from({ length: features }, (__, f) => (isOut[f] ? 0 : toDigits(unit * factor[r * features + f], 6))),
  );
  return { scales, metric };
}

/** Eight targets per part: with fewer, the metric fits small lists and not what holds a segment together. */
const lmnn = { neighbours: 8, steps: 60 };

function scalesOf(rows: readonly number[], features: number): [number, number][] {
  const count = Math.max(1, rows.length / features);
  return Array.from({ length: features }, (_, f) => {
    let [sum, squares] = [0, 0];
    for (let at = f; at < rows.length; at += features) {
      sum += rows[at];
      squares += rows[at] ** 2;
    }
    const mean = sum / count;
    const spread = Math.sqrt(Math.max(0, squares / count - mean * mean));
    return [toDigits(mean, 6), spread > minSpread ? toDigits(spread, 6) : 1];
  });
}

const minSpread = 1e-6;

interface Placed {
  readonly table: Float32Array;
  readonly features: number;
  readonly factor: Float64Array;
  readonly rank: number;
  readonly labels: readonly number[];
  readonly groups: readonly number[];
}

/** Over pairs of rows of one page, some steps apart in the list, that are in different segments. */
function meanDistance({ table, features, factor, rank, labels, groups }: Placed): number {
  let [sum, count] = [0, 0];
  for (const step of [7, 31, 101]) {
    for (let i = 0; i + step < labels.length; i++) {
      const j = i + step;
      if (groups[i] !== groups[j] || labels[i] === labels[j]) continue;
      let squares = 0;
      for (let r = 0; r < rank; r++) {
        let by = 0;
        for (let f = 0; f < features; f++) {
          const apart = table[i * features + f] - table[j * features + f];
          by += factor[r * features + f] * apart;
        }
        squares += by * by;
      }
      sum += Math.sqrt(squares);
      count++;
    }
  }
  return sum > 0 ? sum / count : 1;
}
