import { type LmnnGroup, type LmnnProblem, lmnnGroups } from "./lmnn-groups.ts";
import type { Impostors } from "./lmnn-impostors.ts";
import { LmnnLoss } from "./lmnn-loss.ts";
import { type Metric, nearestMetric, plainMetric } from "./metric.ts";

/**
 * Large-margin nearest neighbours (Weinberger, Blitzer & Saul, NIPS 2006; Weinberger & Saul, JMLR 2009): the metric under
 * which the nearest rows of a row have its class, and rows of other classes lie a margin of 1 farther off. The graph
 * theoretic segmentation paper, section 4.3, learns the costs of labels by it, with segments as classes; classes mean
 * something within a page only, so neighbours and impostors are looked for within groups.
 *
 * Sub-gradient descent with each point brought back to positive semi-definite matrices (JMLR 2009, appendix A). Between
 * two searches through all pairs, only the impostors of the last search are looked at. The loss over all rows is
 * measured at each search, and what raised it is undone. A search costs O(rows² · features) in each group, a step
 * O(rows · impostors · features), memory O(rows · (features + impostors)).
 *
 * We differ in two things: of each row only its nearest impostors count (option `impostors`), so that pages of
 * thousands of rows fit; and the loss is divided by the number of target pairs, so that options mean the same whatever
 * the number of rows.
 */
export interface LmnnOptions {
  /** Target neighbours of a row, k. Default 3. */
  readonly neighbours?: number | undefined;
  /** How much impostors count against targets, μ, from 0 to 1. Default 0.5, as in the paper. */
  readonly push?: number | undefined;
  /** Impostors of a row that count, its nearest; `Infinity` is the paper's loss. Default 50. */
  readonly impostors?: number | undefined;
  /** Most steps. Default 100. */
  readonly steps?: number | undefined;
  /** Steps from one search for impostors to the next. Default 10. */
  readonly refresh?: number | undefined;
  /** Ends when a round of steps lowers the loss by a smaller share than this. Default 1e-4. */
  readonly tolerance?: number | undefined;
}

export interface LearnedMetric extends Metric {
  /** The loss over all rows at the start and after each round that was kept: it never rises. */
  readonly losses: readonly number[];
}

/** The first step goes this share of the matrix's size. */
const firstStep = 0.1;
const longer = 1.3;
const shorter = 0.5;
/** Share of the matrix's size below which a step is none. */
const smallestStep = 1e-10;

/**
 * Learns a metric. The same problem and options give the same bits.
 *
 * @example
 * const metric = trainLmnn({ rows, features: 40, labels: segments, groups: pages });
 * const stretched = stretchRows(metric, rows);
 *
 * @throws RangeError when the lists do not fit each other, or an option is out of range.
 */
export function trainLmnn(problem: LmnnProblem, options: LmnnOptions = {}): LearnedMetric {
  const { neighbours = 3, push = 0.5, impostors = 50, steps = 100, refresh = 10, tolerance = 1e-4 } = options;
  check(problem, { neighbours, push, impostors, steps, refresh, tolerance });
  const groups: readonly LmnnGroup[] = lmnnGroups(problem, neighbours);
  const loss = new LmnnLoss(groups, problem.features, { neighbours, push, impostors });
  return descend(loss, { steps, refresh, tolerance });
}

interface Descent {
  readonly steps: number;
  readonly refresh: number;
  readonly tolerance: number;
}

/** A point at which all impostors are known. */
interface Checkpoint {
  readonly metric: Metric;
  readonly impostors: readonly Impostors[];
  readonly loss: number;
  readonly gradient: Float64Array;
}

function descend(loss: LmnnLoss, { steps, refresh, tolerance }: Descent): LearnedMetric {
  let kept = checkpointAt(loss, plainMetric(loss.features));
  const losses = [kept.loss];
  let length = (firstStep * sizeOf(kept.metric.matrix)) / sizeOf(kept.gradient);
  let left = steps;
  for (let interval = refresh; left > 0 && Number.isFinite(length); ) {
    const round = Math.min(interval, left);
    left -= round;
    const { metric, length: after } = takeSteps(loss, kept, round, length);
    if (metric === kept.metric) {
      if (after * sizeOf(kept.gradient) < smallestStep * sizeOf(kept.metric.matrix)) break;
      length = after;
      continue;
    }
    const next = checkpointAt(loss, metric);
    if (next.loss >= kept.loss) {
      // Rows that were not on the lists came in: go less far before looking again.
      interval = Math.max(1, interval >> 1);
      length = after * shorter * shorter;
      continue;
    }
    const drop = kept.loss - next.loss;
    kept = next;
    losses.push(next.loss);
    length = after;
    interval = Math.min(refresh, interval * 2);
    if (drop <= tolerance * (kept.loss + drop)) break;
  }
  return { ...kept.metric, losses };
}

function checkpointAt(loss: LmnnLoss, metric: Metric): Checkpoint {
  const impostors = loss.search(metric);
  return { metric, impostors, loss: loss.evaluate(metric, impostors), gradient: loss.gradient.slice() };
}

/** So many tries to lower the loss that the known impostors give; the last point that did, and the next step's length. */
function takeSteps(loss: LmnnLoss, start: Checkpoint, tries: number, first: number) {
  let { metric, loss: least, gradient } = start;
  let length = first;
  for (let t = 0; t < tries; t++) {
    const moved = metric.matrix.map((value, at) => value - length * gradient[at]);
    const next = nearestMetric(moved, loss.features);
    const value = loss.evaluate(next, start.impostors);
    if (value < least) {
      metric = next;
      least = value;
      gradient = loss.gradient.slice();
      length *= longer;
    } else length *= shorter;
  }
  return { metric, length };
}

function sizeOf(matrix: Float64Array): number {
  let sum = 0;
  for (const value of matrix) sum += value * value;
  return Math.sqrt(sum);
}

function check({ rows, features, labels, groups }: LmnnProblem, options: Required<LmnnOptions>): void {
  if (rows.length !== labels.length * features || groups.length !== labels.length) {
    throw new RangeError(
      `${rows.length} numbers are not ${labels.length} rows of ${features} features in ${groups.length} groups.`,
    );
  }
  const { neighbours, push, impostors, steps, refresh, tolerance } = options as Record<keyof LmnnOptions, number>;
  const isWhole = (value: number) => Number.isInteger(value) && value >= 1;
  if (!isWhole(neighbours))
    throw new RangeError(`Option "neighbours" must be a whole number from 1, not ${neighbours}.`);
  if (!(push >= 0 && push <= 1)) throw new RangeError(`Option "push" must be from 0 to 1, not ${push}.`);
  if (!(isWhole(impostors) || impostors === Number.POSITIVE_INFINITY)) {
    throw new RangeError(`Option "impostors" must be a whole number from 1, or Infinity, not ${impostors}.`);
  }
  if (!(Number.isInteger(steps) && steps >= 0)) throw new RangeError(`Option "steps" must be whole, not ${steps}.`);
  if (!isWhole(refresh)) throw new RangeError(`Option "refresh" must be a whole number from 1, not ${refresh}.`);
  if (!(tolerance >= 0)) throw new RangeError(`Option "tolerance" must be 0 or more, not ${tolerance}.`);
}
