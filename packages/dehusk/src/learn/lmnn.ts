import { type LmnnGroup, type LmnnProblem, lmnnGroups } from "./lmnn-groups.ts";
import type { Impostors } from "./lmnn-impostors.ts";
import { LmnnLoss } from "./lmnn-loss.ts";
import { type Metric, nearestMetric, plainMetric } from "./metric.ts";

/**
 * Large-margin nearest neighbours (Weinberger, Blitzer & Saul, NIPS 2006; Weinberger & Saul, JMLR 2009): a metric under
 * which a row's nearest rows have its class, and rows of other classes are a margin of 1 farther away. The graph
 * theoretic segmentation paper, section 4.3, learns label costs with it, using segments as classes; classes are
 * meaningful within a page only, so neighbours and impostors are searched within groups.
 *
 * Sub-gradient descent, projected onto positive semi-definite matrices (JMLR 2009, appendix A). Between two searches
 * through all pairs, only the impostors of the last search are used. Each search measures the loss over all rows, and
 * steps that raised it are undone. A search costs O(rows² · features) per group, a step O(rows · impostors · features),
 * memory O(rows · (features + impostors)).
 *
 * Where we differ: only a row's nearest impostors count (option `impostors`), so that pages of thousands of rows fit;
 * and the loss is divided by the number of target pairs, so that options mean the same for any number of rows.
 */
export interface LmnnOptions {
  /** Target neighbours per row, k. Default 3. */
  readonly neighbours?: number | undefined;
  /** Weight of impostors against targets, μ, from 0 to 1. Default 0.5, as in the paper. */
  readonly push?: number | undefined;
  /** Impostors per row that count, the nearest; `Infinity` is the paper's loss. Default 50. */
  readonly impostors?: number | undefined;
  /** Maximum steps. Default 100. */
  readonly steps?: number | undefined;
  /** Steps between searches for impostors. Default 10. */
  readonly refresh?: number | undefined;
  /** Stops when a round of steps lowers the loss by a smaller share than this. Default 1e-4. */
  readonly tolerance?: number | undefined;
}

export interface LearnedMetric extends Metric {
  /** The loss over all rows at the start and after each accepted round: never rises. */
  readonly losses: readonly number[];
}

/** Size of the first step as a share of the matrix norm. */
const firstStep = 0.1;
const longer = 1.3;
const shorter = 0.5;
/** Steps smaller than this share of the matrix norm end the search. */
const smallestStep = 1e-10;

/**
 * Learns a metric. Deterministic to the last bit.
 *
 * @example
 * const metric = trainLmnn({ rows, features: 40, labels: segments, groups: pages });
 * const stretched = stretchRows(metric, rows);
 *
 * @throws RangeError if the lists do not match, or an option is out of range.
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

/** A point with all its impostors. */
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
      // Unlisted rows have come in: search again sooner.
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

/** Tries to lower the loss with the known impostors; returns the last point that did, and the next step size. */
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
      `Expected ${labels.length} rows of ${features} features with a group each, not ${rows.length} numbers and ${groups.length} groups.`,
    );
  }
  const { neighbours, push, impostors, steps, refresh, tolerance } = options as Record<keyof LmnnOptions, number>;
  const isWhole = (value: number) => Number.isInteger(value) && value >= 1;
  if (!isWhole(neighbours))
    throw new RangeError(`Option "neighbours" must be a whole number of at least 1, not ${neighbours}.`);
  if (!(push >= 0 && push <= 1)) throw new RangeError(`Option "push" must be a number from 0 to 1, not ${push}.`);
  if (!(isWhole(impostors) || impostors === Number.POSITIVE_INFINITY)) {
    throw new RangeError(`Option "impostors" must be a whole number of at least 1 or Infinity, not ${impostors}.`);
  }
  if (!(Number.isInteger(steps) && steps >= 0))
    throw new RangeError(`Option "steps" must be a whole number of at least 0, not ${steps}.`);
  if (!isWhole(refresh)) throw new RangeError(`Option "refresh" must be a whole number of at least 1, not ${refresh}.`);
  if (!(tolerance >= 0)) throw new RangeError(`Option "tolerance" must be 0 or more, not ${tolerance}.`);
}
