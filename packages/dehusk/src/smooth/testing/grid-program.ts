import type { SmoothingProblem } from "../smooth-scores.ts";

/** The paper's dynamic program over all pairs of node and score, O(n²): each value is one of the scores. */
export function gridCost({ parent, score, weight, penalty }: SmoothingProblem): number {
  const grid = Float64Array.from(new Set(score)).sort();
  const errors: (Float64Array | undefined)[] = new Array(parent.length);
  for (let i = parent.length - 1; i >= 0; i--) {
    const error = errors[i] ?? new Float64Array(grid.length);
    errors[i] = undefined;
    for (let g = 0; g < grid.length; g++) {
      error[g] = error[g] + weight[i] * Math.abs(score[i] - grid[g]);
    }
    if (i === 0) return error.reduce((least, cost) => Math.min(least, cost));
    const up = parent[i];
    const above = errors[up] ?? new Float64Array(grid.length);
    errors[up] = above;
    let best = Number.POSITIVE_INFINITY;
    for (let g = grid.length - 1; g >= 0; g--) {
      best = Math.min(best, error[g]);
      above[g] = above[g] + Math.min(error[g], best + penalty[i]);
    }
  }
  return Number.NaN;
}

/** The cost of given values. */
export function costOf({ parent, score, weight, penalty }: SmoothingProblem, value: Float64Array): number {
  let cost = 0;
  for (let i = 0; i < parent.length; i++) {
    cost += weight[i] * Math.abs(score[i] - value[i]);
    if (i > 0 && value[i] !== value[parent[i]]) cost += penalty[i];
  }
  return cost;
}
