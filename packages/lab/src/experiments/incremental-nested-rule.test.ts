import { expect, test } from "vitest";
import { defaultLifetime } from "./incremental-methods.ts";
import { nestedRuleTable, type RuledSite } from "./incremental-nested-rule.ts";
import { emptyTally } from "./incremental-truth.ts";

/** A site on which each limit has a precision, the same in both orders. */
function site(name: string, precisions: Readonly<Record<number, number>>): RuledSite {
  const rules = Object.entries(precisions).flatMap(([limit, precision]) =>
    (["as crawled", "random"] as const).map((order) => ({
      lifetime: defaultLifetime,
      templatePages: 3,
      settledPages: Number(limit),
      order,
      tally: { ...emptyTally(), ...talliedAt(precision) },
    })),
  );
  return { name, rules };
}

const talliedAt = (precision: number) => ({ said: 1000, both: 1000 * precision, truth: 1000 });

test("a site does not influence the rule it is measured with", () => {
  const easy = { 5: 0.995, 8: 0.997, 12: 0.999 };
  const sites = [site("hard", { 5: 0.9, 8: 0.97, 12: 0.991 }), site("easy", easy), site("easier", easy)];
  const { rows } = nestedRuleTable(sites);
  expect(rows.map(([name, chosen, precision]) => [name, chosen, precision])).toEqual([
    ["hard", "3 to 5", 0.9],
    ["easy", "3 to 12", 0.999],
    ["easier", "3 to 12", 0.999],
  ]);
});

test("the highest limit is taken if none keeps the precision", () => {
  const poor = { 5: 0.5, 12: 0.6 };
  expect(nestedRuleTable([site("a", poor), site("b", poor)]).rows[0]?.[1]).toBe("3 to 12");
});
