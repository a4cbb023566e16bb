/**
 * How well scores separate two classes, and how well they work as probabilities. Equal scores are one step of a curve,
 * so that no figure depends on input order. Cost: a sort of the scores.
 */

/** Scores with the truth (0 or 1) and optional weights. */
export interface ScoredCases {
  readonly score: ArrayLike<number>;
  readonly label: ArrayLike<number>;
  readonly weight?: ArrayLike<number> | undefined;
}

/** One step of a curve: the figures if everything with at least this score is called positive. */
export interface CurvePoint {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  /** False positive rate. */
  readonly falsePositiveRate: number;
  /** Harmonic mean of precision and recall. */
  readonly f: number;
}

/** The steps of the curve, by descending score. */
export function curveOf(cases: ScoredCases): CurvePoint[] {
  const { score, label, weight } = cases;
  const order = Array.from(score, (_, i) => i).sort((a, b) => score[b] - score[a]);
  let positives = 0;
  let negatives = 0;
  for (const i of order) {
    if (label[i] === 1) positives += weight?.[i] ?? 1;
    else negatives += weight?.[i] ?? 1;
  }
  const points: CurvePoint[] = [];
  let hits = 0;
  let falsePositives = 0;
  for (const [k, i] of order.entries()) {
    if (label[i] === 1) hits += weight?.[i] ?? 1;
    else falsePositives += weight?.[i] ?? 1;
    const next = order[k + 1];
    if (next !== undefined && score[next] === score[i]) continue;
    points.push({
      threshold: score[i],
      precision: hits + falsePositives === 0 ? 1 : hits / (hits + falsePositives),
      recall: positives === 0 ? 1 : hits / positives,
      falsePositiveRate: negatives === 0 ? 0 : falsePositives / negatives,
      f: positives + hits + falsePositives === 0 ? 1 : (2 * hits) / (positives + hits + falsePositives),
    });
  }
  return points;
}

/**
 * Area under the ROC curve: how often a positive scores above a negative, ties as one half. NaN with one class only.
 */
export function rocAuc(cases: ScoredCases): number {
  if (!hasBoth(cases)) return Number.NaN;
  let area = 0;
  let recall = 0;
  let rate = 0;
  for (const point of curveOf(cases)) {
    area += ((point.falsePositiveRate - rate) * (point.recall + recall)) / 2;
    recall = point.recall;
    rate = point.falsePositiveRate;
  }
  return area;
}

/** Area under the precision-recall curve as average precision: no interpolation. NaN without positives. */
export function averagePrecision(cases: ScoredCases): number {
  if (!hasClass(cases, 1)) return Number.NaN;
  let area = 0;
  let recall = 0;
  for (const point of curveOf(cases)) {
    area += (point.recall - recall) * point.precision;
    recall = point.recall;
  }
  return area;
}

/** The step with the highest F; if tied, the highest threshold. Undefined without cases. */
export function bestThreshold(cases: ScoredCases): CurvePoint | undefined {
  let best: CurvePoint | undefined;
  for (const point of curveOf(cases)) if (best === undefined || point.f > best.f) best = point;
  return best;
}

/** A step of a precision-recall curve, for choosing thresholds. Plain data, stored with a model. */
export type PrecisionRecallPoint = Pick<CurvePoint, "threshold" | "precision" | "recall">;

/**
 * The precision-recall curve, by descending score. A long one is thinned to `most` steps at about equal distances of
 * recall; the remaining ones are exact, and the last has all positives.
 */
export function precisionRecallCurve(cases: ScoredCases, most = 200): PrecisionRecallPoint[] {
  if (!(Number.isInteger(most) && most >= 2)) throw new RangeError(`A curve needs at least two points, not ${most}.`);
  const points = curveOf(cases).map(({ threshold, precision, recall }) => ({ threshold, precision, recall }));
  if (points.length <= most) return points;
  const thinned: PrecisionRecallPoint[] = [];
  let due = 0;
  for (const point of points) {
    const passed = Math.floor(point.recall * (most - 2));
    if (passed < due) continue;
    thinned.push(point);
    due = passed + 1;
  }
  const last = points.at(-1);
  if (last !== undefined && thinned.at(-1) !== last) thinned.push(last);
  return thinned;
}

/** The highest threshold of a curve with at least this recall; undefined if there is none. */
export function thresholdForRecall(curve: readonly PrecisionRecallPoint[], recall: number): number | undefined {
  return highest(curve.filter((point) => point.recall >= recall))?.threshold;
}

/**
 * The threshold with the highest recall at this precision or more; if tied, the highest. Undefined if there is none.
 */
export function thresholdForPrecision(curve: readonly PrecisionRecallPoint[], precision: number): number | undefined {
  return mostRecall(curve, precision)?.threshold;
}

/** The highest recall at this precision or more; 0 if no threshold has it. */
export function recallAtPrecision(curve: readonly PrecisionRecallPoint[], precision: number): number {
  return mostRecall(curve, precision)?.recall ?? 0;
}

function mostRecall(curve: readonly PrecisionRecallPoint[], precision: number): PrecisionRecallPoint | undefined {
  const precise = curve.filter((point) => point.precision >= precision);
  const most = precise.reduce((recall, point) => Math.max(recall, point.recall), 0);
  return highest(precise.filter((point) => point.recall === most));
}

/** The point of the highest threshold. */
function highest(points: readonly PrecisionRecallPoint[]): PrecisionRecallPoint | undefined {
  return points.reduce<PrecisionRecallPoint | undefined>(
    (best, point) => (best === undefined || point.threshold > best.threshold ? point : best),
    undefined,
  );
}

/** Cases with scores in one interval: mean score against the share of positives. */
export interface CalibrationBin {
  readonly from: number;
  readonly to: number;
  /** Weight of the cases. */
  readonly weight: number;
  readonly meanScore: number;
  readonly share: number;
}

/** Calibration of scores as probabilities, in bins of equal width over 0 to 1; empty bins are omitted. */
export function calibrationBins(cases: ScoredCases, bins = 10): CalibrationBin[] {
  const { score, label, weight } = cases;
  const sums = Array.from({ length: bins }, () => ({ weight: 0, score: 0, positive: 0 }));
  for (let i = 0; i < score.length; i++) {
    const bin = sums[Math.min(bins - 1, Math.max(0, Math.floor(score[i] * bins)))];
    if (bin === undefined) continue;
    const own = weight?.[i] ?? 1;
    bin.weight += own;
    bin.score += own * score[i];
    if (label[i] === 1) bin.positive += own;
  }
  return sums.flatMap((sum, i) =>
    sum.weight === 0
      ? []
      : {
          from: i / bins,
          to: (i + 1) / bins,
          weight: sum.weight,
          meanScore: sum.score / sum.weight,
          share: sum.positive / sum.weight,
        },
  );
}

/** Expected calibration error: mean distance between score and share of positives per bin. */
export function calibrationError(cases: ScoredCases, bins = 10): number {
  let error = 0;
  let weight = 0;
  for (const bin of calibrationBins(cases, bins)) {
    error += bin.weight * Math.abs(bin.meanScore - bin.share);
    weight += bin.weight;
  }
  return weight === 0 ? 0 : error / weight;
}

function hasBoth(cases: ScoredCases): boolean {
  return hasClass(cases, 0) && hasClass(cases, 1);
}

function hasClass(cases: ScoredCases, wanted: number): boolean {
  for (let i = 0; i < cases.score.length; i++) {
    if ((cases.label[i] === 1 ? 1 : 0) === wanted && (cases.weight?.[i] ?? 1) > 0) return true;
  }
  return false;
}
