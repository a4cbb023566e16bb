import { type ScoredBlocks, textKinds } from "../detect/index.ts";
import { enoughAround, isMostlyKept } from "./mostly-kept.ts";
import type { PresetRule } from "./presets.ts";

const COMMENT_KIND = textKinds.indexOf("comment");

/** Comments are a page's content when all else that is likely to be makes less than this share of it. */
const aloneShare = 0.2;

/** Which blocks of a page are content. */
export interface BlockDecision {
  /** 1 for each block that is kept. */
  readonly kept: Uint8Array;
  /** The F1 over words that is to be expected of it. */
  readonly expected: number;
}

/**
 * Decides for all blocks of a page together: keeps those that make the F measure over words that is to be expected the
 * greatest, if each block is content as often as its chance says,
 *
 *   F = (1 + β²) · Σ kept words · p / (Σ kept words + β² · Σ all words · p).
 *
 * The best choice keeps the likeliest blocks, so it is found by adding them one by one (Lewis 1995; Nan et al. 2012). On
 * a page that is all alike, where a fixed threshold keeps all or nothing, this keeps what is best.
 */
export function decideBlocks({ chance, kind }: ScoredBlocks, words: Int32Array, rule: PresetRule): BlockDecision {
  const likely = likelyContent(chance, kind, words, rule);
  const order = new Int32Array(chance.length).map((_, b) => b);
  order.sort((a, b) => likely[b] - likely[a] || a - b);
  const square = rule.beta ** 2;
  let expected = 0;
  for (let b = 0; b < chance.length; b++) expected += words[b] * likely[b];
  let keptWords = 0;
  let right = 0;
  let best = 0;
  let bestCount = 0;
  let bestF1 = 0;
  for (let i = 0; i < order.length; i++) {
    const b = order[i];
    keptWords += words[b];
    right += words[b] * likely[b];
    const value = right / (keptWords + square * expected);
    // Not so either where it is no number: no words yet, none to be expected.
    if (!(value > best)) continue;
    best = value;
    bestCount = i + 1;
    bestF1 = (2 * right) / (keptWords + expected);
  }
  const kept = new Uint8Array(chance.length);
  for (let i = 0; i < bestCount; i++) kept[order[i]] = 1;
  return { kept, expected: bestF1 };
}

/** The chance of each block to be content in the sense of a preset: for some, comments are none. */
function likelyContent(chance: Float64Array, kind: Uint8Array, words: Int32Array, rule: PresetRule): Float64Array {
  if (rule.comments === "always") return chance;
  const others = chance.map((p, b) => (kind[b] === COMMENT_KIND ? 0 : p));
  if (rule.comments === "never") return others;
  const sum = (list: Float64Array): number => list.reduce((total, p, b) => total + p * words[b], 0);
  return sum(others) < aloneShare * sum(chance) ? chance : others;
}

/** A block left out is kept all the same from this chance on, if nearly all of the words around it are. */
const gapChance = 0.4;
/** What is links for the most part stays out. */
const mostLinked = 0.5;

/**
 * Keeps blocks that were left out in the midst of what is kept: a formula, a caption, a short item of a list has little
 * by which it could be told, and costs little if it is wrong. What is around a block is the smallest part of the page
 * with some other words.
 *
 * @param kept Changed in place.
 */
export function fillGaps({ chance, kind, words, parts, linked }: ScoredBlocks, kept: Uint8Array): void {
  const levels = parts.length / 2 / Math.max(1, words.length);
  const all = new Int32Array(words.length + 1);
  const keptWords = new Int32Array(words.length + 1);
  for (let b = 0; b < words.length; b++) {
    all[b + 1] = all[b] + words[b];
    keptWords[b + 1] = keptWords[b] + (kept[b] === 1 ? words[b] : 0);
  }
  for (let b = 0; b < words.length; b++) {
    if (kept[b] === 1 || chance[b] < gapChance) continue;
    if (kind[b] === COMMENT_KIND || linked[b] > mostLinked) continue;
    for (let level = 0; level < levels; level++) {
      const from = parts[(b * levels + level) * 2];
      const to = parts[(b * levels + level) * 2 + 1];
      const around = all[to] - all[from] - words[b];
      if (around < enoughAround) continue;
      if (isMostlyKept(keptWords[to] - keptWords[from], around)) kept[b] = 1;
      break;
    }
  }
}

/** The blocks of readers' comments, whatever a preset says of them. */
export function commentBlocks({ kind }: ScoredBlocks): Uint8Array {
  return kind.map((own) => (own === COMMENT_KIND ? 1 : 0));
}
