import assert from "node:assert/strict";
import { test } from "node:test";
import { smoothScores } from "dehusk";
import { gridSmoothing } from "./grid-smoothing.mjs";
import { chain, domShaped } from "./smoothing-trees.mjs";

const problems = [1, 2, 3, 4, 5].flatMap((seed) => [
  domShaped(1 + seed * 150, seed),
  chain(seed * 100, 0.2 * seed, seed),
]);

test("the grid program and the library reach the same cost", () => {
  for (const problem of problems) {
    const grid = gridSmoothing(problem);
    assert.ok(Math.abs(grid.cost - smoothScores(problem).cost) < 1e-8);
    assert.ok(Math.abs(grid.cost - costOf(problem, grid.value)) < 1e-8);
  }
});

test("trees are in document order and have the shape of pages", () => {
  const { parent, penalty, weight } = domShaped(5000);
  const depth = new Int32Array(5000);
  for (let i = 1; i < 5000; i++) {
    assert.ok(parent[i] < i);
    depth[i] = depth[parent[i]] + 1;
    assert.ok(penalty[i] >= penalty[parent[i]] && weight[i] >= 1);
  }
  const leaves = 5000 - new Set(parent).size + 1;
  assert.ok(Math.max(...depth) < 30 && leaves > 1500 && leaves < 3500, `${Math.max(...depth)} ${leaves}`);
  assert.deepEqual(domShaped(100, 7), domShaped(100, 7));
});

function costOf({ parent, score, weight, penalty }, value) {
  let cost = 0;
  for (let i = 0; i < parent.length; i++) {
    cost += weight[i] * Math.abs(score[i] - value[i]);
    if (i > 0 && value[i] !== value[parent[i]]) cost += penalty[i];
  }
  return cost;
}
