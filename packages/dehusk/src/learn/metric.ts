import { symmetricEigen } from "./symmetric-eigen.ts";

/**
 * A Mahalanobis metric: d(a, b) = (a − b)ᵀ M (a − b), a squared distance. With M = LᵀL it is the squared Euclidean
 * distance of L·a and L·b.
 */
export interface Metric {
  readonly features: number;
  /** M, row-major: symmetric and positive semi-definite. */
  readonly matrix: Float64Array;
  /** Rank of M: the number of rows of L. */
  readonly rank: number;
  /** L, row-major, `features` numbers each; in descending order of eigenvalues. */
  readonly factor: Float64Array;
}

/** Eigenvalues below this share of the largest count as 0. */
const flat = 1e-12;

/** The metric nearest to a symmetric matrix: clips negative eigenvalues to 0. O(features³). */
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

/** The squared Euclidean distance. */
export function plainMetric(features: number): Metric {
  const matrix = new Float64Array(features * features);
  for (let j = 0; j < features; j++) matrix[j * features + j] = 1;
  return { features, matrix, rank: features, factor: matrix.slice() };
}

/** L·x of rows, `rank` numbers each: there the metric is the squared Euclidean distance. */
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

/** LᵀL, exactly symmetric. */
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
