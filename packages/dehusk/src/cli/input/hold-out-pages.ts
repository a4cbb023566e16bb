import { seededRandom, shuffled } from "../../learn/index.ts";

/** Pages to try something on, and all others, to learn it from. */
export interface HeldOut<T> {
  readonly heldOut: readonly T[];
  readonly others: readonly T[];
}

/**
 * Parts pages for validation: each page is held out once, and never among the others of its part.
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
