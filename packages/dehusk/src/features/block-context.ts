import { type BlockSetting, settingLevels } from "./block-setting.ts";
import { columnsOf, ratio } from "./feature.ts";

/** The parts around a block, from the smallest outwards; there are `settingLevels` of them. */
export const contextLevels = [1, 2, 3, 4, 5, 6] as const;
/** Window sizes: blocks before and after one that are combined. */
export const contextWindows = [1, 3, 8] as const;

type Level = (typeof contextLevels)[number];
type Window = (typeof contextWindows)[number];

export type ContextLevelFeature = `${"mean" | "held"}${Level}`;
export type ContextWindowFeature = `mean${"Before" | "After"}${Window}`;
export type ContextPageFeature =
  | "firstLook"
  | "meanAlike"
  | "blocksAlike"
  | "likelyShare"
  | "likeliest"
  | "rank"
  | "fadingBefore"
  | "fadingAfter";
export type ContextFeature = ContextLevelFeature | ContextWindowFeature | ContextPageFeature;

/** The first look's results for the blocks around a block. */
export const contextFeatureNames: readonly ContextFeature[] = [
  "firstLook",
  .../* @__PURE__ */ contextLevels.map((level): ContextFeature => `mean${level}`),
  .../* @__PURE__ */ contextLevels.map((level): ContextFeature => `held${level}`),
  .../* @__PURE__ */ contextWindows.flatMap((size): ContextFeature[] => [`meanBefore${size}`, `meanAfter${size}`]),
  "meanAlike",
  "blocksAlike",
  "likelyShare",
  "likeliest",
  "rank",
  "fadingBefore",
  "fadingAfter",
];
const column = /* @__PURE__ */ columnsOf(contextFeatureNames);

const fading = 0.8;

/**
 * Writes the columns of the context into the rows of all blocks.
 *
 * @param logOdds The first look's log-odds of each block being content.
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
    const own = b * width + at;
    rows[own + column.firstLook] = logOdds[b];
    for (let level = 0; level < settingLevels; level++) {
      const from = parts[(b * settingLevels + level) * 2];
      const to = parts[(b * settingLevels + level) * 2 + 1];
      rows[own + column.mean1 + level] = meanOf(look, from, to);
      rows[own + column.held1 + level] = ratio(look.likely[to] - look.likely[from], look.likely[count]);
    }
    let window = own + column.meanBefore1;
    for (const size of contextWindows) {
      rows[window++] = meanOf(look, Math.max(0, b - size), b);
      rows[window++] = meanOf(look, b + 1, Math.min(count, b + 1 + size));
    }
    const alike = shape[b];
    rows[own + column.meanAlike] = ratio(look.shapeLikely[alike], look.shapeWeight[alike]);
    rows[own + column.blocksAlike] = Math.log2(look.shapeBlocks[alike]);
    rows[own + column.likelyShare] = look.likelyShare;
    rows[own + column.likeliest] = look.likeliest;
    rows[own + column.rank] = rank[b];
    rows[own + column.fadingBefore] = look.fadingBefore[b];
    rows[own + column.fadingAfter] = look.fadingAfter[b];
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

/** Blocks with fewer words cannot be a page's likeliest. */
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

/** The share of blocks before each in order of log-odds. */
function ranks(logOdds: Float32Array): Float32Array {
  const count = logOdds.length;
  // Sorted as numbers without a function to compare them, which takes a tenth of the time.
  const sorted = logOdds.slice().sort();
  const taken = new Int32Array(count);
  const rank = new Float32Array(count);
  for (let b = 0; b < count; b++) {
    const place = placeOf(logOdds[b], sorted);
    // Of blocks alike, the first comes first.
    const i = place + taken[place];
    taken[place] = taken[place] + 1;
    rank[b] = count > 1 ? i / (count - 1) : 0.5;
  }
  return rank;
}

/** How many numbers of a sorted list are below one. */
function placeOf(number: number, sorted: Float32Array): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
