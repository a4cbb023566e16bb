import type { MarkedPage } from "./markers.mjs";

/** A page of the accuracy gate. */
export interface AccuracyPage extends MarkedPage {
  readonly name: string;
  readonly kind: string;
}

/** What the gate measures with: the library's sources in tests, the built library on the command line. */
export interface Library {
  extract(
    html: string,
    options?: { preset: "everything" },
  ): { readonly text: string; readonly comments?: string | undefined };
  wordScores(answer: string, truth: string): Scores;
}

/** How well words agree. */
export interface Scores {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

/** The scores of a page's content, and of its readers' comments when it has some. */
export interface PageScores extends Scores {
  readonly name: string;
  readonly kind: string;
  readonly comments?: Scores;
}

export function readPages(): AccuracyPage[];
export function measurePage(page: AccuracyPage, library: Library): PageScores;
