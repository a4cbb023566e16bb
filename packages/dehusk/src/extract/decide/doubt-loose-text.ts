import { type UnitTree, unitKind } from "./unit-tree.ts";

/**
 * Subtracted from the log-odds of text in no list, table or other unit. Models weigh a block less than its words, and
 * rare kinds of pages more, so they expect too many words, mostly of such text: teasers, profiles, promotion. Of 0, 0.3,
 * 0.45, 0.6 and 0.9 for all text, either half of the pages chose 0.6 for the other.
 */
const doubt = 0.5;

const loose: ReadonlySet<number> = new Set((["page", "section", "lead", "quote"] as const).map(unitKind));

/** Whether a block is neither in a unit that is kept whole nor a heading. */
export function isLoose({ kind, unit, heading }: UnitTree, block: number): boolean {
  return loose.has(kind[unit[block]]) && heading[unit[block]] !== block;
}

/** The adjusted probability of a loose text with this probability by the model. */
export function doubted(chance: number): number {
  return shifted(chance, -doubt);
}

/** The model's probability that corresponds to an adjusted one. */
export function undoubted(chance: number): number {
  return shifted(chance, doubt);
}

function shifted(chance: number, logOdds: number): number {
  const factor = Math.exp(logOdds);
  return (chance * factor) / (chance * factor + 1 - chance);
}
