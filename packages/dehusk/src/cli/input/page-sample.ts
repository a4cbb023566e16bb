import type { FoundPage } from "../../corpus/index.ts";

const most = 64;
const largest = 2 ** 20;

/**
 * Up to 64 pages, evenly spaced over all that were added, however many these are: at first each page, then every
 * second, every fourth, … Pages of more than a megabyte are left out, which bounds the memory.
 */
export class PageSample {
  pages: FoundPage[] = [];
  #step = 1;
  #added = 0;

  add(page: FoundPage): void {
    if (this.#added++ % this.#step !== 0 || page.html.length > largest) return;
    if (this.pages.length === most) {
      this.pages = this.pages.filter((_, at) => at % 2 === 0);
      this.#step *= 2;
      if ((this.#added - 1) % this.#step !== 0) return;
    }
    this.pages.push(page);
  }
}
