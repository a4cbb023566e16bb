/**
 * Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations (Golub & Van Loan, Matrix Computations,
 * 4th edition, section 8.5): each rotation zeroes one pair of off-diagonal entries. Slower than tridiagonal methods,
 * but short and accurate to the last digits: O(n³) per sweep and about ten sweeps, a few milliseconds for 60
 * dimensions.
 */
export interface SymmetricEigen {
  /** Descending. */
  readonly values: Float64Array;
  /** Row-major, the vector of each value: orthonormal. */
  readonly vectors: Float64Array;
}

const mostSweeps = 60;

/**
 * Decomposes a symmetric matrix: A = Σ value · vector · vectorᵀ. Deterministic to the last bit.
 *
 * @param a Row-major; only the lower triangle is read.
 * @throws RangeError if an entry is not finite.
 */
export function symmetricEigen(a: Float64Array, size: number): SymmetricEigen {
  const matrix = mirrored(a, size);
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    if (!sweepOnce(matrix, vectors, size)) break;
  }
  return sorted(matrix, vectors, size);
}

function mirrored(a: Float64Array, size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const value = a[i * size + j];
      if (!Number.isFinite(value))
        throw new RangeError(`Entry (${i}, ${j}) of the matrix is ${value}, not a finite number.`);
      matrix[i * size + j] = value;
      matrix[j * size + i] = value;
    }
  }
  return matrix;
}

/** Rotates away each off-diagonal entry once; false if none was large enough to matter. */
function sweepOnce(matrix: Float64Array, vectors: Float64Array, size: number): boolean {
  let hasRotated = false;
  for (let p = 0; p < size - 1; p++) {
    for (let q = p + 1; q < size; q++) {
      const off = matrix[p * size + q];
      const first = matrix[p * size + p];
      const second = matrix[q * size + q];
      // Below this, the entry does not affect the last digit of either value.
      if (off === 0 || Math.abs(off) <= 1e-17 * Math.sqrt(Math.abs(first * second))) continue;
      const theta = (second - first) / (2 * off);
      const tangent = Number.isFinite(theta * theta)
        ? (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
        : 1 / (2 * theta);
      const cosine = 1 / Math.sqrt(tangent * tangent + 1);
      if (tangent !== 0) hasRotated = true;
      rotate(matrix, vectors, size, p, q, cosine, tangent * cosine);
      matrix[p * size + p] = first - tangent * off;
      matrix[q * size + q] = second + tangent * off;
      matrix[p * size + q] = 0;
      matrix[q * size + p] = 0;
    }
  }
  return hasRotated;
}

function rotate(matrix: Float64Array, vectors: Float64Array, size: number, p: number, q: number, c: number, s: number) {
  for (let k = 0; k < size; k++) {
    const vp = vectors[p * size + k];
    const vq = vectors[q * size + k];
    vectors[p * size + k] = c * vp - s * vq;
    vectors[q * size + k] = s * vp + c * vq;
    if (k === p || k === q) continue;
    const ap = matrix[p * size + k];
    const aq = matrix[q * size + k];
    const toP = c * ap - s * aq;
    const toQ = s * ap + c * aq;
    matrix[p * size + k] = toP;
    matrix[k * size + p] = toP;
    matrix[q * size + k] = toQ;
    matrix[k * size + q] = toQ;
  }
}

function sorted(matrix: Float64Array, vectors: Float64Array, size: number): SymmetricEigen {
  const found = Float64Array.from({ length: size }, (_, i) => matrix[i * size + i]);
  const order = Array.from(found.keys()).sort((a, b) => found[b] - found[a] || a - b);
  const ordered = new Float64Array(size * size);
  for (const [to, from] of order.entries()) {
    ordered.set(vectors.subarray(from * size, (from + 1) * size), to * size);
  }
  return { values: Float64Array.from(order, (i) => found[i]), vectors: ordered };
}
