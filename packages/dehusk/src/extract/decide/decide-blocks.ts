import type { PresetRule } from "../presets.ts";
import { bestChoice, State } from "./best-choice.ts";
import { findCopies } from "./find-copies.ts";
import { findUnits } from "./find-units.ts";
import type { JudgedText } from "./judged-text.ts";
import { liftDeclared } from "./lift-declared.ts";
import { liftEmbedded } from "./lift-embedded.ts";
import { unitCosts } from "./unit-costs.ts";
import { type UnitKind, unitKinds } from "./unit-tree.ts";

/**
 * What decided about a block: its own chance, on one side of the bar or the other; that its unit is kept whole or left
 * out; that the page declares it; that it stands in the midst of likely text; that it is the heading of something or of nothing that is kept; that
 * another block has the same text; that it is a comment, which the preset leaves out.
 */
export type Ground =
  | { readonly by: "chance" | "declared" | "midst" | "heading" | "copy" | "comment" }
  | { readonly by: "unit"; readonly unit: UnitKind };

/** Which blocks of a page are content, and why. */
export interface BlockDecision {
  /** 1 for each block that is kept. */
  readonly kept: Uint8Array;
  /** The chance from which a block is worth keeping by itself. */
  readonly bar: number;
  /** The F1 over words that is to be expected. */
  readonly expected: number;
  groundOf(block: number): Ground;
}

/** Marks that are no words, such as an arrow, count for little, but belong to what they stand in. */
const wordless = 0.1;

/**
 * Decides for all blocks of a page together: which choice has the greatest expected F measure, given what it costs to
 * keep units in part. A copy, or a comment that the preset leaves out, is surely no content.
 */
export function decideBlocks(text: JudgedText, rule: PresetRule, costs = unitCosts): BlockDecision {
  const units = findUnits(text.view);
  const isComment = dropsComments(text, rule) ? text.isComment : new Uint8Array(text.words.length);
  const chance = text.chance.map((own, b) => (isComment[b] === 1 ? 0 : own));
  const isDeclared = liftDeclared(text, units, chance);
  const isLifted = liftEmbedded(text, units, chance);
  const isCopy = findCopies(text, units, chance);
  for (let b = 0; b < chance.length; b++) if (isCopy[b] === 1) chance[b] = 0;
  const words = Float64Array.from(text.words, (own) => (own === 0 ? wordless : own));
  const { kept, state, bar } = bestChoice({ units, words, chance }, { beta: rule.beta, ...costs });
  return { kept, bar, expected: expectedF1(words, chance, kept), groundOf };

  function groundOf(block: number): Ground {
    const isKept = kept[block] === 1;
    if (!isKept && isComment[block] === 1) return { by: "comment" };
    if (!isKept && isCopy[block] === 1) return { by: "copy" };
    if (isKept && isDeclared[block] === 1 && text.chance[block] <= bar) return { by: "declared" };
    if (isKept && isLifted[block] === 1 && text.chance[block] <= bar) return { by: "midst" };
    if (isKept === chance[block] > bar) return { by: "chance" };
    const wanted = isKept ? State.All : State.None;
    // A section costs nothing to split, so it decides about nothing but its heading.
    let whole = -1;
    for (let up = units.unit[block]; up > 0 && state[up] === wanted; up = units.parent[up]) {
      if (units.heading[up] < 0) whole = up;
    }
    return whole < 0 ? { by: "heading" } : { by: "unit", unit: unitKinds[units.kind[whole]] };
  }
}

function expectedF1(words: Float64Array, chance: Float64Array, kept: Uint8Array): number {
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

/** Comments are a page's content when all else that is likely to be makes less than this share of it. */
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
