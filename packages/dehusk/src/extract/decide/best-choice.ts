import type { UnitCosts } from "./unit-costs.ts";
import type { UnitTree } from "./unit-tree.ts";

/** The blocks to choose from. */
export interface Candidates {
  readonly units: UnitTree;
  readonly words: ArrayLike<number>;
  /** Probability of content of each block. */
  readonly chance: ArrayLike<number>;
}

export interface ChoiceRule extends UnitCosts {
  /** How much more recall matters than precision: the beta of an F measure. */
  readonly beta: number;
}

export const State = { None: 0, Some: 1, All: 2 } as const;

export interface Choice {
  /** 1 for each block that is kept. */
  readonly kept: Uint8Array;
  /** How much of each unit is kept: a {@link State}. */
  readonly state: Uint8Array;
  /** The probability from which a block is worth keeping by itself. */
  readonly bar: number;
  /** The maximum: the expected F minus the costs. */
  readonly value: number;
}

/** Rounds until the ratio no longer rises: it rises faster than linearly, so four or five are usual. */
const mostRounds = 30;

/**
 * Keeps the blocks that maximise
 *
 *   ((1 + β²) · Σ kept words · p − costs) / (Σ kept words + β² · Σ all words · p),
 *
 * the expected F measure minus the costs of the units that are kept in part. For a given
 * value t of the ratio the best choice has the largest sum of `words · ((1 + β²) · p − t)` minus costs, which
 * one pass over the tree finds; its own ratio is the next t (Dinkelbach 1967). Exact, and linear in blocks and units.
 *
 * A unit is kept whole, left out, or kept in part at its cost. Section headings are not in the sums: they
 * follow their section.
 */
export function bestChoice({ units, words, chance }: Candidates, rule: ChoiceRule): Choice {
  const square = rule.beta ** 2;
  const counted = Float64Array.from(words);
  for (const heading of units.heading) if (heading >= 0) counted[heading] = 0;
  let expected = 0;
  for (let b = 0; b < counted.length; b++) expected += counted[b] * chance[b];
  const pass = new TreePass(units, counted, rule.splitCost);
  const gain = new Float64Array(counted.length);
  let value = 0;
  let best = { kept: new Uint8Array(counted.length), state: new Uint8Array(units.kind.length) };
  for (let round = 0; round < mostRounds; round++) {
    for (let b = 0; b < gain.length; b++) gain[b] = counted[b] * ((1 + square) * chance[b] - value);
    const { cost, ...found } = pass.choose(gain);
    let keptWords = 0;
    let right = 0;
    for (let b = 0; b < gain.length; b++) {
      if (found.kept[b] !== 1) continue;
      keptWords += counted[b];
      right += counted[b] * chance[b];
    }
    const ratio = ((1 + square) * right - cost) / (keptWords + square * expected);
    if (!(ratio > value + 1e-12)) break;
    value = ratio;
    best = found;
  }
  const bar = value / (1 + square);
  for (let u = 0; u < units.heading.length; u++) {
    const heading = units.heading[u];
    if (heading < 0 || best.state[u] === State.None) continue;
    const isKept = isInWhole(units, best.state, u) || chance[heading] >= rule.headingShare * bar;
    best.kept[heading] = isKept ? 1 : 0;
    if (!isKept) best.state[u] = State.Some;
  }
  return { ...best, bar, value };
}

/** Whether a section is in another unit that is kept whole. */
function isInWhole({ parent }: UnitTree, state: Uint8Array, section: number): boolean {
  return parent[section] > 0 && state[parent[section]] === State.All;
}

/** The best choice for given gains of the blocks, which add up. */
class TreePass {
  readonly #units: UnitTree;
  readonly #splitCost: Float64Array;
  /** Per unit, its value if kept whole, and the best total value of its parts. */
  readonly #whole: Float64Array;
  readonly #parts: Float64Array;

  constructor(units: UnitTree, words: Float64Array, costs: ArrayLike<number>) {
    this.#units = units;
    const count = units.kind.length;
    const wordsIn = new Float64Array(count);
    for (let b = 0; b < words.length; b++) wordsIn[units.unit[b]] += words[b];
    for (let u = count - 1; u > 0; u--) wordsIn[units.parent[u]] += wordsIn[u];
    this.#splitCost = wordsIn.map((own, u) => own * costs[units.kind[u]]);
    this.#whole = new Float64Array(count);
    this.#parts = new Float64Array(count);
  }

  choose(gain: Float64Array): { kept: Uint8Array<ArrayBuffer>; state: Uint8Array<ArrayBuffer>; cost: number } {
    const { kind, parent, unit } = this.#units;
    const whole = this.#whole.fill(0);
    const parts = this.#parts.fill(0);
    for (let b = 0; b < gain.length; b++) {
      whole[unit[b]] += gain[b];
      parts[unit[b]] += Math.max(0, gain[b]);
    }
    for (let u = kind.length - 1; u > 0; u--) {
      whole[parent[u]] += whole[u];
      parts[parent[u]] += Math.max(0, whole[u], parts[u] - this.#splitCost[u]);
    }
    const state = new Uint8Array(kind.length);
    let cost = 0;
    for (let u = 0; u < kind.length; u++) {
      const above = u === 0 ? State.Some : state[parent[u]];
      state[u] = above === State.Some ? this.#stateOf(u) : above;
      if (state[u] === State.Some) cost += this.#splitCost[u];
    }
    const kept = new Uint8Array(gain.length);
    for (let b = 0; b < gain.length; b++) if (isKept(state[unit[b]], gain[b])) kept[b] = 1;
    return { kept, state, cost };
  }

  #stateOf(unit: number): number {
    const inPart = this.#parts[unit] - this.#splitCost[unit];
    if (Math.max(this.#whole[unit], inPart) <= 0) return State.None;
    return this.#whole[unit] >= inPart ? State.All : State.Some;
  }
}

function isKept(state: number, gain: number): boolean {
  return state === State.All || (state === State.Some && gain > 0);
}
