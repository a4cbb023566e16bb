/**
 * The shingles that the pages of a host have in common: its menus, notices and blurbs. What is left of a page without
 * them is its own.
 *
 * Nothing is read twice: the smallest hashes of a page are a sample of its shingles, and the same shingle is sampled on
 * every page whose sample reaches that far. So the share of a host's pages that have a shingle is estimated by those
 * that sampled it, of those whose sample reaches it. Cost: one pass over the samples; memory: their distinct hashes.
 */

/** The sample of one page. */
export interface SampledPage {
  /** Ascending, from `shinglesOf` with `keep` set to `sampleSize`. */
  readonly shingles: Float64Array;
  /** The page's title, by which copies of a page are told from pages of one frame. */
  readonly title: string;
}

/** Shingles sampled per page: enough for a text that is a sixteenth of its page to leave a full sketch. */
export const sampleSize = 128;

/** A frame is on a tenth of the pages, as in page-level template detection, and on three. */
const minShare = 0.1;
const minPages = 3;

/**
 * The frame of a host: shingles on at least a tenth of its pages, and on pages with three titles. Copies of one article
 * share a title, so they do not make it a frame, unless the host has one title for all its pages.
 */
export function hostFrame(pages: readonly SampledPage[]): ReadonlySet<number> {
  const titles = pages.map(({ title }) => title);
  const isTold = new Set(titles).size >= minPages;
  const seen = new Map<number, { pages: number; readonly names: (string | number)[] }>();
  for (const [number, { shingles }] of pages.entries()) {
    const name = isTold ? (titles[number] as string) : number;
    for (const shingle of shingles) {
      const known = seen.get(shingle);
      if (known === undefined) {
        seen.set(shingle, { pages: 1, names: [name] });
        continue;
      }
      known.pages++;
      if (known.names.length < minPages && !known.names.includes(name)) known.names.push(name);
    }
  }
  const reaches = Float64Array.from(pages, ({ shingles }) => reachOf(shingles)).sort();
  const frame = new Set<number>();
  for (const [shingle, { pages: count, names }] of seen) {
    if (names.length === minPages && count >= minShare * (pages.length - below(reaches, shingle))) frame.add(shingle);
  }
  return frame;
}

/** The largest hash that the sample would contain: any, if it has all shingles of the page. */
function reachOf(shingles: Float64Array): number {
  return shingles.length < sampleSize ? Number.POSITIVE_INFINITY : (shingles.at(-1) as number);
}

/** Number of values below `limit`, in ascending values. */
function below(values: Float64Array, limit: number): number {
  let [from, to] = [0, values.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((values[middle] as number) < limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
