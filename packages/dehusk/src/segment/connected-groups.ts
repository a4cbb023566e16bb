import type { SegmentView } from "./segment-view.ts";

/**
 * Splits groups of pieces that lie in several places: a segment is "a visually continuous and cohesive region"
 * (GraphSeg, section 1), but labels are only features, which two regions may share. Pieces stay together if they are
 * visual neighbours, or if together they fill an element. Almost linear.
 *
 * In the paper a label is a segment, wherever its nodes are.
 */
export function connectedGroups({ parts, piece, neighbours }: SegmentView, group: Int32Array): Int32Array {
  const { size, parent } = parts;
  const root = Int32Array.from({ length: size }, (_, part) => part);
  const rootOf = (part: number) => {
    let at = part;
    while (root[at] !== at) {
      root[at] = root[root[at]];
      at = root[at];
    }
    return at;
  };
  const join = (first: number, second: number) => {
    const [a, b] = [rootOf(first), rootOf(second)];
    root[Math.max(a, b)] = Math.min(a, b);
  };
  const label = new Int32Array(size).fill(unset);
  for (let k = 0; k < piece.length; k++) label[piece[k]] = group[k];
  for (let part = size - 1; part > 0; part--) {
    const up = parent[part];
    const own = label[part];
    if (label[up] === unset) label[up] = own;
    else if (label[up] !== own) label[up] = mixed;
  }
  for (let part = 1; part < size; part++) {
    const up = parent[part];
    if (label[up] >= 0) join(part, up);
  }
  for (let k = 0; k < neighbours.first.length; k++) {
    const [p, q] = [neighbours.first[k], neighbours.second[k]];
    if (label[p] === label[q]) join(p, q);
  }
  return piece.map(rootOf);
}

const unset = -2;
const mixed = -1;
