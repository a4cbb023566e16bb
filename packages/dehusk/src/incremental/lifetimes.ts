/**
 * How many pages a segment is remembered for: section 2.4 of "Incremental Web Page Template Detection".
 *
 * t = T_b · N / (1 + (N − 1) · e^−(df − 1))
 *
 * grows from T_b, for a segment seen once, towards T_b · N, rounded down to whole pages.
 */
export class Lifetimes {
  readonly #pages: number[] = [0];
  readonly #base: number;
  readonly #growth: number;

  constructor(base: number, growth: number) {
    this.#base = base;
    this.#growth = growth;
    // Beyond this the exponential vanishes in double precision.
    for (let df = 1; df <= 60; df++) this.#pages.push(this.#compute(df));
  }

  /** Pages that a segment with document frequency `df` may be missing from before it is dropped. */
  of(df: number): number {
    return this.#pages[Math.min(df, this.#pages.length - 1)];
  }

  #compute(df: number): number {
    const pages = (this.#base * this.#growth) / (1 + (this.#growth - 1) * Math.exp(1 - df));
    // Values that rounding left just below an integer count as that integer.
    return Math.floor(pages + 1e-9);
  }
}
