/** A note, from the element where it begins. */
export interface Note {
  readonly label: string;
  /** One past its last node: a note may continue in the elements after it. */
  readonly end: number;
  /** Whether no link refers to it, so that it needs an id of its own. */
  readonly isLoose?: boolean;
}

/** Links within the page, and which of them are footnotes. */
export interface PageLinks {
  /** Target ids with kept content; by id, the element. */
  readonly targets: ReadonlyMap<string, number>;
  /** Target ids that the page has lost, by the element they belong to. */
  readonly lostIds: ReadonlyMap<number, string>;
  /** Labels of marks of footnotes, by the link or `<sup>`, or an element around only the link and its brackets. */
  readonly references: ReadonlyMap<number, string>;
  /** Footnotes, by their first element. */
  readonly notes: ReadonlyMap<number, Note>;
  /** Links from a footnote back to its mark. */
  readonly backlinks: ReadonlySet<number>;
}

/** The result under construction. */
export interface FoundNotes extends PageLinks {
  readonly targets: Map<string, number>;
  readonly lostIds: Map<number, string>;
  readonly references: Map<number, string>;
  readonly notes: Map<number, Note>;
  readonly backlinks: Set<number>;
  makeLabel(mark: string): string;
}
