import type { Boxes } from "../../layout/index.ts";
import type { Page } from "../../page/index.ts";
import { SiteBuilder, type SiteOptions } from "../../site/index.ts";
import { PageSample } from "../page-sample.ts";

/** The pages of one site as a stream: all are counted, a sample is kept to train on. */
export class SitePages {
  readonly builder: SiteBuilder;
  /** Where the nodes of rendered pages are. */
  readonly boxes: WeakMap<Page, Boxes> = new WeakMap();
  readonly #sample: PageSample;

  constructor(most: number, random: () => number, options: SiteOptions = {}) {
    this.builder = new SiteBuilder(options);
    this.#sample = new PageSample(most, random);
  }

  /** @param boxes Of a rendered page. */
  add(page: Page, boxes?: Boxes): void {
    if (boxes !== undefined) this.boxes.set(page, boxes);
    const before = this.builder.pages;
    this.builder.add(page);
    // A copy of an earlier page teaches nothing new.
    if (this.builder.pages > before) this.#sample.add(page);
  }

  get kept(): readonly Page[] {
    return this.#sample.kept;
  }
}
