import type { BlockView } from "./block-view.ts";

/** Parts around each block, from the smallest outwards. */
export const settingLevels = 6;

/** How many times the blocks of the part before a wider part must have. */
const growth = 1.3;

/** The basis of the context of a page's blocks: the parts around each, and which blocks look alike. */
export interface BlockSetting {
  /** Words of each block. */
  readonly words: Int32Array;
  /** For each block, first block and one past the last of each of the six parts around it. */
  readonly parts: Int32Array;
  /** Number of each block's shape, and how many shapes there are. */
  readonly shape: Int32Array;
  readonly shapes: number;
}

export function settingOf(blocks: BlockView): BlockSetting {
  const { page } = blocks.view;
  const { first, last, count } = page.blocks;
  const words = new Int32Array(count);
  for (let b = 0; b < count; b++) {
    words[b] = page.sums.words[last[b] + 1] - page.sums.words[first[b]];
  }
  return { words, parts: findParts(blocks), ...blockShapes(blocks) };
}

/** The parts are found by binary search on the path from the root, which may be long for all blocks. */
function findParts({ view, element }: BlockView): Int32Array {
  const { page, blocksBefore } = view;
  const { first, count } = page.blocks;
  const parts = new Int32Array(count * settingLevels * 2);
  const depth = new Int32Array(page.size);
  const path = new Int32Array(page.size);
  const blocksIn = (node: number): number => blocksBefore[page.end[node]] - blocksBefore[node];
  let b = 0;
  for (let i = 0; i < page.size && b < count; i++) {
    depth[i] = i === 0 ? 0 : depth[page.parent[i]] + 1;
    path[depth[i]] = i;
    if (first[b] !== i) continue;
    let deepest = depth[element[b]];
    let needed = 2;
    for (let level = 0; level < settingLevels; level++) {
      deepest = deepestWith(needed, deepest);
      const up = path[deepest];
      const from = blocksBefore[up];
      const to = blocksBefore[page.end[up]];
      parts[(b * settingLevels + level) * 2] = from;
      parts[(b * settingLevels + level) * 2 + 1] = to;
      needed = Math.max(to - from, Math.ceil((needed - 1) * growth)) + 1;
    }
    b++;
  }
  return parts;

  /** The depth of the deepest node on the path, down to `most`, with this many blocks; 0 if there is none. */
  function deepestWith(needed: number, most: number): number {
    let low = 0;
    let high = most;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (blocksIn(path[middle]) >= needed) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Numbers the shapes of blocks: those of the element, its parent and its grandparent. */
function blockShapes({ view, element }: BlockView): { shape: Int32Array; shapes: number } {
  const { page, shapes } = view;
  const numbers = new Map<number, number>();
  const shape = new Int32Array(element.length);
  for (let b = 0; b < element.length; b++) {
    const node = element[b];
    let key = 0;
    let up = node;
    for (let level = 0; level < 3 && up > 0; level++) {
      key = Math.imul(key ^ shapes.shape[up], 0x9e3779b1) + level + 1;
      key ^= key >>> 15;
      up = page.parent[up];
    }
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
    }
    shape[b] = number;
  }
  return { shape, shapes: numbers.size };
}
