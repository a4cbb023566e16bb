import { seededRandom, shuffled } from "dehusk/internal/learn";
import { type Cleaner, type PagePair, type Sketches, sketchesOf } from "./duplicate-pairs.ts";
import type { ResolvedOptions } from "./experiment.ts";
import { type FramedPage, findFramedPages, putIntoFrame } from "./framed-pages.ts";
import { listSites } from "./site-data.ts";

/** Pairs of either kind, without a limit. */
const maxPairs = 400;

/** Minimum words of articles and frames. The pairs' `frameWords` show what small frames do to the figures. */
const needs = { perSite: 6, article: 120, frame: 40, loose: 40 };

/** A pair with the words of the smaller of its frames. */
export interface MadePair<Method extends string> extends PagePair<Method> {
  readonly frameWords: number;
}

/** Note on these pairs for reports. */
export const madePairsNote =
  "Made pages: duplicates are one article in frames of two other sites; non-duplicates are two articles in the " +
  "same frame. Articles and frames were separated by the sites' own templates, which favours SiteLevel.";

/**
 * Pairs of pages made by putting articles into the frames of other sites. Duplicates: one article in frames of two
 * sites, neither its own. Non-duplicates: articles of two sites in the same frame. Article and frame are separated by
 * the templates of the sites; SiteLevel knows those of the frame's site.
 */
export async function madePairs<Method extends string>(
  options: ResolvedOptions,
  clean: Cleaner<Method>,
): Promise<MadePair<Method>[]> {
  const random = seededRandom(options.seed);
  const sites = await listSites(options.data, "static-site");
  const pages = shuffled(await findFramedPages(sites, needs, random, options), random);
  const wanted = Math.min(options.limit, maxPairs);
  const pairs: MadePair<Method>[] = [];
  const sketch = (article: FramedPage, frame: FramedPage): Sketches<Method> | undefined => {
    const page = putIntoFrame(article, frame);
    return page && sketchesOf(clean(page, frame.templates));
  };
  for (const same of [true, false]) {
    for (let tried = 0, made = 0; made < wanted && tried < 4 * pages.length; tried++) {
      const any = (): FramedPage => pages[Math.floor(random() * pages.length)];
      // Round robin over pages, so that all sites are used about equally.
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
