import { precisionRecallCurve, type ScoredCases } from "../../learn/index.ts";

/** A point of a curve. */
type Point = ReturnType<typeof precisionRecallCurve>[number];

/**
 * A curve whose precisions are those to expect of a site not seen: one standard error below what was found. Sites differ
 * much, and their blocks are no independent cases, so that a precision over all blocks of some sites is often not held on
 * the next. The error is by leaving out one site at a time (jackknife). Recall is as found.
 *
 * Time: a sort of the cases, and points × sites.
 */
export function cautiousCurve(cases: ScoredCases, sites: ArrayLike<number>, points: number): Point[] {
  const { score, label } = cases;
  const order = Array.from(score, (_, i) => i).sort((a, b) => score[b] - score[a]);
  const numbers = new Map<number, number>();
  for (let i = 0; i < sites.length; i++) if (!numbers.has(sites[i])) numbers.set(sites[i], numbers.size);
  const said = new Float64Array(numbers.size);
  const right = new Float64Array(numbers.size);
  let next = 0;
  return precisionRecallCurve(cases, points).map((point) => {
    for (; next < order.length && score[order[next]] >= point.threshold; next++) {
      const site = numbers.get(sites[order[next]]) as number;
      said[site]++;
      right[site] += label[order[next]];
    }
    return { ...point, precision: Math.max(0, point.precision - errorOf(said, right)) };
  });
}

/** The standard error of the precision. With cases of one site only it is the whole precision: nothing is known. */
function errorOf(said: Float64Array, right: Float64Array): number {
  const allSaid = said.reduce((sum, each) => sum + each, 0);
  const allRight = right.reduce((sum, each) => sum + each, 0);
  const without: number[] = [];
  for (let site = 0; site < said.length; site++) {
    if (said[site] > 0 && said[site] < allSaid) without.push((allRight - right[site]) / (allSaid - said[site]));
  }
  if (without.length === 0) return 1;
  const mean = without.reduce((sum, each) => sum + each, 0) / without.length;
  const squares = without.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt((squares * (without.length - 1)) / without.length);
}
