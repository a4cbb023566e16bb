import { seededRandom } from "dehusk/internal/learn";

/** Cleaning methods. */
export const cleanMethods = ["all", "table", "pageLevel", "pageLevelJoined", "content", "contentJoined"] as const;
export type CleanMethod = (typeof cleanMethods)[number];

/** How well a page of a host was cleaned. */
export interface CleanedPage {
  readonly host: number;
  /** Whether it is one of the first four of its host. */
  readonly isYoung: boolean;
  /** Whether the table found a template block on it. */
  readonly hasTemplates: boolean;
  readonly f1: Readonly<Record<CleanMethod, number>>;
}

/** Two cleaning methods on the same pages. */
export interface PairedFigures {
  readonly pages: number;
  /** Pages on which the first is better, and worse, than the second. */
  readonly better: number;
  readonly worse: number;
  readonly mean: number;
  /** 95 % bootstrap interval of the mean over hosts, with a fixed seed. */
  readonly interval: readonly [number, number];
}

const draws = 2000;

/** By how much the F1 of one method exceeds another's; the bootstrap resamples hosts. */
export function comparePairs(
  pages: readonly CleanedPage[],
  one: CleanMethod,
  other: CleanMethod,
  seed: number,
): PairedFigures {
  const differences = pages.map(({ f1 }) => f1[one] - f1[other]);
  const hosts = new Map<number, { sum: number; count: number }>();
  for (const [p, { host }] of pages.entries()) {
    const own = hosts.get(host) ?? { sum: 0, count: 0 };
    own.sum += differences[p];
    own.count++;
    hosts.set(host, own);
  }
  const list = [...hosts.values()];
  const random = seededRandom(seed);
  const means = Array.from({ length: list.length === 0 ? 0 : draws }, () => {
    let [sum, count] = [0, 0];
    for (let k = 0; k < list.length; k++) {
      const drawn = list[Math.floor(random() * list.length)];
      sum += drawn.sum;
      count += drawn.count;
    }
    return sum / count;
  }).sort((a, b) => a - b);
  const at = (share: number): number => means[Math.floor(share * (means.length - 1))] ?? Number.NaN;
  return {
    pages: pages.length,
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
    mean: differences.reduce((sum, difference) => sum + difference, 0) / pages.length,
    interval: [at(0.025), at(0.975)],
  };
}
