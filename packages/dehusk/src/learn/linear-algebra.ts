/**
 * Solves A·x = b for a symmetric positive-definite A by Cholesky decomposition, O(n³). Reads only the lower triangle of
 * A, row-major.
 *
 * @throws RangeError if A is not positive definite.
 */
export function solveSymmetric(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * size + j];
      for (let k = 0; k < j; k++) sum -= lower[i * size + k] * lower[j * size + k];
      if (i !== j) lower[i * size + j] = sum / lower[j * size + j];
      else if (sum > 0) lower[i * size + i] = Math.sqrt(sum);
      else throw new RangeError("The matrix is not positive definite.");
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = x[i] - lower[i * size + k] * x[k];
    x[i] = x[i] / lower[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = x[i] - lower[k * size + i] * x[k];
    x[i] = x[i] / lower[i * size + i];
  }
  return x;
}
