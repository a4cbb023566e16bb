import type { PageLevelModel } from "./page-level-model.ts";

/**
 * The log-odds that a page-level model gives to rows of features: bias + Σ weight · quantile of the feature.
 *
 * Finding a value's place among its knots is most of the work of scoring, and a search that branches is guessed wrong by
 * the processor at every other step. So a model is laid out once in flat arrays, each scale filled up with Infinity to
 * full blocks of 16 intervals, and the place within a block is found by adding up four comparisons. That takes less than
 * half the time; the results are those of `quantileOf`, to the last bit.
 */
interface FlatModel {
  /** The knots of all scales, each filled up with Infinity. */
  readonly knots: Float64Array;
  /** Where each scale begins in `knots`. */
  readonly from: Int32Array;
  /** Number of intervals of each scale, one less than its knots. */
  readonly intervals: Int32Array;
  /** The weights of all ranges of areas, one range after the other. */
  readonly weights: Float64Array;
  readonly bias: Float64Array;
}

/** Intervals in a block; a scale has as many knots and one more. */
const blockSize = 16;

const flatModels = new WeakMap<PageLevelModel, FlatModel>();

/**
 * The log-odds of a template for each row.
 *
 * @param rows Features, row after row.
 * @param range Number of each row's range of areas, see {@link areaRange}.
 */
export function logOddsOf(model: PageLevelModel, rows: Float32Array, range: Int32Array): Float64Array {
  const { knots, from, intervals, weights, bias } = flatten(model);
  const width = from.length;
  const odds = new Float64Array(range.length);
  for (let r = 0; r < odds.length; r++) {
    const at = r * width;
    const weightsAt = (range[r] as number) * width;
    let z = bias[range[r] as number] as number;
    for (let f = 0; f < width; f++) {
      const value = rows[at + f] as number;
      const first = from[f] as number;
      const count = intervals[f] as number;
      let quantile: number;
      if (count === 0 || value <= (knots[first] as number)) quantile = 0;
      else if (value >= (knots[first + count] as number)) quantile = 1;
        else { {
          let low = first;
          while ((knots[low + blockSize] as number) <= value) low += blockSize;
          low += 8 * Number((knots[low + 8] as number) <= value);
          low += 4 * Number((knots[low + 4] as number) <= value);
          low += 2 * Number((knots[low + 2] as number) <= value);
          low += Number((knots[low + 1] as number) <= value);
          const knot = knots[low] as number;
          quantile = (low - first + (value - knot) / ((knots[low + 1] as number) - knot)) / count;
        }
      }
      z += (weights[weightsAt + f] as number) * quantile;
    }
    odds[r] = z;
  }
  return odds;
}

/** The number of the range of areas that a node belongs to. */
export function areaRange({ borders }: PageLevelModel, area: number): number {
  let range = 0;
  while (range < borders.length && area >= (borders[range] as number)) range++;
  return range;
}

function flatten(model: PageLevelModel): FlatModel {
  const known = flatModels.get(model);
  if (known !== undefined) return known;
  const { scales, areas } = model;
  const from = new Int32Array(scales.length);
  const intervals = new Int32Array(scales.length);
  let size = 0;
  for (const [f, { length }] of scales.entries()) {
    from[f] = size;
    intervals[f] = length - 1;
    size += blockSize * Math.ceil(length / blockSize) + 1;
  }
  const knots = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  for (const [f, scale] of scales.entries()) knots.set(scale, from[f] as number);
  const flat: FlatModel = {
    knots,
    from,
    intervals,
    weights: Float64Array.from(areas.flatMap(({ weights }) => weights)),
    bias: Float64Array.from(areas, ({ bias }) => bias),
  };
  flatModels.set(model, flat);
  return flat;
}
