import type { PresetRule } from "../presets.ts";
import { bestChoice, type Candidates, type Choice, State } from "./best-choice.ts";
import { doubted, isLoose, undoubted } from "./doubt-loose-text.ts";
import { evenCards } from "./even-cards.ts";
import { findCopies } from "./find-copies.ts";
import { findFacts } from "./find-facts.ts";
import { findPaid } from "./find-paid.ts";
import { findSignatures } from "./find-signatures.ts";
import { findUnits } from "./find-units.ts";
import type { JudgedText } from "./judged-text.ts";
import { liftDeclared } from "./lift-declared.ts";
import { liftEmbedded } from "./lift-embedded.ts";
import { liftFacts } from "./lift-facts.ts";
import { liftGaps } from "./lift-gaps.ts";
import { liftShort } from "./lift-short.ts";
import { unitCosts } from "./unit-costs.ts";
import { type UnitKind, type UnitTree, unitKinds } from "./unit-tree.ts";

/**
 * The ground on which a block was decided: its own probability, above or below the bar; the probability of such blocks in
 * similar cards; that its unit is kept whole or left out; that the page declares it; that it is one of the facts about a
 * thing; that it is surrounded by likely text; that the page is short and has no navigation; that it heads something kept,
 * or nothing; that another block has the same text; that it is a comment, which the preset leaves out; that it is a forum
 * member's signature, or a paid teaser.
 */
export type Ground =
  | { readonly by: "chance" | "cards" | "declared" | "fact" | "midst" | "heading" | "copy" | "comment" }
  | { readonly by: "signature" | "advertisement" | "short" }
  | { readonly by: "unit"; readonly unit: UnitKind };

/** The blocks of a page that are content, and why. */
export interface BlockDecision {
  /** 1 for each block that is kept. */
  readonly kept: Uint8Array;
  /** The expected F1 over words. */
  readonly expected: number;
  /** The element of each block. */
  readonly element: Int32Array;
  /** The probability from which a block is worth keeping by itself. */
  barOf(block: number): number;
  groundOf(block: number): Ground;
}

/** Signs other than words, such as an arrow, count little, but belong to their unit. */
const wordless = 0.1;
const weightless = 1e-6;

/**
 * Decides on all blocks of a page together: the choice with the highest expected F measure, given the cost of
 * keeping units in part. A signature, a paid teaser, or a comment that the preset leaves out is certainly not content; a
 * copy is not part of any unit.
 */
