/**
 * Settings at which the methods have the same recall: "Incremental Web Page Template Detection", section 3. "The
 * expected recall is 80 %. To achieve the recall rate, the number of web pages in each batch is adjusted for shingle
 * method and SST method, and the parameters of logistic strategy is adjusted for our method."
 */

import {
  type BatchMethod,
  batchStarts,
  type Lifetime,
  type MethodRun,
  runBatches,
  runTable,
  type Truths,
} from "./incremental-methods.ts";
import type { StreamPage } from "./incremental-sites.ts";
import { recallOf, sumTallies, type Tally, type TruthName, truthNames } from "./incremental-truth.ts";

export const requiredRecall = 0.8;

/** The grid of T_b and N. */
export const baseLifetimes = [1, 2, 3, 5, 8, 12, 20];
export const lifetimeGrowths = [1, 2, 3, 4, 5, 8, 10, 16];

/** Results of a table setting on a site. */
export interface GridPoint extends Lifetime {
  readonly storage: number;
  readonly tally: Readonly<Record<TruthName, Tally>>;
}

/** All settings of the grid on a site, the smallest table first. */
export function walkGrid(pages: readonly StreamPage[], truths: Truths): GridPoint[] {
  const points = baseLifetimes.flatMap((base) =>
    lifetimeGrowths.map((growth): GridPoint => {
      const { tallies, storage } = runTable(pages, truths, { base, growth });
      return { base, growth, storage, tally: totals(tallies) };
    }),
  );
  return points.sort(bySize);
}

function bySize(a: GridPoint, b: GridPoint): number {
  return a.storage - b.storage || a.base - b.base || a.growth - b.growth;
}

function totals(tallies: MethodRun["tallies"]): Record<TruthName, Tally> {
  return Object.fromEntries(truthNames.map((name) => [name, sumTallies(tallies[name])])) as Record<TruthName, Tally>;
}

/** The setting with the smallest table and the required recall; if there is none, the highest recall. */
export function smallestSetting(points: readonly GridPoint[], truth: TruthName): GridPoint {
  const recall = (point: GridPoint): number => recallOf(point.tally[truth]);
  return (
    points.find((point) => recall(point) >= requiredRecall) ??
    points.reduce((best, point) => (recall(point) > recall(best) ? point : best))
  );
}

/** The setting with the smallest tables and the required recall on every site; undefined if there is none. */
export function settingForAll(sites: readonly (readonly GridPoint[])[], truth: TruthName): Lifetime | undefined {
  let best: { readonly lifetime: Lifetime; readonly storage: number } | undefined;
  for (const base of baseLifetimes) {
    for (const growth of lifetimeGrowths) {
      const own = sites.map((points) => pointOf(points, { base, growth }));
      if (own.some(({ tally }) => recallOf(tally[truth]) < requiredRecall)) continue;
      const storage = own.reduce((sum, point) => sum + point.storage, 0);
      if (best === undefined || storage < best.storage) best = { lifetime: { base, growth }, storage };
    }
  }
  return best?.lifetime;
}

export function pointOf(points: readonly GridPoint[], { base, growth }: Lifetime): GridPoint {
  return points.find((point) => point.base === base && point.growth === growth) as GridPoint;
}

/** A batch size and its results. */
export interface BatchChoice {
  readonly size: number;
  readonly run: MethodRun;
  /** Whether it has the required recall; if not, no size has, and this one has the highest. */
  readonly reached: boolean;
  /** Mean bytes of a batch with its pages compressed. */
  readonly packed: number;
  /** Pages to wait for before a page is answered, mean and maximum. */
  readonly wait: { readonly mean: number; readonly most: number };
}

/** Sizes to try until one is large enough; then the gap before it is searched. */
const growingSizes = [2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 400];

/** Finds the smallest batches with the required recall; runs are shared between truths. */
export class BatchSearch {
  readonly #runs = new Map<number, MethodRun>();
  readonly #pages: readonly StreamPage[];
  readonly #truths: Truths;
  readonly #method: BatchMethod;

  constructor(pages: readonly StreamPage[], truths: Truths, method: BatchMethod) {
    this.#pages = pages;
    this.#truths = truths;
    this.#method = method;
  }

  /** The smallest size; recall is assumed to be monotone between the sizes tried. */
  smallest(truth: TruthName): BatchChoice {
    const most = this.#pages.length;
    // At least two batches, or one of all pages.
    const sizes = [...growingSizes.filter((size) => 2 * size <= most), most];
    let best = sizes[0];
    for (const [k, size] of sizes.entries()) {
      if (this.#recall(size, truth) >= requiredRecall)
        return this.#choice(this.#bisect(sizes[k - 1] ?? 1, size, truth), true);
      if (this.#recall(size, truth) > this.#recall(best, truth)) best = size;
    }
    return this.#choice(best, false);
  }

  /** Results of one batch size. */
  run(size: number): MethodRun {
    let run = this.#runs.get(size);
    if (run === undefined) {
      run = runBatches(this.#pages, this.#truths, this.#method, size);
      this.#runs.set(size, run);
    }
    return run;
  }

  #recall(size: number, truth: TruthName): number {
    return recallOf(sumTallies(this.run(size).tallies[truth]));
  }

  #bisect(below: number, reached: number, truth: TruthName): number {
    let low = below;
    let high = reached;
    if (high === this.#pages.length) {
      // Sizes between half and all pages all give one batch.
      const half = high >> 1;
      if (low >= half || this.#recall(half, truth) < requiredRecall) return high;
      high = half;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#recall(middle, truth) >= requiredRecall) high = middle;
      else low = middle;
    }
    return high;
  }

  #choice(size: number, reached: boolean): BatchChoice {
    const starts = batchStarts(this.#pages.length, size);
    const packed = this.#pages.reduce((sum, { packedBytes }) => sum + packedBytes, 0) / (starts.length - 1);
    return { size, run: this.run(size), reached, packed, wait: waitOf(starts) };
  }
}

/** The k-th of n pages of a batch waits for n − k more. */
function waitOf(starts: readonly number[]): BatchChoice["wait"] {
  let sum = 0;
  let most = 0;
  for (const [k, from] of starts.slice(0, -1).entries()) {
    const size = starts[k + 1] - from;
    sum += (size * (size - 1)) / 2;
    most = Math.max(most, size - 1);
  }
  return { mean: sum / starts[starts.length - 1], most };
}
