import type { PartTree } from "../features/index.ts";
import type { Boxes } from "../layout/index.ts";
import type { Page } from "../page/index.ts";
import type { Leaves } from "./find-leaves.ts";

/**
 * The tree over a page's pieces: the page's own tree, reduced to the elements in which at least two branches with
 * pieces meet. An element with the same content as its only child adds nothing. A piece that lies partly in an element
 * hangs from the lowest node that holds all of it.
 *
 * Elements below level {@link maxDepth} of this tree are dropped too, and their pieces hang higher up: real pages have
 * some 20 levels, and the solver may climb all of them for each pair.
 *
 * Linear in the page's nodes.
 */
export function partTree(page: Page, boxes: Boxes, leaves: Leaves): PartTree {
  const pieces = gatherPieces(page, leaves);
  const isBranch = findBranches(page, pieces.node);
  const most = pieces.node.length + isBranch.reduce((sum, each) => sum + each, 0);
  const tree = emptyTree(most);
  const nearest = new Int32Array(page.size).fill(-1);
  let size = 0;
  const add = (node: number, from: number, to: number, up: number) => {
    tree.node[size] = node;
    tree.from[size] = from;
    tree.to[size] = to;
    tree.parent[size] = up;
    tree.depth[size] = up < 0 ? 0 : tree.depth[up] + 1;
    return size++;
  };
  let next = 0;
  for (let node = 0; node < page.size; node++) {
    const up = node === 0 ? -1 : nearest[page.parent[node]];
    nearest[node] = up;
    if (isBranch[node] === 1 && (up < 0 || tree.depth[up] < maxDepth)) {
      nearest[node] = add(node, node, page.end[node], up);
    }
    if (next < pieces.node.length && pieces.from[next] === node) {
      const holder = pieces.node[next];
      add(holder, node, pieces.to[next], nearest[holder]);
      next++;
    }
  }
  return finishTree(truncate(tree, size), boxes, leaves);
}

const maxDepth = 200;

/** The nodes of each piece: their lowest common ancestor, the first, and one past the last. */
interface Pieces {
  readonly node: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

function gatherPieces(page: Page, { leaf, piece, pieces }: Leaves): Pieces {
  const node = new Int32Array(pieces).fill(-1);
  const from = new Int32Array(pieces);
  const to = new Int32Array(pieces);
  for (let k = 0; k < leaf.length; k++) {
    const own = piece[k];
    const at = leaf[k];
    if (node[own] === -1) {
      node[own] = at;
      from[own] = at;
    }
    to[own] = page.end[at];
    // Over all pieces this climbs each node at most once: only one piece can cross a node's end.
    let common = node[own];
    while (page.end[common] <= at) common = page.parent[common];
    node[own] = common;
  }
  return { node, from, to };
}

/** 1 for nodes in which at least two branches with pieces meet. */
function findBranches(page: Page, holders: Int32Array): Uint8Array {
  const branches = new Int32Array(page.size);
  for (const holder of holders) branches[holder] = branches[holder] + 1;
  const isBranch = new Uint8Array(page.size);
  for (let node = page.size - 1; node >= 0; node--) {
    const count = branches[node];
    if (count >= 2) isBranch[node] = 1;
    const up = page.parent[node];
    if (count > 0 && up >= 0) branches[up] = branches[up] + 1;
  }
  return isBranch;
}

type Writable = { -readonly [Key in keyof PartTree]: PartTree[Key] };

function emptyTree(size: number): Writable {
  const integers = () => new Int32Array(size);
  const floats = () => new Float32Array(size);
  return {
    size,
    node: integers(),
    from: integers(),
    to: integers(),
    x: floats(),
    y: floats(),
    w: floats(),
    h: floats(),
    parent: integers(),
    end: integers(),
    depth: integers(),
    pieces: integers(),
  };
}

function truncate(tree: Writable, size: number): Writable {
  if (size === tree.size) return tree;
  const entries = Object.entries(tree).map(([key, value]) => [
    key,
    typeof value === "number" ? size : value.slice(0, size),
  ]);
  return Object.fromEntries(entries) as Writable;
}

/** Fills in ends, counts and boxes, bottom up. */
function finishTree(tree: Writable, boxes: Boxes, { leaf, piece, pieces }: Leaves): PartTree {
  const { size, x, y, w, h, parent, end } = tree;
  x.fill(Number.POSITIVE_INFINITY);
  y.fill(Number.POSITIVE_INFINITY);
  const right = new Float32Array(size).fill(Number.NEGATIVE_INFINITY);
  const bottom = new Float32Array(size).fill(Number.NEGATIVE_INFINITY);
  const grow = (part: number, left: number, top: number, toRight: number, toBottom: number) => {
    x[part] = Math.min(x[part], left);
    y[part] = Math.min(y[part], top);
    right[part] = Math.max(right[part], toRight);
    bottom[part] = Math.max(bottom[part], toBottom);
  };
  for (let part = 0; part < size; part++) end[part] = part + 1;
  for (let part = size - 1; part > 0; part--) {
    const up = parent[part];
    if (end[part] > end[up]) end[up] = end[part];
  }
  const partOfPiece = piecesOf(tree, pieces);
  for (let k = 0; k < leaf.length; k++) {
    const node = leaf[k];
    const [left, top] = [boxes.x[node], boxes.y[node]];
    const part = partOfPiece[piece[k]];
    grow(part, left, top, left + boxes.w[node], top + boxes.h[node]);
  }
  for (let part = size - 1; part >= 0; part--) {
    if (end[part] === part + 1) tree.pieces[part] = 1;
    w[part] = right[part] - x[part];
    h[part] = bottom[part] - y[part];
    const up = parent[part];
    if (up < 0) continue;
    tree.pieces[up] = tree.pieces[up] + tree.pieces[part];
    grow(up, x[part], y[part], right[part], bottom[part]);
  }
  return tree;
}

/** The part of each piece, in piece order, which is the order of the tree's leaves. */
export function piecesOf({ size, end }: Pick<PartTree, "size" | "end">, pieces: number): Int32Array {
  const parts = new Int32Array(pieces);
  let count = 0;
  for (let part = 0; part < size; part++) if (end[part] === part + 1) parts[count++] = part;
  return parts;
}
