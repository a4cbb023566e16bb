import type { JudgedText } from "./judged-text.ts";
import { type UnitTree, unitKind } from "./unit-tree.ts";

/**
 * Kinds whose own words say little: numbers, names, a caption, code. And how likely one must be by itself, and the text
 * around it: a table or figure may also be an advertisement or a player, code is hardly ever anything else.
 */
const embedded: ReadonlyMap<number, { readonly own: number; readonly around: number }> = new Map([
  [unitKind("table"), { own: 0.2, around: 0.9 }],
  [unitKind("figure"), { own: 0.2, around: 0.9 }],
  [unitKind("code"), { own: 0, around: 0.6 }],
]);

/** Words of other text around a unit that are enough to go by. */
const enoughAround = 30;

/** How likely a unit in the midst of such text is at least. */
const leastChance = 0.6;

/** Levels above a unit in which other text is looked for. */
const mostLevels = 12;

/**
 * Raises the chance of tables, figures and code in the midst of likely text: they go with it.
 *
 * @param chance Changed in place.
 * @returns 1 for each block whose chance was raised.
 */
export function liftEmbedded({ page, view, words }: JudgedText, units: UnitTree, chance: Float64Array): Uint8Array {
  const { blocksBefore } = view.view;
  const count = chance.length;
  const isLifted = new Uint8Array(count);
  const all = new Float64Array(count + 1);
  const likely = new Float64Array(count + 1);
  for (let b = 0; b < count; b++) {
    const own = embedded.has(units.kind[units.unit[b]]) ? 0 : words[b];
    all[b + 1] = all[b] + own;
    likely[b + 1] = likely[b] + own * chance[b];
  }
  for (let from = 0; from < count; ) {
    const unit = units.unit[from];
    let to = from + 1;
    while (to < count && units.unit[to] === unit) to++;
    const least = embedded.get(units.kind[unit]);
    if (least !== undefined && meanOf(from, to) >= least.own && likelihoodAround(from) >= least.around) lift(from, to);
    from = to;
  }
  return isLifted;

  function meanOf(from: number, to: number): number {
    let sum = 0;
    let size = 0;
    for (let b = from; b < to; b++) {
      sum += words[b] * chance[b];
      size += words[b];
    }
    return size === 0 ? 0 : sum / size;
  }

  /** The mean chance of the text in the smallest part of the page around a block that has enough of it. */
  function likelihoodAround(block: number): number {
    let node = view.element[block];
    for (let level = 0; level < mostLevels && node > 0; level++, node = page.parent[node]) {
      const from = blocksBefore[node];
      const to = blocksBefore[page.end[node]];
      const around = all[to] - all[from];
      if (around >= enoughAround) return (likely[to] - likely[from]) / around;
    }
    return 0;
  }

  function lift(from: number, to: number): void {
    for (let b = from; b < to; b++) {
      if (chance[b] >= leastChance) continue;
      chance[b] = leastChance;
      isLifted[b] = 1;
    }
  }
}
