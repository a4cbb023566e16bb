import type { PartTree } from "../features/index.ts";
import type { Leaves } from "./find-leaves.ts";

/** Up to so many pieces a page is segmented as it is. */
const mostPieces = 5000;
/** About so many are left of more. */
const aim = 4000;

/**
 * Makes few large pieces of many small ones, on pages that are far larger than any that people look at whole: the solver
 * takes more than linear time. Small branches of the tree become one piece each, and neighbours among them with the same
 * parent are put together, as long as a piece has not more than its share. Pages up to 5,000 pieces stay as they are. Linear.
 */
export function coarsenPieces(leaves: Leaves, tree: PartTree): Leaves {
  if (leaves.pieces <= mostPieces) return leaves;
  const share = Math.ceil(leaves.pieces / aim);
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
