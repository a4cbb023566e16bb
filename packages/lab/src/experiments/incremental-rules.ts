/**
 * When is a segment a template? The paper requires five pages, in any order (section 2.3). Consecutive pages of a crawl
 * are often of one kind, and what five of them share need not be the site's. So: other numbers of pages, and the same
 * pages in random order.
 */

import { detectBlocks, resolveBlockRule } from "dehusk/internal/incremental";
import { seededRandom, shuffled } from "dehusk/internal/learn";
import { defaultLifetime, type Lifetime, streamPages } from "./incremental-methods.ts";
import type { StreamPage } from "./incremental-sites.ts";
import { emptyTally, type SiteTruth, sumTallies, type Tally, tallyPage } from "./incremental-truth.ts";

const pageOrders = ["as crawled", "random"] as const;
type PageOrder = (typeof pageOrders)[number];

const lifetimes: readonly Lifetime[] = [{ base: 1, growth: 4 }, { base: 2, growth: 4 }, defaultLifetime];
const pageRules = [
  { templatePages: 5, settledPages: 5 },
  { templatePages: 3, settledPages: 5 },
  { templatePages: 3, settledPages: 8 },
  { templatePages: 3, settledPages: 12 },
  { templatePages: 3, settledPages: 16 },
  { templatePages: 3, settledPages: 20 },
  { templatePages: 12, settledPages: 12 },
];

/** Results of a rule on a site. */
export interface RulePoint {
  readonly lifetime: Lifetime;
  readonly templatePages: number;
  readonly settledPages: number;
  readonly order: PageOrder;
  readonly tally: Tally;
}

/** Tries the rules on a site, in the same order for every site. */
export function tryRules(pages: readonly StreamPage[], truth: SiteTruth, seed: number): RulePoint[] {
  const places = [...pages.keys()];
  const orders = { "as crawled": places, random: shuffled(places, seededRandom(seed)) };
  return lifetimes.flatMap((lifetime) =>
    pageOrders.flatMap((order) => {
      const own = orders[order];
      const tallies = pageRules.map(emptyTally);
      const stream = own.map((place) => pages[place]);
      streamPages(stream, lifetime, (at, frequency) => {
        const { segments } = stream[at];
        const isTemplate = truth.blocks[own[at]];
        for (const [k, rule] of pageRules.entries()) {
          const said = detectBlocks(segments, frequency, resolveBlockRule(rule), at + 1).template;
          tallies[k] = sumTallies([tallies[k], tallyPage(segments, said, isTemplate)]);
        }
      });
      return pageRules.map((rule, k) => ({ lifetime, ...rule, order, tally: tallies[k] }));
    }),
  );
}
