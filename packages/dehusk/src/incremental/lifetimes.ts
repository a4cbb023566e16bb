/**
 * For how many pages a segment is remembered: section 2.4 of "Incremental Web Page Template Detection".
 *
 *     t = T_b · N / (1 + (N − 1) · e^−(df − 1))
 *
 * grows from T_b, for a segment met once, towards T_b · N, and is kept as whole pages.
 */
export class Lifetimes {
  readonly #pages: number[] = [0];
  readonly #base: number;
  readonly #growth: number;

  constructor(base: number, growth: number) {
    this.#base = base;
    this.#growth = growth;
    // Beyond this the exponential is too small to be seen in a double.
    for (let df = 1; df <= 60; df++) this.#pages.push(this.#compute(df));
  }

  /** Pages that a segment on `df` pages may be missing from before it is forgotten. */
  of(df: number): number {
    return this.#pages[Math.min(df, this.#pages.length - 1)];
  }

  #compute(df: number): number {
    const pages = (this.#base * this.#growth) / (1 + (this.#growth - 1) * Math.exp(1 - df));
    // What rounding has left a hair below a whole number is that number.
    return Math.floor(pages + 1e-9);
  }
}