export function decideBlocks(text: JudgedText, rule: PresetRule, costs = unitCosts): BlockDecision {
  const facts = findFacts(text.view.element, text.view.view);
  const units = findUnits(text.view, facts);
  const isComment = dropsComments(text, rule) ? text.isComment : new Uint8Array(text.words.length);
  const isSignature = findSignatures(text);
  const isPaid = findPaid(text);
  const isOut = (b: number): boolean => isComment[b] === 1 || isSignature[b] === 1 || isPaid[b] === 1;
  const chance = text.chance.map((own, b) => (isOut(b) ? 0 : own));
  evenCards(text, chance);
  const isShort = liftShort(text, chance);
  const isFact = liftFacts(text, facts, chance);
  const isDeclared = liftDeclared(text, chance);
  const isLifted = liftEmbedded(text, units, chance);
  const copyOf = isShort ? new Int32Array(chance.length).fill(-1) : findCopies(text, units, chance);
  const undoubtedChance = chance.slice();
  for (let b = 0; b < chance.length; b++) if (isDoubted(b)) chance[b] = doubted(chance[b]);
  const choose = (): Choice => bestChoice(candidates(text, units, chance, copyOf), { beta: rule.beta, ...costs });
  let choice = choose();
  const isFixed = (b: number): boolean => isOut(b) || copyOf[b] >= 0;
  if (liftGaps(text, units, choice.kept, isFixed, undoubtedChance, isLifted)) {
    for (let b = 0; b < chance.length; b++) if (isLifted[b] === 1) chance[b] = undoubtedChance[b];
    choice = choose();
  }
  if (releaseCopies(copyOf, units, chance, choice)) choice = choose();
  const { kept, state, bar } = choice;
  for (let b = 0; b < kept.length; b++) if (copyOf[b] >= 0) kept[b] = 0;
  const expected = expectedF1(candidates(text, units, chance, copyOf), kept);
  return { kept, expected, element: text.view.element, barOf, groundOf };

  function isDoubted(block: number): boolean {
    return !isShort && isLoose(units, block) && isLifted[block] === 0 && isDeclared[block] === 0 && isFact[block] === 0;
  }

  function barOf(block: number): number {
    return isDoubted(block) ? undoubted(bar) : bar;
  }

  function groundOf(block: number): Ground {
    const isKept = kept[block] === 1;
    if (!isKept && isComment[block] === 1) return { by: "comment" };
    if (!isKept && isSignature[block] === 1) return { by: "signature" };
    if (!isKept && isPaid[block] === 1) return { by: "advertisement" };
    if (copyOf[block] >= 0) return { by: "copy" };
    if (isShort && isKept && text.chance[block] <= barOf(block)) return { by: "short" };
    if (isKept && isDeclared[block] === 1 && text.chance[block] <= barOf(block)) return { by: "declared" };
    if (isKept && isFact[block] === 1 && text.chance[block] <= barOf(block)) return { by: "fact" };
    if (isKept && isLifted[block] === 1 && text.chance[block] <= barOf(block)) return { by: "midst" };
    if (isKept === chance[block] > bar)
      return { by: isKept === text.chance[block] > barOf(block) ? "chance" : "cards" };
    const wanted = isKept ? State.All : State.None;
    // A section costs nothing to split, so it only decides on its heading.
    let whole = -1;
    for (let up = units.unit[block]; up > 0 && state[up] === wanted; up = units.parent[up]) {
      if (units.heading[up] < 0) whole = up;
    }
    return whole < 0 ? { by: "heading" } : { by: "unit", unit: unitKinds[units.kind[whole]] };
  }
}

/** The input of the choice. A copy weighs next to nothing, so it neither breaks a unit nor keeps one. */
function candidates({ words }: JudgedText, units: UnitTree, chance: Float64Array, copyOf: Int32Array): Candidates {
  const weights = new Float64Array(words.length);
  const chances = chance.slice();
  for (let b = 0; b < weights.length; b++) {
    weights[b] = words[b] === 0 ? wordless : words[b];
    if (copyOf[b] < 0) continue;
    weights[b] = weightless;
    chances[b] = 0;
  }
  return { units, words: weights, chance: chances };
}

/**
 * Lets likely copies replace blocks that are left out. Headings follow their section, however likely they
 * are: a table of contents that is left out must not remove them.
 *
 * @returns Whether there are any.
 */
function releaseCopies(copyOf: Int32Array, { heading, unit }: UnitTree, chance: Float64Array, choice: Choice): boolean {
  const { kept, bar } = choice;
  const successor = new Map<number, number>();
  for (let b = 0; b < kept.length; b++) {
    const original = copyOf[b];
    if (original < 0 || kept[original] === 1 || (chance[b] <= bar && heading[unit[b]] !== b)) continue;
    const next = successor.get(original);
    copyOf[b] = next ?? -1;
    if (next === undefined) successor.set(original, b);
  }
  return successor.size > 0;
}

function expectedF1({ words, chance }: Candidates, kept: Uint8Array): number {
  let keptWords = 0;
  let right = 0;
  let all = 0;
  for (let b = 0; b < chance.length; b++) {
    all += words[b] * chance[b];
    if (kept[b] !== 1) continue;
    keptWords += words[b];
    right += words[b] * chance[b];
  }
  return keptWords === 0 ? 0 : (2 * right) / (keptWords + all);
}

/** Comments are a page's content if all other likely text is less than this share of it. */
const aloneShare = 0.2;

/** Whether a preset leaves readers' comments out of a page. */
function dropsComments({ chance, isComment, words }: JudgedText, rule: PresetRule): boolean {
  if (rule.comments !== "alone") return rule.comments === "never";
  let comments = 0;
  let others = 0;
  for (let b = 0; b < chance.length; b++) {
    if (isComment[b] === 1) comments += words[b] * chance[b];
    else others += words[b] * chance[b];
  }
  return others >= aloneShare * (others + comments);
}
