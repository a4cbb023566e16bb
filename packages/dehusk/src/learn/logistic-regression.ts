import { solveSymmetric } from "./linear-algebra.ts";

/**
 * Logistic regression with an L2 penalty, by Newton's method: the weights β and bias b that minimize
 *
 *   Σ weight · log(1 + exp(−s · z))  +  λ/2 · Σ β²,   z = b + Σ β·x,   s = +1 for label 1, −1 for label 0.
 *
 * A handful of steps reach the optimum to the last digits, so that the same rows give the same weights. A step costs
 * O(rows · features²); memory is that of the rows plus one matrix of features².
 */
export interface LogisticProblem {
  /** Row-major, `features` numbers each, of similar scale. */
  readonly rows: Float32Array;
  readonly features: number;
  /** Rows to use. */
  readonly chosen: Uint32Array;
  /** 1 or 0 for each of these rows. */
  readonly labels: Uint8Array | Int8Array;
  /** Weight of each of these rows. */
  readonly weights: Float64Array;
  /** λ, for weights that sum to 1. */
  readonly l2: number;
}

export interface LogisticModel {
  readonly bias: number;
  readonly weights: readonly number[];
}

const mostSteps = 30;
const smallStep = 1e-7;
const mostHalvings = 30;
/** Rounding error as a share of the loss: near the optimum a good step may seem to raise the loss by this much. */
const rounding = 1e-12;

export function trainLogistic(problem: LogisticProblem): LogisticModel {
  const { features } = problem;
  const size = features + 1;
  const state = new LogisticState(problem);
  let beta = new Float64Array(size);
  let loss = state.evaluate(beta);
  for (let step = 0; step < mostSteps; step++) {
    const direction = solveSymmetric(state.hessian, state.gradient);
    let length = 1;
    let next = moved(beta, direction, length);
    let nextLoss = state.evaluate(next);
    // A full step can overshoot if the classes are separable.
    const most = loss * (1 + rounding);
    for (let halvings = 0; nextLoss > most && halvings < mostHalvings; halvings++) {
      length /= 2;
      next = moved(beta, direction, length);
      nextLoss = state.evaluate(next);
    }
    if (nextLoss > most) break;
    beta = next;
    loss = nextLoss;
    if (direction.every((by) => Math.abs(by * length) < smallStep)) break;
  }
  return logisticModel(beta);
}

/** The model of a parameter vector: weights, then the bias. */
export function logisticModel(beta: Float64Array): LogisticModel {
  const features = beta.length - 1;
  return { bias: beta[features], weights: [...beta.subarray(0, features)] };
}

/** z of the row that starts at `at`. */
export function logit(model: LogisticModel, rows: Float32Array, at: number): number {
  let z = model.bias;
  for (let j = 0; j < model.weights.length; j++) z += model.weights[j] * rows[at + j];
  return z;
}

/** The logistic function. */
export function probabilityOf(z: number): number {
  return z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z));
}

function moved(beta: Float64Array, direction: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(beta.length);
  for (let j = 0; j < next.length; j++) next[j] = beta[j] - length * direction[j];
  return next;
}

/** Loss, gradient and curvature at a point. */
class LogisticState {
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  readonly #problem: LogisticProblem;
  readonly #total: number;

  constructor(problem: LogisticProblem) {
    const size = problem.features + 1;
    this.#problem = problem;
    this.gradient = new Float64Array(size);
    this.hessian = new Float64Array(size * size);
    let total = 0;
    for (const r of problem.chosen) total += problem.weights[r];
    this.#total = total > 0 ? total : 1;
  }

  evaluate(beta: Float64Array): number {
    const { rows, features, chosen, labels, weights, l2 } = this.#problem;
    const { gradient, hessian } = this;
    const size = features + 1;
    const x = new Float64Array(size);
    x[features] = 1;
    gradient.fill(0);
    hessian.fill(0);
    let loss = 0;
    for (let c = 0; c < chosen.length; c++) {
      const r = chosen[c];
      const weight = weights[r] / this.#total;
      let z = beta[features];
      for (let j = 0, at = r * features; j < features; j++, at++) {
        const value = rows[at];
        x[j] = value;
        z += value * beta[j];
      }
      const label = labels[r];
      loss += weight * logOnePlusExp(label === 1 ? -z : z);
      const p = probabilityOf(z);
      const error = weight * (p - label);
      const curvature = weight * p * (1 - p);
      for (let j = 0; j < size; j++) {
        const xj = x[j];
        if (xj === 0) continue;
        gradient[j] = gradient[j] + error * xj;
        const part = curvature * xj;
        for (let k = 0, at = j * size; k <= j; k++, at++) hessian[at] = hessian[at] + part * x[k];
      }
    }
    for (let j = 0; j < features; j++) {
      const b = beta[j];
      loss += (l2 / 2) * b * b;
      gradient[j] = gradient[j] + l2 * b;
      hessian[j * size + j] = hessian[j * size + j] + l2;
    }
    // The bias is not penalized; a tiny ridge keeps the system solvable if all labels are equal.
    hessian[size * size - 1] = hessian[size * size - 1] + 1e-9;
    return loss;
  }
}

export function logOnePlusExp(z: number): number {
  return z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z));
}
