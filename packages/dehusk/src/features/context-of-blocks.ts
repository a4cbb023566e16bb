import type { BlockView } from "./block-view.ts";
import { type Feature, ratio } from "./feature.ts";

const levels = 6;
const windows = [1, 3, 8] as const;

/** What a first look at all blocks of a page says of the blocks around one. */
export const contextFeatureList: readonly Feature[] = [
  { name: "firstLook", unit: "log-odds of content", why: "what the block looks like by itself" },
  ...numbered(levels, (level) => ({
    name: `mean${level}`,
    unit: `mean chance of content, ${ordinal(level)} part around it`,
    why: "what lies among content is content",
  })),
  ...numbered(levels, (level) => ({
    name: `held${level}`,
    unit: `share of the page's likely content, ${ordinal(level)} part around it`,
    why: "the part that holds most of the content holds no more than that",
  })),
  ...windows.flatMap((size): Feature[] => [
    {
      name: `meanBefore${size}`,
      unit: `mean chance of content, ${blocksLong(size)} before`,
      why: "content stands beside content",
    },
    {
      name: `meanAfter${size}`,
      unit: `mean chance of content, ${blocksLong(size)} after`,
      why: "content stands beside content",
    },
  ]),
  {
    name: "meanAlike",
    unit: "mean chance of content, blocks of the same shape",
    why: "what looks the same is the same",
  },
  { name: "blocksAlike", unit: "log2 of blocks of the same shape", why: "menus and posts repeat one shape" },
  {
    name: "likelyShare",
    unit: "share of the page's words that look like content",
    why: "on some pages all is content, on some little",
  },
  {
    name: "likeliest",
    unit: "log-odds of content of the page's likeliest block",
    why: "on some pages nothing looks like content",
  },
  { name: "rank", unit: "share of blocks that look less like content", why: "the best of a page is its content" },
  { name: "fadingBefore", unit: "chance of content before it, fading", why: "content goes on" },
  { name: "fadingAfter", unit: "chance of content after it, fading", why: "content goes on" },
];

function blocksLong(size: number): string {
  return size === 1 ? "the block" : `${size} blocks`;
}

function numbered(count: number, make: (number: number) => Feature): Feature[] {
  return Array.from({ length: count }, (_, i) => make(i + 1));
}

function ordinal(level: number): string {
  return ["smallest", "second", "third", "fourth", "fifth", "sixth"][level - 1];
}

/** How much wider a part around a block must be than the one before, in blocks. */
const growth = 1.3;
const fading = 0.8;

/** What the context of a page's blocks is made of: the parts around each, and which of them look alike. */
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

/** The parts are searched for by halves on the path from the root: the paths of all blocks may be long. */
function findParts({ view, element }: BlockView): Int32Array {
  const { page, blocksBefore } = view;
  const { first, count } = page.blocks;
  const parts = new Int32Array(count * levels * 2);
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
    for (let level = 0; level < levels; level++) {
      deepest = deepestWith(needed, deepest);
      const up = path[deepest];
      const from = blocksBefore[up];
      const to = blocksBefore[page.end[up]];
      parts[(b * levels + level) * 2] = from;
      parts[(b * levels + level) * 2 + 1] = to;
      needed = Math.max(to - from, Math.ceil((needed - 1) * growth)) + 1;
    }
    b++;
  }
  return parts;

  /** The depth of the deepest node on the path, down to `most`, that holds so many blocks; 0 when none does. */
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

/**
 * Writes the columns of the context into the rows of all blocks.
 *
 * @param logOdds What the first look says of each block: log-odds of being content.
 * @param width Columns of a row.
 * @param at First column of the context.
 */
