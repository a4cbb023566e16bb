/** A note, from the element where it begins. */
export interface Note {
  readonly label: string;
  /** One past its last node: a note may go on in the elements after it. */
  readonly end: number;
  /** Whether no link leads to it, so that it needs an id of its own. */
  readonly isLoose?: boolean;
}

/** Links within the page, and which of them are footnotes. */
export interface PageLinks {
  /** Ids that links lead to and that have kept content; by id, the element. */
  readonly targets: ReadonlyMap<string, number>;
  /** Ids that links lead to and that the page has lost, by the element that they belong to. */
  readonly lostIds: ReadonlyMap<number, string>;
  /** Labels of marks of footnotes, by the link or `<sup>`; also by one around nothing but the link and its brackets. */
  readonly references: ReadonlyMap<number, string>;
  /** Footnotes, by the element that they begin with. */
  readonly notes: ReadonlyMap<number, Note>;
  /** Links from a footnote back to its mark. */
  readonly backlinks: ReadonlySet<number>;
}

/** What is found, in the making. */
export interface FoundNotes extends PageLinks {
  readonly targets: Map<string, number>;
  readonly lostIds: Map<number, string>;
  readonly references: Map<number, string>;
  readonly notes: Map<number, Note>;
  readonly backlinks: Set<number>;
  makeLabel(mark: string): string;
}
