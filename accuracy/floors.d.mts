import type { PageScores } from "./measure.mjs";

/** Mean F1 of all pages, of readers' comments, and of each kind of page: as measured, or as the least allowed. */
export interface Floors {
  readonly overall: number | undefined;
  readonly comments: number | undefined;
  readonly kinds: Readonly<Record<string, number>>;
}

export function meanScores(pages: readonly PageScores[]): Floors;
export function brokenFloors(floors: Floors, pages: readonly PageScores[]): string[];
export function moveFloors(
  floors: Floors,
  pages: readonly PageScores[],
  allowed: { readonly raise: boolean; readonly lower: boolean },
): Floors;
