import { expect, test } from "vitest";
import { precisionRecallCurve, thresholdForPrecision } from "../../learn/index.ts";
import { cautiousCurve } from "./cautious-curve.ts";

/** Three blocks of each site: two templates, and one that scores lower and is none unless told. */
function sitesOf(count: number, isWrong: (site: number) => boolean) {
  const score: number[] = [];
  const label: number[] = [];
  const sites: number[] = [];
  for (let site = 0; site < count; site++) {
    score.push(0.9, 0.8, 0.5);
    label.push(1, isWrong(site) ? 0 : 1, 0);
    sites.push(site, site, site);
  }
  return { cases: { score, label }, sites };
}

test("sites that are alike lower nothing", () => {
  const { cases, sites } = sitesOf(20, () => false);
  const curve = cautiousCurve(cases, sites, 100);
  for (const [k, { precision, recall, threshold }] of precisionRecallCurve(cases, 100).entries()) {
    expect(curve[k]?.precision).toBeCloseTo(precision, 9);
    expect(curve[k]).toMatchObject({ recall, threshold });
  }
});

test("a precision about which sites differ is not promised", () => {
  // Sixteen sites are right at 0.8, four are half wrong: a mean of 0.9, whose standard error is √(0.04 / 19).
  const { cases, sites } = sitesOf(20, (site) => site < 4);
  expect(thresholdForPrecision(precisionRecallCurve(cases, 100), 0.9)).toBe(0.8);
  const curve = cautiousCurve(cases, sites, 100);
  expect(thresholdForPrecision(curve, 0.9)).toBe(0.9);
  expect(curve.find(({ threshold }) => threshold === 0.8)?.precision).toBeCloseTo(0.9 - Math.sqrt(0.04 / 19), 9);
});

test("the same errors count more when they are on one site", () => {
  const spread = sitesOf(20, (site) => site < 4);
  const oneSite = spread.sites.map((site) => (site < 4 ? 0 : site));
  const at = (sites: number[]) => cautiousCurve(spread.cases, sites, 100).find(({ threshold }) => threshold === 0.8);
  expect(at(oneSite)?.precision).toBeLessThan((at(spread.sites)?.precision as number) - 0.02);
});

test("one site promises nothing", () => {
  const { cases } = sitesOf(5, () => false);
  const curve = cautiousCurve(
    cases,
    cases.score.map(() => 7),
    100,
  );
  expect(curve.every(({ precision }) => precision === 0)).toBe(true);
});
