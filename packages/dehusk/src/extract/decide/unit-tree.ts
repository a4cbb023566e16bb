/** Things that belong together on a page: keeping only a part of one breaks it. */
export const unitKinds = [
  "page",
  "list",
  "item",
  "definitions",
  "definition",
  "table",
  "figure",
  "code",
  "quote",
  "lead",
  "section",
  "formula",
] as const;

export type UnitKind = (typeof unitKinds)[number];

/**
 * The blocks of a page as leaves of nested units, in flat arrays. Unit 0 is the page; a unit comes after the one it
 * is in, so that a loop from the last to the first sees children before parents.
 */
export interface UnitTree {
  /** Index into {@link unitKinds} of each unit. */
  readonly kind: Uint8Array;
  /** The parent of each unit; -1 for the page. */
  readonly parent: Int32Array;
  /** For a section, the block of its heading, a direct leaf; -1 for other units. */
  readonly heading: Int32Array;
  /** The innermost unit of each block. */
  readonly unit: Int32Array;
}

/** The number of a kind. */
export function unitKind(kind: UnitKind): number {
  return unitKinds.indexOf(kind);
}
