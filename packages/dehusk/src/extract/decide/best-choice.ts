import { type UnitTree, unitKind } from "./unit-tree.ts";

/** What is known of the blocks that are chosen from. */
export interface Candidates {
  readonly units: UnitTree;
  readonly words: ArrayLike<number>;
  /** How likely each block is to be content. */
  readonly chance: ArrayLike<number>;
}

export interface ChoiceRule {
  /** How much more it matters to lose nothing than to keep nothing wrong: the beta of an F measure. */
  readonly beta: number;
  /** For each kind of unit, what it costs to keep a part of it only, in words for each word of the unit. */
  readonly splitCost: ArrayLike<number>;
  /** What it costs to keep a section without its heading, for each word of the heading. */
  readonly headingCost: number;
}

export const State = { None: 0, Some: 1, All: 2 } as const;

export interface Choice {
  /** 1 for each block that is kept. */
  readonly kept: Uint8Array;
  /** How much of each unit is kept: a {@link State}. */
  readonly state: Uint8Array;
  /** The chance from which a block is worth keeping by itself. */
  readonly bar: number;
  /** What was made greatest: the expected F with the costs taken off. */
  readonly value: number;
}

const SECTION = unitKind("section");

/** Rounds until the ratio no longer rises: it rises faster than linearly, so four or five are usual. */
const mostRounds = 30;

/**
 * Keeps the blocks that make
 *
 *   ((1 + β²) · Σ kept words · p − what is broken) / (Σ kept words + β² · Σ all words · p)
 *
 * the greatest: the F measure that is to be expected, less the costs of the units that are kept in part. For a given
 * value t of the ratio the best choice is that with the greatest sum of `words · ((1 + β²) · p − t)` less costs, which
 * one pass over the tree finds; its own ratio is the next t (Dinkelbach 1967). Exact, and linear in blocks and units.
 *
 * A unit is kept whole, left out, or kept in part at its cost. A section's heading is kept only with something below it.
 */
export function bestChoice(candidates: Candidates, rule: ChoiceRule): Choice {
  const { units, words, chance } = candidates;
  const square = rule.beta ** 2;
  let expected = 0;
  for (let b = 0; b < words.length; b++) expected += words[b] * chance[b];
  const pass = new TreePass(units, words, rule);
  const gain = new Float64Array(words.length);
  let value = 0;
  let best: Choice = { kept: new Uint8Array(words.length), state: new Uint8Array(units.kind.length), bar: 0, value: 0 };
  for (let round = 0; round < mostRounds; round++) {
    for (let b = 0; b < gain.length; b++) gain[b] = words[b] * ((1 + square) * chance[b] - value);
    const { kept, state, cost } = pass.choose(gain);
    let keptWords = 0;
    let right = 0;
    for (let b = 0; b < kept.length; b++) {
      if (kept[b] !== 1) continue;
      keptWords += words[b];
      right += words[b] * chance[b];
    }
    const ratio = ((1 + square) * right - cost) / (keptWords + square * expected);
    if (!(ratio > value + 1e-12)) break;
    value = ratio;
    best = { kept, state, bar: value / (1 + square), value };
  }
  return best;
}

/** The best choice for given gains of the blocks, which add up. */
class TreePass {
  readonly #units: UnitTree;
  readonly #rule: ChoiceRule;
  /** Words of each unit. */
  readonly #words: Float64Array;
  readonly #headingWords: Float64Array;
  /** Per unit, the sum over what is right inside it: kept whole; the best of each. */
  readonly #all: Float64Array;
  readonly #best: Float64Array;
  /** Per unit, the greatest of what is right inside it, kept at least in part, and which that is: block b as −1 − b. */
  readonly #greatest: Float64Array;
  readonly #greatestPart: Int32Array;
  /** Per unit, the best of it with something of it kept, less what it would be by choosing freely: see `choose`. */
  readonly #some: Float64Array;
  readonly #whole: Uint8Array;
  readonly #withHeading: Uint8Array;

