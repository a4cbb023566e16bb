import type { Page } from "../page/index.ts";

/** A uniform sample of a stream of pages (Vitter's algorithm R), deterministic by seed. */
export class PageSample {
  readonly #kept: Page[] = [];
  readonly #most: number;
  readonly #random: () => number;
  #seen = 0;

  constructor(most: number, random: () => number) {
    this.#most = most;
    this.#random = random;
  }

  add(page: Page): void {
    const place = this.#seen < this.#most ? this.#seen : Math.floor(this.#random() * (this.#seen + 1));
    if (place < this.#most) this.#kept[place] = page;
    this.#seen++;
  }

  get kept(): readonly Page[] {
    return this.#kept;
  }
}
