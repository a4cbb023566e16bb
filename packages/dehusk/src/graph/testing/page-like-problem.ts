import fc from "fast-check";
import { seededRandom } from "../../learn/index.ts";
import type { AgreementProblem } from "../agreement-energy.ts";
import { endsOf } from "./random-problem.ts";

/**
 * Page-like problems: nested boxes, lists of similar items, runs of text; labels are the internal nodes; costs are
 * distances between points that lie near their parents', larger outside the label's node; neighbours are in document
 * order plus a few far ones. Floors are distances in one dimension, and exact inside the label's node.
 */
export function pageLikeProblems(): fc.Arbitrary<AgreementProblem> {
  return fc
    .record({
      size: fc.integer({ min: 10, max: 400 }),
      lists: fc.double({ min: 0, max: 0.6, noNaN: true }),
      outside: fc.constantFrom(0, 0.3, 1),
      apart: fc.double({ min: 0, max: 1, noNaN: true }),
      weight: fc.double({ min: 0, max: 0.5, noNaN: true }),
      spread: fc.double({ min: 0.05, max: 1, noNaN: true }),
      seed: fc.integer(),
    })
    .map(({ size, lists, outside, apart, weight, spread, seed }) => {
      const random = seededRandom(seed);
      const { parent, isItem } = nestedBoxes(size, lists, random);
      const end = endsOf(parent);
      const points = new Float64Array(3 * parent.length);
      for (let node = 1; node < parent.length; node++) {
        for (let k = 0; k < 3; k++) {
          // List items look alike, other children differ.
          const by = (random() - 0.5) * spread * (isItem[node] === 1 ? 0.2 : 1);
          points[3 * node + k] = points[3 * parent[node] + k] + by;
        }
      }
      const inner = [...parent.keys()].filter((node) => end[node] > node + 1);
      const leaves = [...parent.keys()].filter((node) => end[node] === node + 1);
      const apartOf = new Float64Array(parent.length);
      for (let node = 1; node < parent.length; node++) {
        const up = parent[node];
        apartOf[up] = apartOf[up] + apart * random();
      }
      const pairs = leaves.slice(1).map((leaf, i) => [leaves[i], leaf] as const);
      for (let k = 0; k < leaves.length; k += 3) {
        const other = Math.min(leaves.length - 1, k + 2 + Math.floor(random() * 9));
        if (other > k + 1) pairs.push([leaves[k], leaves[other]]);
      }
      const by = (a: number, b: number, k: number) => points[3 * a + k] - points[3 * b + k];
      const isInside = (node: number, element: number) => node >= element && node < end[element];
      const cost = (node: number, label: number) => {
        const element = inner[label];
        const distance = Math.hypot(by(node, element, 0), by(node, element, 1), by(node, element, 2));
        return distance + (isInside(node, element) ? 0 : outside);
      };
      return {
        parent,
        end,
        labels: inner.length,
        cost,
        floors: (label, into) => {
          const element = inner[label];
          for (let node = 0; node < into.length; node++) {
            into[node] = isInside(node, element) ? cost(node, label) : Math.abs(by(node, element, 0)) + outside;
          }
          return element;
        },
        apart: apartOf,
        pairs: {
          first: Int32Array.from(pairs, ([a]) => a),
          second: Int32Array.from(pairs, ([, b]) => b),
          weight: Float64Array.from(pairs, () => weight * random()),
        },
      };
    });
}

function nestedBoxes(size: number, lists: number, random: () => number): { parent: Int32Array; isItem: Uint8Array } {
  const parents: number[] = [-1, 0];
  const items: number[] = [0, 0];
  let up = 0;
  while (parents.length < size) {
    const node = parents.length;
    const kind = random();
    if (kind < lists) {
      const count = 2 + Math.floor(random() * 12);
      parents.push(up);
      items.push(0);
      for (let k = 0; k < count; k++) {
        const item = parents.length;
        parents.push(node, item, item);
        items.push(1, 1, 1);
      }
    } else if (kind < lists + (1 - lists) / 3) {
      parents.push(up, node);
      items.push(0, 0);
      up = node;
    } else {
      parents.push(up);
      items.push(0);
      if (random() < 0.3 && up > 0) up = parents[up];
    }
  }
  return { parent: Int32Array.from(parents), isItem: Uint8Array.from(items) };
}
