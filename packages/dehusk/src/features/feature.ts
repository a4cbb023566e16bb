/** The meaning of a feature, for people who read a model. */
export interface Description {
  readonly unit: string;
  /** Why it tells templates from content. */
  readonly why: string;
}

export interface Feature extends Description {
  readonly name: string;
}

/**
 * Features that are computed together: their names in the order of the columns, and the code that fills the columns.
 * One function per feature would be clearer, but takes 2.3 times as long for the same row. The features' meanings
 * are in descriptions/, which scoring a page does not load.
 */
export interface FeatureFamily<View, Name extends string = string> {
  readonly names: readonly Name[];
  /** Writes the features of one node, block or part, starting at `at`. */
  fill(view: View, item: number, row: Float32Array, at: number): void;
}

/** The offset of each feature within its family. */
export function columnsOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, column) => [name, column])) as Record<Name, number>;
}

/** The names of the features of some families, in order. */
export function namesOf<Name extends string>(families: readonly { readonly names: readonly Name[] }[]): Name[] {
  return families.flatMap(({ names }) => names);
}

/** Writes the features of all families in order, starting at `at`; returns where the next column starts. */
export function fillRow<View>(
  families: readonly FeatureFamily<View>[],
  view: View,
  item: number,
  row: Float32Array,
  at: number,
): number {
  let next = at;
  for (const family of families) {
    family.fill(view, item, row, next);
    next += family.names.length;
  }
  return next;
}

/** Logarithms of small whole numbers, which most counts are. */
const known = Float64Array.from({ length: 4096 }, (_, count) => Math.log2(1 + count));

/** Spreads out small counts and compresses large ones. */
export function logarithm(count: number): number {
  const whole = count | 0;
  return whole === count && whole >= 0 && whole < known.length ? known[whole] : Math.log2(1 + count);
}

/** part / whole, or `otherwise` when there is no whole. */
export function ratio(part: number, whole: number, otherwise = 0): number {
  return whole > 0 ? part / whole : otherwise;
}

/** A share, kept between 0 and 1. */
export function within(share: number): number {
  return share > 0 ? Math.min(1, share) : 0;
}
