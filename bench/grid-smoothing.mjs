/**
 * The dynamic program of page-level template detection, section 4 (BuildError and IsotoneSmooth), as it stands there:
 * for every node and every score that its parent could have, the least cost and the index of the node's own score.
 * O(n²) time and memory: with scores sorted once, the paper's heap is not needed. Errors are given up once the parent
 * has them; the table of indices has to stay.
 */

/**
 * @param {import("./smoothing-trees.mjs").SmoothingProblem} problem at most 65,536 different scores
 * @returns {{ value: Float64Array, cost: number }}
 */
export function gridSmoothing({ parent, score, weight, penalty }) {
  const size = parent.length;
  const grid = Float64Array.from(new Set(score)).sort();
  const width = grid.length;
  const choice = new Uint16Array(size * width);
  const errors = new Array(size);
  let cost = 0;
  let best = 0;
  for (let i = size - 1; i >= 0; i--) {
    const error = errors[i] ?? new Float64Array(width);
    errors[i] = undefined;
    const own = score[i];
    const share = weight[i];
    for (let g = 0; g < width; g++) error[g] += share * Math.abs(own - grid[g]);
    best = width - 1;
    if (i === 0) {
      for (let g = best; g >= 0; g--) if (error[g] < error[best]) best = g;
      cost = error[best];
      break;
    }
    errors[parent[i]] ??= new Float64Array(width);
    const above = errors[parent[i]];
    const fee = penalty[i];
    for (let g = width - 1; g >= 0; g--) {
      if (error[g] < error[best]) best = g;
      const opens = error[best] + fee < error[g];
      above[g] += opens ? error[best] + fee : error[g];
      choice[i * width + g] = opens ? best : g;
    }
  }
  const place = new Uint16Array(size);
  place[0] = best;
  for (let i = 1; i < size; i++) place[i] = choice[i * width + place[parent[i]]];
  return { value: Float64Array.from(place, (g) => grid[g]), cost };
}
