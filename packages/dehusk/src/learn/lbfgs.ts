/**
 * Minimizes a smooth convex loss by L-BFGS (Nocedal & Wright, Numerical Optimization, 2nd edition, algorithm 7.5):
 * curvature is estimated from the last steps, so that a step costs one evaluation of loss and gradient, however many
 * parameters there are. With few parameters, Newton's method takes fewer steps.
 */
export interface SmoothLoss {
  readonly gradient: Float64Array;
  /** The loss at a point; stores the gradient there. */
  evaluate(point: Float64Array): number;
}

/** Steps that curvature is estimated from. */
const memory = 12;
/** Armijo condition: minimum decrease as a share of what the slope promises. */
const enough = 1e-4;
const mostHalvings = 40;
/** Rounding error as a share of the loss: near the optimum a good step may seem to raise the loss by this much. */
const rounding = 1e-14;

export interface DescentOptions {
  /** Maximum steps. */
  readonly steps: number;
  /** Stops when no component of the gradient is larger. */
  readonly tolerance: number;
}

/** A step, the gradient's change over it, and 1 / (step · change). */
interface Past {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly scale: number;
}

/** Starts from 0. Deterministic to the last bit. */
export function minimizeByDescent(state: SmoothLoss, { steps, tolerance }: DescentOptions): Float64Array {
  let point = new Float64Array(state.gradient.length);
  let loss = state.evaluate(point);
  let gradient = state.gradient.slice();
  const past: Past[] = [];
  for (let done = 0; done < steps && greatest(gradient) > tolerance; done++) {
    const direction = directionOf(gradient, past);
    const slope = dot(gradient, direction);
    if (!(slope > 0)) break;
    let length = past.length === 0 ? 1 / Math.max(1, Math.sqrt(slope)) : 1;
    let next = moved(point, direction, length);
    let nextLoss = state.evaluate(next);
    let halvings = 0;
    const slack = rounding * Math.abs(loss);
    while (!(nextLoss <= loss - enough * length * slope + slack) && halvings++ < mostHalvings) {
      length /= 2;
      next = moved(point, direction, length);
      nextLoss = state.evaluate(next);
    }
    if (!(nextLoss <= loss + slack)) break;
    remember(past, point, next, gradient, state.gradient);
    point = next;
    loss = nextLoss;
    gradient = state.gradient.slice();
  }
  return point;
}

/** The gradient times the estimated inverse Hessian, by the two loops of algorithm 7.4. */
function directionOf(gradient: Float64Array, past: readonly Past[]): Float64Array {
  const direction = gradient.slice();
  const shares = new Float64Array(past.length);
  for (let i = past.length - 1; i >= 0; i--) {
    const { step, change, scale } = past[i];
    const share = scale * dot(step, direction);
    shares[i] = share;
    add(direction, change, -share);
  }
  const last = past[past.length - 1];
  if (last !== undefined) {
    const size = 1 / (last.scale * dot(last.change, last.change));
    for (let j = 0; j < direction.length; j++) direction[j] = direction[j] * size;
  }
  for (let i = 0; i < past.length; i++) {
    const { step, change, scale } = past[i];
    add(direction, step, shares[i] - scale * dot(change, direction));
  }
  return direction;
}

function remember(past: Past[], from: Float64Array, to: Float64Array, before: Float64Array, after: Float64Array): void {
  const step = to.map((value, j) => value - from[j]);
  const change = after.map((value, j) => value - before[j]);
  const curvature = dot(step, change);
  // A step along which the slope did not rise says nothing about curvature.
  if (!(curvature > 1e-12 * dot(change, change))) return;
  if (past.length === memory) past.shift();
  past.push({ step, change, scale: 1 / curvature });
}

function greatest(values: Float64Array): number {
  let most = 0;
  for (let j = 0; j < values.length; j++) most = Math.max(most, Math.abs(values[j]));
  return most;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j];
  return sum;
}

/** Adds `times` the other values. */
function add(values: Float64Array, other: Float64Array, times: number): void {
  for (let j = 0; j < values.length; j++) values[j] = values[j] + times * other[j];
}

function moved(point: Float64Array, direction: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(point.length);
  for (let j = 0; j < next.length; j++) next[j] = point[j] - length * direction[j];
  return next;
}
