import { symmetricEigen } from "./symmetric-eigen.ts";

/**
 * A Mahalanobis metric: d(a, b) = (a − b)ᵀ M (a − b), the square of a length. With M = LᵀL it is the usual squared
 * distance of L·a and L·b.
 */
export interface Metric {
  readonly features: number;
  /** M, row after row: symmetric and positive semi-definite. */
  readonly matrix: Float64Array;
  /** Rows of L, as many as M has dimensions. */
  readonly rank: number;
  /** L, row after row, `features` numbers each; the first row stretches the most. */
  readonly factor: Float64Array;
}

/** Share of the largest eigenvalue below which a dimension is taken to be flat. */
const flat = 1e-12;

/** The metric nearest to a symmetric matrix: its negative eigenvalues become 0. O(features³). */
export function nearestMetric(matrix: Float64Array, features: number): Metric {
  const { values, vectors } = symmetricEigen(matrix, features);
  const least = flat * Math.max(0, values[0] ?? 0);
  let rank = 0;
  while (rank < features && values[rank] > least) rank++;
  const factor = new Float64Array(rank * features);
  for (let r = 0; r < rank; r++) {
    const stretch = Math.sqrt(values[r]);
    for (let j = 0; j < features; j++) factor[r * features + j] = stretch * vectors[r * features + j];
  }
  return { features, matrix: squareOf(factor, rank, features), rank, factor };
}

/** The squared distance that we start from, each feature alike. */
export function plainMetric(features: number): Metric {
  const matrix = new Float64Array(features * features);
  for (let j = 0; j < features; j++) matrix[j * features + j] = 1;
  return { features, matrix, rank: features, factor: matrix.slice() };
}

/** L·x of rows, `rank` numbers each: there the usual squared distance is that of the metric. */
export function stretchRows(metric: Metric, rows: ArrayLike<number>): Float64Array {
  const { features, rank, factor } = metric;
  const count = features === 0 ? 0 : Math.floor(rows.length / features);
  const stretched = new Float64Array(count * rank);
  for (let i = 0; i < count; i++) {
    for (let r = 0; r < rank; r++) {
      let sum = 0;
      for (let j = 0, at = r * features, x = i * features; j < features; j++, at++, x++) {
        sum += factor[at] * rows[x];
      }
      stretched[i * rank + r] = sum;
    }
  }
  return stretched;
}

/** LᵀL, the same to the last bit on both sides of the diagonal. */
function squareOf(factor: Float64Array, rank: number, features: number): Float64Array {
  const matrix = new Float64Array(features * features);
  for (let i = 0; i < features; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let r = 0; r < rank; r++) sum += factor[r * features + i] * factor[r * features + j];
      matrix[i * features + j] = sum;
      matrix[j * features + i] = sum;
    }
  }
  return matrix;
}
