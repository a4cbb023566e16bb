import { seededRandom, shuffled } from "dehusk/internal/learn";
import { type Cleaner, type PagePair, type Sketches, sketchesOf } from "./duplicate-pairs.ts";
import type { ResolvedOptions } from "./experiment.ts";
import { type FramedPage, findFramedPages, putIntoFrame } from "./framed-pages.ts";
import { listSites } from "./site-data.ts";

/** Pairs of either kind, when there is no limit. */
const mostPairs = 400;

/** Least words of articles and frames. What small frames do to the figures can be seen from the pairs' `frameWords`. */
const needs = { perSite: 6, article: 120, frame: 40, loose: 40 };

/** A pair with the words of the smaller of its frames. */
export interface MadePair<Method extends string> extends PagePair<Method> {
  readonly frameWords: number;
}

/** What reports say of these pairs. */
export const madePairsNote =
  "Made pages: duplicates are one article in frames of two other sites; non-duplicates are two articles in the " +
  "same frame. Articles and frames were told apart by the sites' own templates, which favours SiteLevel.";

/**
 * Pairs of pages made by putting articles into the frames of other sites. Duplicates: one article in frames of two
 * sites, neither its own. Non-duplicates: articles of two sites in the same frame. What is article and what frame goes
 * by the templates of the sites; SiteLevel knows those of the site whose frame it is.
 */
export async function madePairs<Method extends string>(
  options: ResolvedOptions,
  clean: Cleaner<Method>,
): Promise<MadePair<Method>[]> {
  const random = seededRandom(options.seed);
  const sites = await listSites(options.data, "static-site");
  const pages = shuffled(await findFramedPages(sites, needs, random, options), random);
  const wanted = Math.min(options.limit, mostPairs);
  const pairs: MadePair<Method>[] = [];
  const sketch = (article: FramedPage, frame: FramedPage): Sketches<Method> | undefined => {
    const page = putIntoFrame(article, frame);
    return page && sketchesOf(clean(page, frame.templates));
  };
  for (const same of [true, false]) {
    for (let tried = 0, made = 0; made < wanted && tried < 4 * pages.length; tried++) {
      const any = (): FramedPage => pages[Math.floor(random() * pages.length)];
      // Each page takes its turn, so that all sites are used about alike.
      const [a, b, c] = [pages[tried % pages.length], any(), any()];
      if (new Set([a.site, b.site, c.site]).size < 3) continue;
      const first = sketch(a, b);
      const second = same ? sketch(a, c) : sketch(c, b);
      if (first === undefined || second === undefined) continue;
      const frameWords = Math.min(b.main.frameWords, (same ? c : b).main.frameWords);
      pairs.push({ first, second, same, frameWords });
      options.progress(++made, wanted, same ? "made duplicates" : "made non-duplicates");
    }
  }
  return pairs;
}
