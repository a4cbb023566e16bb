import { seededRandom, shuffled } from "../../learn/index.ts";

/** Held-out pages, and all others to learn from. */
export interface HeldOut<T> {
  readonly heldOut: readonly T[];
  readonly others: readonly T[];
}

/**
 * Splits pages into folds for validation: each page is held out once.
 *
 * @param parts How many parts there are; their sizes differ by one at most.
 * @param seed Which pages are together.
 */
export function holdOutPages<T>(pages: readonly T[], parts: number, seed: number): HeldOut<T>[] {
  const order = shuffled(pages, seededRandom(seed));
  return Array.from({ length: parts }, (_, part) => ({
    heldOut: order.filter((_page, i) => i % parts === part),
    others: order.filter((_page, i) => i % parts !== part),
  }));
}
