/**
 * Makes trees for timing the smoothing. The same seed gives the same tree.
 *
 * DOM-shaped: depths about 10, at most about 25; half of the nodes are leaves; areas add up from the leaves; a node's
 * score is near its parent's; weights are 1 plus a few hidden nodes; the penalty is 0.01 · A / Aᵢ, the default.
 */

import { randomFrom } from "./seeded-random.mjs";

/** @typedef {{ parent: Int32Array, score: Float64Array, weight: Float64Array, penalty: Float64Array }} SmoothingProblem */

/**
 * @param {number} size nodes
 * @param {number} seed
 * @returns {SmoothingProblem}
 */
export function domShaped(size, seed = 1) {
  const random = randomFrom(seed);
  const parent = parentsOf(size, random);
  const score = new Float64Array(size);
  const drift = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    drift[i] = i === 0 ? 0.3 : unit(drift[parent[i]] + (random() - 0.45) * 0.3);
    score[i] = unit(drift[i] + (random() - 0.5) * 0.4);
  }
  const weight = Float64Array.from({ length: size }, () => 1 + Math.floor(random() * random() * 6));
  const area = areasOf(parent, random);
  return { parent, score, weight, penalty: area.map((own) => (0.01 * area[0]) / own) };
}

/**
 * Every node the only child of the one before.
 *
 * @param {number} size nodes
 * @param {number} penalty of each node
 * @returns {SmoothingProblem}
 */
export function chain(size, penalty, seed = 1) {
  return {
    parent: Int32Array.from({ length: size }, (_, i) => i - 1),
    score: Float64Array.from({ length: size }, randomFrom(seed)),
    weight: new Float64Array(size).fill(1),
    penalty: new Float64Array(size).fill(penalty),
  };
}

/** Each node becomes a child of the one before or of an ancestor; the deeper, the further up. */
function parentsOf(size, random) {
  const parent = new Int32Array(size).fill(-1);
  const path = [0];
  for (let i = 1; i < size; i++) {
    while (path.length > 1 && random() < (path.length < 6 ? 0.15 : path.length < 14 ? 0.48 : 0.75)) path.pop();
    parent[i] = path.at(-1);
    path.push(i);
  }
  return parent;
}

function areasOf(parent, random) {
  const area = new Float64Array(parent.length);
  for (let i = parent.length - 1; i >= 0; i--) {
    const isLeaf = area[i] === 0;
    area[i] = isLeaf ? 2000 + random() * random() * 40_000 : area[i] * 1.1;
    if (i > 0) area[parent[i]] += area[i];
  }
  return area;
}

function unit(value) {
  return Math.min(1, Math.max(0, value));
}
