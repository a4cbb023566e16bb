import type { Page } from "../../page/index.ts";
import { SiteBuilder } from "../../site/index.ts";

/**
 * The pages of one site as they stream by: all are counted, some are kept to be trained on, each with the same chance
 * (Vitter's algorithm R), the same ones for the same seed.
 */
export class SitePages {
  readonly builder = new SiteBuilder();
  readonly #kept: Page[] = [];
  readonly #most: number;
  readonly #random: () => number;
  #seen = 0;

  constructor(most: number, random: () => number) {
    this.#most = most;
    this.#random = random;
  }

  add(page: Page): void {
    const before = this.builder.pages;
    this.builder.add(page);
    // A copy of an earlier page teaches nothing new.
    if (this.builder.pages === before) return;
    const place = this.#seen < this.#most ? this.#seen : Math.floor(this.#random() * (this.#seen + 1));
    if (place < this.#most) this.#kept[place] = page;
    this.#seen++;
  }

  get kept(): readonly Page[] {
    return this.#kept;
  }
}
