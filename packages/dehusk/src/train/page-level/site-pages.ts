import type { Page } from "../../page/index.ts";
import { SiteBuilder } from "../../site/index.ts";
import { PageSample } from "../page-sample.ts";

/** The pages of one site as a stream: all are counted, a sample is kept to train on. */
export class SitePages {
  readonly builder: SiteBuilder = new SiteBuilder();
  readonly #sample: PageSample;

  constructor(most: number, random: () => number) {
    this.#sample = new PageSample(most, random);
  }

  add(page: Page): void {
    const before = this.builder.pages;
    this.builder.add(page);
    // A copy of an earlier page teaches nothing new.
    if (this.builder.pages > before) this.#sample.add(page);
  }

  get kept(): readonly Page[] {
    return this.#sample.kept;
  }
}