  constructor(units: UnitTree, words: ArrayLike<number>, rule: ChoiceRule) {
    this.#units = units;
    this.#rule = rule;
    const count = units.kind.length;
    this.#words = new Float64Array(count);
    this.#headingWords = new Float64Array(count);
    for (let b = 0; b < words.length; b++) this.#words[units.unit[b]] += words[b];
    for (let u = count - 1; u > 0; u--) this.#words[units.parent[u]] += this.#words[u];
    for (let u = 0; u < count; u++) {
      if (units.heading[u] >= 0) this.#headingWords[u] = words[units.heading[u]];
    }
    this.#all = new Float64Array(count);
    this.#best = new Float64Array(count);
    this.#greatest = new Float64Array(count);
    this.#greatestPart = new Int32Array(count);
    this.#some = new Float64Array(count);
    this.#whole = new Uint8Array(count);
    this.#withHeading = new Uint8Array(count);
  }

  choose(gain: Float64Array): { kept: Uint8Array; state: Uint8Array; cost: number } {
    this.#weigh(gain);
    return this.#follow(gain);
  }

  /** From the leaves up: what each unit is worth whole, and with something of it kept. */
  #weigh(gain: Float64Array): void {
    const { kind, parent, heading, unit } = this.#units;
    const all = this.#all.fill(0);
    const best = this.#best.fill(0);
    const greatest = this.#greatest.fill(Number.NEGATIVE_INFINITY);
    for (let b = 0; b < gain.length; b++) {
      const u = unit[b];
      if (heading[u] !== b) this.#add(u, -1 - b, gain[b], gain[b]);
    }
    for (let u = kind.length - 1; u >= 0; u--) {
      // With nothing worth keeping in it, something of it means the least bad part.
      let part = best[u] > 0 ? best[u] : greatest[u];
      let whole = all[u];
      if (heading[u] >= 0) {
        const own = gain[heading[u]];
        const without = -this.#headingCost(u);
        whole += own;
        this.#withHeading[u] = own >= without ? 1 : 0;
        part += Math.max(own, without);
      } else part -= this.#splitCost(u);
      this.#whole[u] = whole >= part ? 1 : 0;
      this.#some[u] = Math.max(whole, part);
      all[u] = whole;
      if (u > 0) this.#add(parent[u], u, whole, this.#some[u]);
    }
  }

  #add(unit: number, part: number, whole: number, some: number): void {
    this.#all[unit] += whole;
    if (some > 0) this.#best[unit] += some;
    if (some > this.#greatest[unit]) {
      this.#greatest[unit] = some;
      this.#greatestPart[unit] = part;
    }
  }

  /** From the page down: what was chosen. */
  #follow(gain: Float64Array): { kept: Uint8Array; state: Uint8Array; cost: number } {
    const { kind, parent, heading, unit } = this.#units;
    const state = new Uint8Array(kind.length);
    const kept = new Uint8Array(gain.length);
    let cost = 0;
    for (let u = 0; u < kind.length; u++) {
      const up = parent[u];
      const isIn = up < 0 ? this.#some[u] > 0 : this.#isIn(up, state[up], u, this.#some[u]);
      if (!isIn) continue;
      const isWhole = this.#whole[u] === 1 || (up >= 0 && state[up] === State.All);
      state[u] = isWhole ? State.All : State.Some;
      if (isWhole) continue;
      if (heading[u] < 0) cost += this.#splitCost(u);
      else if (this.#withHeading[u] === 0) cost += this.#headingCost(u);
    }
    for (let b = 0; b < gain.length; b++) {
      const u = unit[b];
      const isHeading = heading[u] === b;
      const isIn = isHeading
        ? state[u] === State.All || (state[u] === State.Some && this.#withHeading[u] === 1)
        : this.#isIn(u, state[u], -1 - b, gain[b]);
      if (isIn) kept[b] = 1;
    }
    return { kept, state, cost };
  }

  /** Whether something of a part is kept, given how much of the unit that it lies in is. */
  #isIn(unit: number, state: number, part: number, worth: number): boolean {
    if (state !== State.Some) return state === State.All;
    return this.#best[unit] > 0 ? worth > 0 : this.#greatestPart[unit] === part;
  }

  #splitCost(unit: number): number {
    return this.#rule.splitCost[this.#units.kind[unit]] * this.#words[unit];
  }

  #headingCost(unit: number): number {
    return this.#units.kind[unit] === SECTION ? this.#rule.headingCost * this.#headingWords[unit] : 0;
  }
}
