import type { SmoothingProblem } from "../smooth-scores.ts";

/** The paper's dynamic program over all pairs of a node and a score, O(n²): the value of a node is one of the scores. */
export function gridCost({ parent, score, weight, penalty }: SmoothingProblem): number {
  const grid = Float64Array.from(new Set(score)).sort();
  const errors: (Float64Array | undefined)[] = new Array(parent.length);
  for (let i = parent.length - 1; i >= 0; i--) {
    const error = errors[i] ?? new Float64Array(grid.length);
    errors[i] = undefined;
    for (let g = 0; g < grid.length; g++) {
      error[g] = (error[g] as number) + (weight[i] as number) * Math.abs((score[i] as number) - (grid[g] as number));
    }
    if (i === 0) return error.reduce((least, cost) => Math.min(least, cost));
    const up = parent[i] as number;
    const above = errors[up] ?? new Float64Array(grid.length);
    errors[up] = above;
    let best = Number.POSITIVE_INFINITY;
    for (let g = grid.length - 1; g >= 0; g--) {
      best = Math.min(best, error[g] as number);
      above[g] = (above[g] as number) + Math.min(error[g] as number, best + (penalty[i] as number));
    }
  }
  return Number.NaN;
}

/** What given values cost. */
export function costOf({ parent, score, weight, penalty }: SmoothingProblem, value: Float64Array): number {
  let cost = 0;
  for (let i = 0; i < parent.length; i++) {
    cost += (weight[i] as number) * Math.abs((score[i] as number) - (value[i] as number));
    if (i > 0 && value[i] !== value[parent[i] as number]) cost += penalty[i] as number;
  }
  return cost;
}
