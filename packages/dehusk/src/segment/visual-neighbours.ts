import type { PartTree } from "../features/index.ts";
import type { Boxes } from "../layout/index.ts";

/** Pairs of parts. */
export interface PartPairs {
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** Pieces farther apart, in pixels, are not "visually close neighbours". */
const maxDistance = 300;

/** Most lanes a page is cut into per sweep. */
const maxLanes = { across: 512, down: 8192 };
/** Thinnest lane, in pixels. */
const minLane = 2;

/**
 * Pairs of pieces that are visually close neighbours (GraphSeg, section 4.2; how to find them is ours): one below or
 * beside the other, at most 300 pixels away, with nothing between them in some lane. Overlapping pieces are neighbours
 * too.
 *
 * A sweep down the page, cut into lanes a few pixels wide, remembers for each lane the piece that reaches farthest
 * down; the pieces found in a piece's lanes lie right above it. Then the same from left to right. Cost: n log n for
 * sorting plus one check per piece and lane. Pairs are unique and sorted; there are O(n) of them unless pieces overlap.
 */
export function visualNeighbours({ size, end, x, y, w, h }: PartTree, boxes: Boxes): PartPairs {
  const pieces: number[] = [];
  for (let part = 0; part < size; part++) if (end[part] === part + 1) pieces.push(part);
  const found: number[] = [];
  const add = (a: number, b: number) => found.push(a < b ? a * size + b : b * size + a);
  sweep({ pieces, size, along: y, length: h, across: x, breadth: w, extent: boxes.width, most: maxLanes.across }, add);
  sweep({ pieces, size, along: x, length: w, across: y, breadth: h, extent: boxes.height, most: maxLanes.down }, add);
  const keys = Float64Array.from(found).sort();
  const first = new Int32Array(keys.length);
  const second = new Int32Array(keys.length);
  let count = 0;
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k];
    if (k > 0 && key === keys[k - 1]) continue;
    first[count] = Math.floor(key / size);
    second[count++] = key % size;
  }
  return { first: first.slice(0, count), second: second.slice(0, count) };
}

/** Boxes as seen in the direction of a sweep. */
interface Sweep {
  readonly pieces: readonly number[];
  readonly size: number;
  /** Where boxes start in the direction of the sweep, and how long they are. */
  readonly along: Float32Array;
  readonly length: Float32Array;
  readonly across: Float32Array;
  readonly breadth: Float32Array;
  /** Of the page, across. */
  readonly extent: number;
  readonly most: number;
}

function sweep(given: Sweep, add: (first: number, second: number) => void): void {
  const { pieces, size, along, length, across, breadth, extent, most } = given;
  const lanes = Math.max(1, Math.min(most, Math.ceil(extent / minLane)));
  const perLane = Math.max(1, extent) / lanes;
  const laneOf = (place: number) => Math.max(0, Math.min(lanes - 1, Math.floor(place / perLane)));
  const far = new Int32Array(lanes).fill(-1);
  const met = new Int32Array(size).fill(-1);
  const reach = (piece: number) => along[piece] + length[piece];
  const order = Int32Array.from(pieces).sort((a, b) => along[a] - along[b] || a - b);
  for (const piece of order) {
    const start = across[piece];
    const from = laneOf(start);
    // A box that only touches a lane's edge is not in it.
    const to = Math.max(from, laneOf(start + breadth[piece] - perLane / 2));
    const end = reach(piece);
    for (let lane = from; lane <= to; lane++) {
      const before = far[lane];
      if (before >= 0 && met[before] !== piece) {
        met[before] = piece;
        if (along[piece] - reach(before) <= maxDistance) add(before, piece);
      }
      if (before < 0 || end >= reach(before)) far[lane] = piece;
    }
  }
}
