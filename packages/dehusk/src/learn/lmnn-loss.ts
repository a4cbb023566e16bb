import type { LmnnGroup } from "./lmnn-groups.ts";
import { findImpostors, type Impostors } from "./lmnn-impostors.ts";
import { type Metric, stretchRows } from "./metric.ts";

export interface LmnnWeights {
  /** Target neighbours per row. */
  readonly neighbours: number;
  /** μ. */
  readonly push: number;
  /** Impostors per row that count: the nearest. */
  readonly impostors: number;
}

/**
 * The loss of large-margin nearest neighbours (Weinberger, Blitzer & Saul 2006, equation 12; Weinberger & Saul 2009,
 * section 3.1), for each pair of a row and a target neighbour:
 *
 *   (1 − μ) · d(i, j)  +  μ · Σ max(0, 1 + d(i, j) − d(i, l)),   l over rows of other classes in the same group.
 *
 * Only a row's nearest impostors are summed. They give the largest terms whatever the metric, and a sum of the k
 * largest of convex functions is convex: the loss stays convex in M, and any list of k rows gives a lower bound. So a
 * list can stand in for all rows between two searches.
 *
 * The gradient is Σ w (a − b)(a − b)ᵀ over pairs of rows. With V = Σ ± w (a − b) at the two rows it is XᵀV, so a pair
 * costs O(features) instead of O(features²).
 */
export class LmnnLoss {
  readonly groups: readonly LmnnGroup[];
  readonly features: number;
  /** Set by {@link LmnnLoss.evaluate}: M's gradient, symmetric. */
  readonly gradient: Float64Array;
  readonly #weights: LmnnWeights;
  /** 1 / the number of (row, target) pairs. */
  readonly #share: number;

  constructor(groups: readonly LmnnGroup[], features: number, weights: LmnnWeights) {
    this.groups = groups;
    this.features = features;
    this.gradient = new Float64Array(features * features);
    this.#weights = weights;
    let pairs = 0;
    for (const { targets } of groups) for (const target of targets) if (target >= 0) pairs++;
    this.#share = pairs === 0 ? 0 : 1 / pairs;
  }

  /** Searches the impostors of all rows: O(rows² · rank) per group. */
  search(metric: Metric): Impostors[] {
    return this.groups.map((group) =>
      findImpostors(group, stretchRows(metric, group.rows), metric.rank, this.#weights.impostors),
    );
  }

  /** The loss with these impostors; sets the gradient. O(impostors · features + rows · features²). */
  evaluate(metric: Metric, impostors: readonly Impostors[]): number {
    const { gradient, features } = this;
    gradient.fill(0);
    let loss = 0;
    for (const [g, group] of this.groups.entries()) {
      const pull = new Float64Array(group.count * features);
      loss += this.#pullAndPush(group, stretchRows(metric, group.rows), metric.rank, impostors[g], pull);
      addProduct(gradient, group, pull, features);
    }
    for (let i = 0; i < features; i++) {
      for (let j = 0; j <= i; j++) {
        const value = gradient[i * features + j] * this.#share;
        gradient[i * features + j] = value;
        gradient[j * features + i] = value;
      }
    }
    return loss * this.#share;
  }

  #pullAndPush(group: LmnnGroup, z: Float64Array, rank: number, impostors: Impostors, pull: Float64Array): number {
    const { neighbours, push } = this.#weights;
    const { features } = this;
    const { rows, targets } = group;
    const reach = new Float64Array(neighbours);
    const weight = new Float64Array(neighbours);
    let loss = 0;
    for (let i = 0; i < group.count; i++) {
      let farthest = 0;
      let size = 0;
      // Targets come first.
      for (; size < neighbours && targets[i * neighbours + size] >= 0; size++) {
        const distance = squaredDistance(z, rank, i, targets[i * neighbours + size]);
        loss += (1 - push) * distance;
        reach[size] = 1 + distance;
        weight[size] = 1 - push;
        farthest = Math.max(farthest, 1 + distance);
      }
      const end = impostors.from[i + 1];
      for (let n = impostors.from[i]; n < end; n++) {
        const l = impostors.rows[n];
        const distance = squaredDistance(z, rank, i, l);
        if (distance >= farthest) continue;
        let times = 0;
        for (let t = 0; t < size; t++) {
          const short = reach[t] - distance;
          if (short <= 0) continue;
          loss += push * short;
          weight[t] = weight[t] + push;
          times++;
        }
        addPair(pull, rows, features, i, l, -push * times);
      }
      for (let t = 0; t < size; t++) {
        addPair(pull, rows, features, i, targets[i * neighbours + t], weight[t]);
      }
    }
    return loss;
  }
}

function squaredDistance(rows: Float64Array, width: number, i: number, j: number): number {
  let sum = 0;
  for (let k = 0, a = i * width, b = j * width; k < width; k++, a++, b++) {
    const by = rows[a] - rows[b];
    sum += by * by;
  }
  return sum;
}

function addPair(pull: Float64Array, rows: Float64Array, width: number, i: number, j: number, times: number): void {
  for (let k = 0, a = i * width, b = j * width; k < width; k++, a++, b++) {
    const by = times * (rows[a] - rows[b]);
    pull[a] = pull[a] + by;
    pull[b] = pull[b] - by;
  }
}

/** Adds the lower triangle of XᵀV. */
function addProduct(sum: Float64Array, { rows, count }: LmnnGroup, pull: Float64Array, width: number): void {
  for (let r = 0; r < count; r++) {
    for (let i = 0, at = r * width; i < width; i++) {
      const x = rows[at + i];
      if (x === 0) continue;
      for (let j = 0, to = i * width; j <= i; j++, to++) sum[to] = sum[to] + x * pull[at + j];
    }
  }
}
