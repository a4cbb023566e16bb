import fc from "fast-check";
import { seededRandom } from "../../learn/index.ts";
import type { AgreementProblem } from "../agreement-energy.ts";

/** Subtree ends, from parents in pre-order. */
export function endsOf(parent: Int32Array): Int32Array {
  const end = Int32Array.from(parent.keys(), (i) => i + 1);
  for (let i = parent.length - 1; i > 0; i--) {
    const up = parent[i];
    end[up] = Math.max(end[up], end[i]);
  }
  return end;
}

/** A problem with initial labels. */
export interface Given {
  readonly problem: AgreementProblem;
  readonly start: Int32Array;
}

/** Small problems of all shapes; sizes count nodes. */
export function agreementProblems(least: number, most: number, mostLabels: number): fc.Arbitrary<Given> {
  return fc
    .record({
      size: fc.integer({ min: least, max: most }),
      labels: fc.integer({ min: 1, max: mostLabels }),
      shape: fc.constantFrom("any", "star", "deep", "bushy"),
      costs: fc.constantFrom("any", "whole", "few good", "equal"),
      apart: fc.constantFrom("zero", "small", "any", "large"),
      pairs: fc.constantFrom("none", "few", "row", "many"),
      weights: fc.constantFrom("zero", "small", "whole", "large"),
      start: fc.constantFrom("zero", "any", "blocks"),
      floors: fc.constantFrom("none", "zero", "some", "exact below a node"),
      seed: fc.integer(),
    })
    .map((chosen) => {
      const random = seededRandom(chosen.seed);
      const below = (n: number) => Math.floor(random() * n);
      const parent = randomTree(chosen.size, chosen.shape, random);
      const end = endsOf(parent);
      const leaves = [...parent.keys()].filter((i) => end[i] === i + 1);
      const cost = {
        any: () => random() * 3,
        whole: () => below(4),
        "few good": () => (random() < 0.2 ? random() * 0.5 : 4 + random()),
        equal: () => 1,
      }[chosen.costs];
      const table = Float64Array.from({ length: chosen.size * chosen.labels }, cost);
      const apart = { zero: () => 0, small: () => random(), any: () => random() * 4, large: () => 3 + random() * 9 }[
        chosen.apart
      ];
      const leaf = () => leaves[below(leaves.length)];
      const rows = leaves.slice(1).map((each, i) => [leaves[i], each] as const);
      const drawn = (count: number) => Array.from({ length: count }, () => [leaf(), leaf()] as const);
      const list = {
        none: () => [],
        few: () => drawn(leaves.length >> 1),
        row: () => rows,
        many: () => drawn(3 * leaves.length),
      }
        [chosen.pairs]()
        .filter(([a, b]) => a !== b);
      const weight = { zero: () => 0, small: () => random() * 0.5, whole: () => below(3), large: () => random() * 5 }[
        chosen.weights
      ];
      const label = { zero: () => 0, any: () => below(chosen.labels), blocks: (i: number) => (i >> 2) % chosen.labels }[
        chosen.start
      ];
      const costOf = (node: number, l: number) => table[node * chosen.labels + l];
      return {
        problem: {
          parent,
          end,
          labels: chosen.labels,
          cost: costOf,
          ...floorsOf(chosen.floors, end, costOf),
          apart: Float64Array.from(parent, apart),
          pairs: {
            first: Int32Array.from(list, ([a]) => a),
            second: Int32Array.from(list, ([, b]) => b),
            weight: Float64Array.from(list, weight),
          },
        },
        start: Int32Array.from(parent.keys(), label),
      };
    });
}

/** Lower bounds of the costs: none, a fraction of each, or exact below one node. */
function floorsOf(kind: string, end: Int32Array, cost: AgreementProblem["cost"]): Pick<AgreementProblem, "floors"> {
  if (kind === "none") return {};
  const floors = (label: number, into: Float64Array) => {
    const exact = kind === "zero" ? -1 : kind === "some" ? end.length - 1 : label % end.length;
    for (let node = 0; node < into.length; node++) {
      const isExact = exact >= 0 && node >= exact && node < end[exact];
      into[node] = cost(node, label) * (isExact ? 1 : kind === "zero" ? 0 : 0.5 + ((node + label) % 2) / 2);
    }
    return exact;
  };
  return { floors };
}

function randomTree(size: number, shape: "any" | "star" | "deep" | "bushy", random: () => number): Int32Array {
  // Pre-order: a node's parent is the node before it or one of its ancestors.
  const climb = { any: 0.5, star: 1, deep: 0.2, bushy: 0.7 }[shape];
  const parent = new Int32Array(size).fill(-1);
  for (let i = 1; i < size; i++) {
    let up = i - 1;
    while (up > 0 && random() < climb) up = parent[up];
    parent[i] = up;
  }
  return parent;
}

export function leavesOf({ parent, end }: AgreementProblem): number[] {
  return [...parent.keys()].filter((i) => end[i] === i + 1);
}
