import type { PageBreak } from "./structure.mjs";

/** Numbers of breaks by kind: as counted, or as the most allowed. */
export type Ceilings = Readonly<Record<string, number>>;

export function countKinds(kinds: readonly string[], breaks: readonly PageBreak[]): Ceilings;
export function brokenCeilings(ceilings: Ceilings, counts: Ceilings, breaks: readonly PageBreak[]): string[];
export function moveCeilings(
  ceilings: Ceilings,
  counts: Ceilings,
  allowed: { readonly raise: boolean; readonly lower: boolean },
): Ceilings;
