import type { Boxes } from "../layout/index.ts";
import { quantileOf } from "../learn/index.ts";
import type { PageLevelModel } from "./page-level-model.ts";

/**
 * The log-odds of a template for rows of features: bias + Σ weight · quantile of the feature.
 *
 * Finding a value's position among its knots is most of the work of scoring, and the branches of a search are mispredicted by
 * the processor at every other step. So a model is laid out once in flat arrays, each scale padded to 16 intervals
 * with Infinity, and the position is the sum of four comparisons, without a branch or a loop. That takes half the
 * time; the results are the same to the last bit.
 *
 * @param rows Features, row by row.
 * @param range Number of each row's range of areas, see {@link areaRangeOf}.
 */
export function logOddsOf(model: PageLevelModel, rows: Float32Array, range: Int32Array): Float64Array {
  if (model.scales.some(({ length }) => length > stride)) return searchedLogOdds(model, rows, range);
  const { knots, intervals, weights, bias } = flatten(model);
  const width = intervals.length;
  const odds = new Float64Array(range.length);
  for (let r = 0; r < odds.length; r++) {
    const at = r * width;
    const weightsAt = range[r] * width;
    let z = bias[range[r]];
    for (let f = 0; f < width; f++) {
      const value = rows[at + f];
      const count = intervals[f];
      const first = f * stride;
      let quantile: number;
      if (count === 0 || value <= knots[first]) quantile = 0;
      else if (value >= knots[first + count]) quantile = 1;
      else {
        let low = first;
        low += 8 * Number(knots[low + 8] <= value);
        low += 4 * Number(knots[low + 4] <= value);
        low += 2 * Number(knots[low + 2] <= value);
        low += Number(knots[low + 1] <= value);
        const knot = knots[low];
        quantile = (low - first + (value - knot) / (knots[low + 1] - knot)) / count;
      }
      z += weights[weightsAt + f] * quantile;
    }
    odds[r] = z;
  }
  return odds;
}

/** The number of the range that an area falls in: range i starts at border i - 1. */
export function areaRange(borders: readonly number[], area: number): number {
  let range = 0;
  while (range < borders.length && area >= borders[range]) range++;
  return range;
}

/** The number of the range of areas that a node belongs to. */
export function areaRangeOf({ borders }: PageLevelModel, { w, h }: Boxes, node: number): number {
  return areaRange(borders, w[node] * h[node]);
}

/** Knots of the longest scale that four comparisons can search; training makes no longer ones. */
const stride = 17;

/** The same for models with longer scales. */
function searchedLogOdds({ scales, areas }: PageLevelModel, rows: Float32Array, range: Int32Array): Float64Array {
  return Float64Array.from(range, (area, r) => {
    const { bias, weights } = areas[area];
    let z = bias;
    for (const [f, scale] of scales.entries()) {
      z += weights[f] * quantileOf(scale, rows[r * scales.length + f]);
    }
    return z;
  });
}

interface FlatModel {
  /** The knots of all scales, `stride` for each. */
  readonly knots: Float64Array;
  /** Number of intervals of each scale, one less than its knots. */
  readonly intervals: Int32Array;
  /** The weights of all ranges of areas, one range after the other. */
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

const flatModels = new WeakMap<PageLevelModel, FlatModel>();

function flatten(model: PageLevelModel): FlatModel {
  const known = flatModels.get(model);
  if (known !== undefined) return known;
  const { scales, areas } = model;
  const knots = new Float64Array(scales.length * stride).fill(Number.POSITIVE_INFINITY);
  for (const [f, scale] of scales.entries()) knots.set(scale, f * stride);
  const flat: FlatModel = {
    knots,
    intervals: Int32Array.from(scales, ({ length }) => length - 1),
    weights: Float64Array.from(areas.flatMap(({ weights }) => weights)),
    bias: Float64Array.from(areas, ({ bias }) => bias),
  };
  flatModels.set(model, flat);
  return flat;
}
