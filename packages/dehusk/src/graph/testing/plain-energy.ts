import type { AgreementProblem } from "../agreement-energy.ts";

/** The energy by definition, on lists, on the grid of 2^-20. */
export function plainEnergy({ parent, end, cost, apart, pairs }: AgreementProblem, label: Int32Array): number {
  const onGrid = (x: number) => Math.round(x * 2 ** 20) / 2 ** 20;
  let energy = 0;
  for (let node = 0; node < parent.length; node++) {
    const below = [...parent.keys()].filter((i) => i >= node && i < end[node] && end[i] === i + 1);
    const found = new Set(below.map((i) => label[i]));
    const [first] = found as Set<number> & Iterable<number>;
    const own = onGrid(cost(node, first));
    if (end[node] === node + 1) energy += own;
    else energy += found.size > 1 ? onGrid(apart[node]) : Math.min(own, onGrid(apart[node]));
  }
  for (const [k, weight] of pairs.weight.entries()) {
    if (label[pairs.first[k]] !== label[pairs.second[k]]) energy += onGrid(weight);
  }
  return energy;
}
