import type { Table } from "../report/report.ts";
import { defaultLifetime } from "./incremental-methods.ts";
import type { RulePoint } from "./incremental-rules.ts";
import { precisionOf, recallOf } from "./incremental-truth.ts";

/** The precision required on the sites a rule is chosen on: higher than the goal, as sites differ. */
const keptPrecision = 0.99;

/** A site with the results of each rule, in the same order on all sites. */
export interface RuledSite {
  readonly name: string;
  readonly rules: readonly RulePoint[];
}

/**
 * Tests the default's selection on a site it was not chosen on: the lowest limit that keeps
 * the precision on every other site, in both orders; if there are none, the most.
 */
export function nestedRuleTable(sites: readonly RuledSite[]): Table {
  return {
    title: "Pages required, chosen on the other sites",
    note: `The lowest limit, from three pages on, with a precision of ${keptPrecision} on every other site in both orders.`,
    columns: ["site", "chosen", "precision, as crawled", "recall", "precision, random order", "recall"],
    rows: sites.map((site) => {
      const chosen = chooseLimit(sites.filter((other) => other !== site));
      const points = ofDefault(site).filter(({ settledPages }) => settledPages === chosen);
      const figures = (["as crawled", "random"] as const).flatMap((order) => {
        const { tally } = points.find((point) => point.order === order) as RulePoint;
        return [precisionOf(tally), recallOf(tally)];
      });
      return [site.name, `3 to ${chosen}`, ...figures];
    }),
  };
}

function chooseLimit(sites: readonly RuledSite[]): number {
  const points = sites.flatMap(ofDefault);
  const limits = [...new Set(points.map(({ settledPages }) => settledPages))].sort((a, b) => a - b);
  const isKept = (limit: number): boolean =>
    points.every(({ settledPages, tally }) => settledPages !== limit || precisionOf(tally) >= keptPrecision);
  return limits.find(isKept) ?? Math.max(...limits);
}

/** The rules that differ from the default in their limit alone. */
function ofDefault({ rules }: RuledSite): RulePoint[] {
  return rules.filter(({ lifetime, templatePages }) => lifetime === defaultLifetime && templatePages === 3);
}
