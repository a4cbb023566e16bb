import { type BlockVerdicts, detectBlocks, requiredPages } from "./detect-blocks.ts";
import type { ResolvedBlockRule } from "./segment-options.ts";
import type { StreamAnswer } from "./template-stream.ts";

/**
 * Judges recent pages again once more is known: a segment becomes a template segment on the page that completes its
 * count, and the pages before had it too. The paper answers each page once; a batch method sees all its pages first.
 *
 * Whoever looks back knows the pages on both sides of a segment, and can say sooner than the stream what is a template on a
 * young site: what is on a third of its pages so far, and on three. On an old site it takes as many pages as are kept:
 * neighbours in a crawl share what the site does not, and an error would be made on all of them at once.
 *
 * Keeps the keys of the last pages of each site in memory, about 24 bytes a segment. A page on which no segment becomes
 * a template costs nothing more.
 */

/** An earlier page with other template blocks than before. */
export interface Revision<Item> {
  readonly item: Item;
  readonly answer: StreamAnswer;
}

interface RecentPage<Item> {
  readonly item: Item;
  answer: StreamAnswer;
  /** 1 for each segment that later pages made a template segment. */
  readonly raised: Uint8Array;
}

const leastPages = 3;
const leastShare = 1 / 3;

export class RecentPages<Item> {
  readonly #most: number;
  readonly #rule: ResolvedBlockRule;
  readonly #sites = new Map<string, RecentPage<Item>[]>();

  /**
   * @param most Pages of each site to keep.
   * @param rule That of the stream.
   */
  constructor(most: number, rule: ResolvedBlockRule) {
    this.#most = most;
    this.#rule = rule;
  }

  /**
   * Adds an answered page.
   *
   * @returns The earlier pages of its site that have more template blocks now, oldest first.
   */
  add(item: Item, answer: StreamAnswer): Revision<Item>[] {
    const { site, page, segments, frequency } = answer;
    const recent = this.#sites.get(site) ?? [];
    const atOnce = requiredPages(this.#rule, page);
    const needed = Math.max(leastPages, Math.min(this.#most, Math.ceil(page * leastShare)));
    const fresh = new Map<number, number>();
    for (let s = 0; s < segments.count; s++) {
      const pages = frequency[s];
      if (pages === needed || (pages > needed && pages <= atOnce)) fresh.set(keyOf(answer, s), pages);
    }
    const revised = fresh.size === 0 ? [] : recent.filter((each) => this.#judgeAgain(each, fresh));
    recent.push({ item, answer, raised: new Uint8Array(segments.count) });
    if (recent.length > this.#most) recent.shift();
    this.#sites.set(site, recent);
    return revised.map((each) => ({ item: each.item, answer: each.answer }));
  }

  /**
   * Whether the page has other template blocks now.
   *
   * @param fresh Keys of new template segments, and the number of pages that each is on.
   */
  #judgeAgain(recent: RecentPage<Item>, fresh: ReadonlyMap<number, number>): boolean {
    const { answer, raised } = recent;
    const { segments, page } = answer;
    const atOnce = requiredPages(this.#rule, page);
    const frequency = answer.frequency.slice();
    let isRaised = false;
    for (let s = 0; s < segments.count; s++) {
      const pages = fresh.get(keyOf(answer, s));
      if (pages === undefined) continue;
      frequency[s] = Math.max(frequency[s], pages);
      if (raised[s] === 1 || answer.frequency[s] >= atOnce) continue;
      raised[s] = 1;
      isRaised = true;
    }
    if (!isRaised) return false;
    const known = frequency.map((pages, s) => (raised[s] === 1 ? Math.max(pages, atOnce) : pages));
    const blocks: BlockVerdicts = detectBlocks(segments, known, this.#rule, page);
    const isChanged = blocks.template.some((is, b) => is !== answer.blocks.template[b]);
    recent.answer = { ...answer, frequency, blocks };
    return isChanged;
  }
}

/** 53 bits of a segment's key: enough for the segments of a few pages. */
function keyOf({ segments: { low, high } }: StreamAnswer, segment: number): number {
  return (high[segment] & 0x1fffff) * 2 ** 32 + low[segment];
}
