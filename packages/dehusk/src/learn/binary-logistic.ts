import { type BinaryRows, checkBinaryRows, wordsPerRow } from "./binary-rows.ts";
import { minimizeByDescent, type SmoothLoss } from "./lbfgs.ts";
import { type LogisticModel, logisticModel, logOnePlusExp, probabilityOf } from "./logistic-regression.ts";

/**
 * Logistic regression with an L2 penalty on binary rows, the "maxent" of Kołcz & Yih (section 4.1): same loss and
 * optimum as logistic-regression.ts.
 *
 * Rows of binarize.ts are runs of set bits, about one per feature with cuts. With prefix sums of the weights a run
 * costs as much as one bit, and likewise in the gradient, of which only the changes at run edges are summed. A step
 * costs O(rows · runs), however many binary features there are; memory is four bytes a run.
 */
export interface BinaryLogisticProblem {
  readonly rows: BinaryRows;
  /** 0 or 1 for each row. */
  readonly labels: Uint8Array;
  /** Weight of each row; default equal. */
  readonly weights?: Float64Array | undefined;
  /** λ, for weights that sum to 1. */
  readonly l2: number;
}

/** Enough for hundreds of features; with thousands it stops short of the optimum, with no loss on held-out rows. */
const mostSteps = 400;
const flat = 1e-11;

/** @throws RangeError if labels or weights do not match the rows. */
export function trainBinaryLogistic(problem: BinaryLogisticProblem): LogisticModel {
  const { rows, labels, weights } = problem;
  checkBinaryRows(rows, labels);
  if (weights !== undefined && weights.length !== rows.count) {
    throw new RangeError(`There are ${rows.count} rows, but ${weights.length} weights.`);
  }
  return logisticModel(minimizeByDescent(new BinaryLogisticState(problem), { steps: mostSteps, tolerance: flat }));
}

/**
 * The probability of label 1 for each row.
 *
 * @throws RangeError if the rows have another number of features than the model.
 */
export function predictBinaryLogistic(model: LogisticModel, rows: BinaryRows): Float32Array {
  checkBinaryRows(rows);
  if (rows.features !== model.weights.length) {
    throw new RangeError(`The model expects ${model.weights.length} features, but the rows have ${rows.features}.`);
  }
  const prefix = prefixSums(Float64Array.of(...model.weights, model.bias));
  const edges = new Uint16Array(rows.features + 2);
  const probabilities = new Float32Array(rows.count);
  for (let r = 0; r < rows.count; r++) {
    probabilities[r] = probabilityOf(sumOverRuns(prefix, edges, 0, listEdges(rows, r, edges)));
  }
  return probabilities;
}

/** Prefix sums; one longer than the values. */
function prefixSums(values: Float64Array): Float64Array {
  const prefix = new Float64Array(values.length + 1);
  for (let j = 0; j < values.length; j++) prefix[j + 1] = prefix[j] + values[j];
  return prefix;
}

/**
 * Lists where runs of set bits start and end, alternating, with the bias as a last feature that all rows have; returns
 * the number of edges, which is even.
 */
function listEdges({ features, words }: BinaryRows, row: number, edges: Uint16Array): number {
  const stride = wordsPerRow(features);
  let count = 0;
  let last = 0;
  for (let w = 0; w < stride; w++) {
    const word = words[row * stride + w];
    for (let changes = word ^ ((word << 1) | last); changes !== 0; changes &= changes - 1) {
      edges[count++] = 32 * w + 31 - Math.clz32(changes & -changes);
    }
    last = word >>> 31;
  }
  // A run that ends just before the bias continues with it.
  if (count > 0 && edges[count - 1] === features) count--;
  if (count % 2 === 0) edges[count++] = features;
  edges[count++] = features + 1;
  return count;
}

function sumOverRuns(prefix: Float64Array, edges: Uint16Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i += 2) {
    sum += prefix[edges[i + 1]] - prefix[edges[i]];
  }
  return sum;
}

class BinaryLogisticState implements SmoothLoss {
  readonly gradient: Float64Array;
  readonly #problem: BinaryLogisticProblem;
  readonly #total: number;
  /** Run edges of all rows, and where those of each row start. */
  readonly #edges: Uint16Array;
  readonly #from: Uint32Array;
  /** Differences of the gradient from each feature to the next. */
  readonly #steps: Float64Array;

  constructor(problem: BinaryLogisticProblem) {
    const { rows, weights } = problem;
    this.#problem = problem;
    this.gradient = new Float64Array(rows.features + 1);
    this.#steps = new Float64Array(rows.features + 2);
    const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? rows.count;
    this.#total = total > 0 ? total : 1;
    this.#from = new Uint32Array(rows.count + 1);
    const own = new Uint16Array(rows.features + 2);
    for (let r = 0; r < rows.count; r++) this.#from[r + 1] = this.#from[r] + listEdges(rows, r, own);
    this.#edges = new Uint16Array(this.#from[rows.count]);
    for (let r = 0; r < rows.count; r++) {
      const count = listEdges(rows, r, own);
      this.#edges.set(own.subarray(0, count), this.#from[r]);
    }
  }

  evaluate(beta: Float64Array): number {
    const { rows, labels, weights, l2 } = this.#problem;
    const prefix = prefixSums(beta);
    const edges = this.#edges;
    const steps = this.#steps.fill(0);
    let loss = 0;
    for (let r = 0; r < rows.count; r++) {
      const weight = (weights === undefined ? 1 : weights[r]) / this.#total;
      const from = this.#from[r];
      const to = this.#from[r + 1];
      const z = sumOverRuns(prefix, edges, from, to);
      const label = labels[r];
      loss += weight * logOnePlusExp(label === 1 ? -z : z);
      const error = weight * (probabilityOf(z) - label);
      for (let i = from; i < to; i += 2) {
        const start = edges[i];
        const end = edges[i + 1];
        steps[start] = steps[start] + error;
        steps[end] = steps[end] - error;
      }
    }
    let sum = 0;
    for (let j = 0; j < beta.length; j++) {
      sum += steps[j];
      this.gradient[j] = sum;
    }
    // The bias is not penalized.
    for (let j = 0; j < rows.features; j++) {
      const b = beta[j];
      loss += (l2 / 2) * b * b;
      this.gradient[j] = this.gradient[j] + l2 * b;
    }
    return loss;
  }
}
