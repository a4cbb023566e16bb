import type { PartTree } from "../features/index.ts";
import type { Leaves } from "./find-leaves.ts";

/** Pages with up to this many pieces are segmented as they are. */
const maxPieces = 5000;
/** Larger pages are reduced to about this many. */
const targetPieces = 4000;

/**
 * Merges small pieces on pages far larger than anything people view as a whole, since the solver is superlinear. Small
 * branches of the tree become one piece each, and adjacent ones with the same parent are merged up to the target size.
 * Pages of up to 5,000 pieces are left alone. Linear.
 */
export function coarsenPieces(leaves: Leaves, tree: PartTree): Leaves {
  if (leaves.pieces <= maxPieces) return leaves;
  const share = Math.ceil(leaves.pieces / targetPieces);
  const { size, parent, end, pieces } = tree;
  const number = new Int32Array(leaves.pieces);
  let count = 0;
  let seen = 0;
  let before = -1;
  let held = 0;
  for (let part = 0; part < size; ) {
    const own = pieces[part];
    if (own > share) {
      part++;
      before = -1;
      continue;
    }
    const up = parent[part];
    if (up !== before || held + own > share) {
      count++;
      held = 0;
    }
    number.fill(count - 1, seen, seen + own);
    seen += own;
    held += own;
    before = up;
    part = end[part];
  }
  return { leaf: leaves.leaf, piece: leaves.piece.map((each) => number[each]), pieces: count };
}
