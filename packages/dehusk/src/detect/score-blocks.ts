import { Scratch } from "../basics/index.ts";
import {
  type BlockView,
  blockFeatureNames,
  blockRows,
  fillContext,
  fillLexicons,
  firstLookWidth,
  type PageView,
  settingOf,
  viewBlocks,
} from "../features/index.ts";
import { type BoostedTrees, scoreRows } from "../learn/index.ts";
import { kindsOfBlocks } from "./block-kinds.ts";
import type { LoadedContentModel } from "./content-model.ts";
import { blockSiteEvidence } from "./site-evidence.ts";

/** The blocks of a page with the content model's scores. */
export interface ScoredBlocks {
  readonly model: LoadedContentModel;
  readonly view: BlockView;
  /** Features, row after row. */
  readonly rows: Float32Array;
  /** Words of each block. */
  readonly words: Int32Array;
  /** Share of each block's characters that are in links. */
  readonly linked: Float32Array;
  /** For each block, first block and one past the last of each of the six parts around it, the smallest first. */
  readonly parts: Int32Array;
  /** Log-odds of content, and the probability they stand for. */
  readonly logOdds: Float32Array;
  readonly chance: Float64Array;
  /** 1 for each block that its site has on many pages. */
  readonly onSite: Uint8Array;
  /** The kind of each block if it is content: an index into `textKinds`. */
  readonly kind: Uint8Array;
}

/**
 * Scores all blocks of a page: a first look at each, then a second that sees the first scores of those around it.
 *
 * @param onSite For each node, whether the site has it on many pages.
 */
export function scoreBlocks(
  view: PageView,
  model: LoadedContentModel,
  onSite?: ((node: number) => boolean) | undefined,
): ScoredBlocks {
  const blocks = viewBlocks(view);
  const rows = blockRows(blocks);
  fillLexicons(blocks, model.lexicons, rows);
  const width = blockFeatureNames.length;
  const { count, first } = view.page.blocks;
  const firstLook = scoreRows(model.first, rows, width, count);
  const setting = settingOf(blocks);
  fillContext(setting, firstLook, rows, width, firstLookWidth);
  const looked = pickLooked(firstLook);
  const some = rowsOf(rows, width, looked);
  const scoreBy = (trees: BoostedTrees) => scoreRows(trees, some, width, looked.length);
  const second = scoreBy(model.second);
  const logOdds = firstLook.slice();
  for (let i = 0; i < looked.length; i++) logOdds[looked[i]] = second[i];
  const chance = new Float64Array(count);
  const repeated = new Uint8Array(count);
  for (let b = 0; b < count; b++) {
    if (onSite?.(first[b])) {
      repeated[b] = 1;
      logOdds[b] = logOdds[b] - blockSiteEvidence;
    }
    chance[b] = 1 / (1 + Math.exp(-logOdds[b]));
  }
  return {
    model,
    view: blocks,
    rows,
    words: setting.words,
    parts: setting.parts,
    linked: columnOf(rows, linkColumn),
    logOdds,
    chance,
    onSite: repeated,
    kind: kindsOfBlocks({
      view: blocks,
      looked,
      comment: scoreBy(model.kinds.comment),
      post: scoreBy(model.kinds.post),
      review: scoreBy(model.kinds.review),
      words: setting.words,
      chance,
    }),
  };
}

/** Log-odds of the first look below which there is no second: 3 %, hardly ever content. Saves half of the time. */
const leastFirstLook = -3.5;

function pickLooked(firstLook: Float32Array): Int32Array {
  const looked: number[] = [];
  for (let b = 0; b < firstLook.length; b++) if (firstLook[b] > leastFirstLook) looked.push(b);
  return Int32Array.from(looked);
}

const pickedRows = new Scratch((length) => new Float32Array(length));

function rowsOf(rows: Float32Array, width: number, picked: Int32Array): Float32Array {
  const some = pickedRows.take(picked.length * width);
  for (let i = 0; i < picked.length; i++) {
    const from = picked[i] * width;
    some.set(rows.subarray(from, from + width), i * width);
  }
  return some.subarray(0, picked.length * width);
}

const linkColumn = blockFeatureNames.indexOf("blockLinks");

function columnOf(rows: Float32Array, column: number): Float32Array {
  const width = blockFeatureNames.length;
  const values = new Float32Array(rows.length / width);
  for (let row = 0; row < values.length; row++) values[row] = rows[row * width + column];
  return values;
}