export function fillContext(
  setting: BlockSetting,
  logOdds: Float32Array,
  rows: Float32Array,
  width: number,
  at: number,
): void {
  const { words, parts, shape } = setting;
  const count = words.length;
  const look = summarize(setting, logOdds);
  const rank = ranks(logOdds);
  for (let b = 0; b < count; b++) {
    let column = b * width + at;
    rows[column++] = logOdds[b];
    for (let level = 0; level < levels; level++) {
      const from = parts[(b * levels + level) * 2];
      const to = parts[(b * levels + level) * 2 + 1];
      const likely = look.likely[to] - look.likely[from];
      rows[column + level] = meanOf(look, from, to);
      rows[column + levels + level] = ratio(likely, look.likely[count]);
    }
    column += 2 * levels;
    for (const size of windows) {
      rows[column++] = meanOf(look, Math.max(0, b - size), b);
      rows[column++] = meanOf(look, b + 1, Math.min(count, b + 1 + size));
    }
    const alike = shape[b];
    rows[column++] = ratio(look.shapeLikely[alike], look.shapeWeight[alike]);
    rows[column++] = Math.log2(look.shapeBlocks[alike]);
    rows[column++] = look.likelyShare;
    rows[column++] = look.likeliest;
    rows[column++] = rank[b];
    rows[column++] = look.fadingBefore[b];
    rows[column] = look.fadingAfter[b];
  }
}

interface Look {
  /** Running sums over the blocks: weights, and weights times the chance of content. */
  readonly weight: Float64Array;
  readonly likely: Float64Array;
  readonly likelyShare: number;
  readonly likeliest: number;
  /** Sums per shape. */
  readonly shapeWeight: Float64Array;
  readonly shapeLikely: Float64Array;
  readonly shapeBlocks: Int32Array;
  readonly fadingBefore: Float32Array;
  readonly fadingAfter: Float32Array;
}

/** Blocks of fewer words do not count as a page's likeliest. */
const leastLikeliest = 5;
const noneLikely = -9;

function summarize({ words, shape, shapes }: BlockSetting, logOdds: Float32Array): Look {
  const count = words.length;
  const chance = new Float64Array(count);
  const weight = new Float64Array(count + 1);
  const likely = new Float64Array(count + 1);
  const shapeWeight = new Float64Array(shapes);
  const shapeLikely = new Float64Array(shapes);
  const shapeBlocks = new Int32Array(shapes);
  let allWords = 0;
  let likelyWords = 0;
  let likeliest = noneLikely;
  for (let b = 0; b < count; b++) {
    const own = words[b];
    const odds = logOdds[b];
    const p = 1 / (1 + Math.exp(-odds));
    const w = Math.sqrt(own);
    const s = shape[b];
    chance[b] = p;
    weight[b + 1] = weight[b] + w;
    likely[b + 1] = likely[b] + w * p;
    shapeWeight[s] = shapeWeight[s] + w;
    shapeLikely[s] = shapeLikely[s] + w * p;
    shapeBlocks[s] = shapeBlocks[s] + 1;
    allWords += own;
    if (p > 0.5) likelyWords += own;
    if (own > leastLikeliest && odds > likeliest) likeliest = odds;
  }
  const fadingBefore = new Float32Array(count);
  const fadingAfter = new Float32Array(count);
  let run = 0;
  for (let b = 0; b < count; b++) {
    fadingBefore[b] = run;
    run = Math.max(run * fading, chance[b]);
  }
  run = 0;
  for (let b = count - 1; b >= 0; b--) {
    fadingAfter[b] = run;
    run = Math.max(run * fading, chance[b]);
  }
  const likelyShare = ratio(likelyWords, allWords);
  return { weight, likely, likelyShare, likeliest, shapeWeight, shapeLikely, shapeBlocks, fadingBefore, fadingAfter };
}

function meanOf({ weight, likely }: Look, from: number, to: number): number {
  return ratio(likely[to] - likely[from], weight[to] - weight[from]);
}

/** Numbers the shapes of blocks: those of the element, its parent and its grandparent. */
function blockShapes({ view, element }: BlockView): { shape: Int32Array; shapes: number } {
  const { page, shapes } = view;
  const numbers = new Map<number, number>();
  const shape = element.map((node) => {
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
    return number;
  });
  return { shape, shapes: numbers.size };
}

/** The share of blocks before each in order of log-odds. */
function ranks(logOdds: Float32Array): Float32Array {
  const count = logOdds.length;
  const order = new Int32Array(count).map((_, b) => b).sort((a, b) => logOdds[a] - logOdds[b] || a - b);
  const rank = new Float32Array(count);
  for (let i = 0; i < count; i++) rank[order[i]] = count > 1 ? i / (count - 1) : 0.5;
  return rank;
}
