import { type UnitTree, unitKind } from "./unit-tree.ts";

/**
 * Taken off the log-odds of text that is in no list, table or other unit. Models count a block less than its words, and
 * rare kinds of pages more, so they expect too many words, mostly of such text: teasers, profiles, promotion. Of 0, 0.3,
 * 0.45, 0.6 and 0.9 for all text, either half of the pages chose 0.6 for the other.
 */
const doubt = 0.5;

const loose: ReadonlySet<number> = new Set((["page", "section", "lead", "quote"] as const).map(unitKind));

/** Whether a block is text in no unit that is kept whole, nor a heading. */
export function isLoose({ kind, unit, heading }: UnitTree, block: number): boolean {
  return loose.has(kind[unit[block]]) && heading[unit[block]] !== block;
}

/** The chance of a loose text that a model finds this likely. */
export function doubted(chance: number): number {
  return shifted(chance, -doubt);
}

/** How likely a model must find a loose text for it to have a chance. */
export function undoubted(chance: number): number {
  return shifted(chance, doubt);
}

function shifted(chance: number, logOdds: number): number {
  const factor = Math.exp(logOdds);
  return (chance * factor) / (chance * factor + 1 - chance);
}
