/** What a feature is, for people who read a model. */
export interface Feature {
  readonly name: string;
  readonly unit: string;
  /** Why it tells templates from content. */
  readonly why: string;
}

/** Features that are computed together. */
export interface FeatureGroup<View> {
  readonly features: readonly Feature[];
  /** Writes the features of one node, in their order, from `at` on. */
  fill(view: View, node: number, row: Float32Array, at: number): void;
}

/** Logarithms of small whole numbers, which most counts are. */
const known = Float64Array.from({ length: 4096 }, (_, count) => Math.log2(1 + count));

/** Spreads out small numbers of a thing and draws large ones together. */
export function logarithm(count: number): number {
  const whole = count | 0;
  return whole === count && whole >= 0 && whole < known.length ? known[whole] : Math.log2(1 + count);
}

/** part / whole, or `otherwise` when there is no whole. */
export function ratio(part: number, whole: number, otherwise = 0): number {
  return whole > 0 ? part / whole : otherwise;
}
