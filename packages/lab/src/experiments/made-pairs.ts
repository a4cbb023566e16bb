import { seededRandom, shuffled } from "dehusk/internal/learn";
import { type Cleaner, type DefaultMethod, type PagePair, type Sketches, sketchesOf } from "./duplicate-pairs.ts";
import type { ResolvedOptions } from "./experiment.ts";
import { type FramedPage, findFramedPages, putIntoFrame } from "./framed-pages.ts";
import { listSites } from "./site-data.ts";

/** Pairs of either kind, without a limit. */
const maxPairs = 400;

/**
 * Minimum words of articles and frames. Cleaning fails on short posts. Frames may have some text of their own,
 * such as teasers and comments.
 */
const needs = { perSite: 6, article: 40, frame: 40, loose: 400 };

/** A pair with the words of the smaller of its frames, and of its shorter article. */
export interface MadePair<Method extends string> extends PagePair<Method> {
  readonly frameWords: number;
  readonly articleWords: number;
}

/** Note on these pairs for reports. */
export const madePairsNote =
  "Made pages: duplicates are one article in frames of two other sites; non-duplicates are two articles in frames of " +
  "two pages of one site. Articles have at least 40 words; frames may have up to 400 of their own page. Articles and " +
  "frames were separated by the sites' own templates, which favours SiteLevel.";

/**
 * Pairs of pages made by putting articles into the frames of other sites. Duplicates: one article in frames of two
 * sites, neither its own. Non-duplicates: articles of two sites in frames of one other site. Article and frame are
 * separated by the templates of the sites; methods that learn from a host know the pages of the frame's site.
 */
export async function madePairs<Method extends string>(
  options: ResolvedOptions,
  clean: Cleaner<Method>,
): Promise<MadePair<Method | DefaultMethod>[]> {
  const random = seededRandom(options.seed);
  const sites = await listSites(options.data, "static-site");
  const pages = shuffled(await findFramedPages(sites, needs, random, options), random);
  const wanted = Math.min(options.limit, maxPairs);
  const pairs: MadePair<Method | DefaultMethod>[] = [];
  const sketch = (article: FramedPage, frame: FramedPage): Sketches<Method | DefaultMethod> | undefined => {
    const page = putIntoFrame(article, frame);
    return page && sketchesOf(page, frame.knowledge, clean);
  };
  for (const same of [true, false]) {
    for (let tried = 0, made = 0; made < wanted && tried < 4 * pages.length; tried++) {
      const any = (): FramedPage => pages[Math.floor(random() * pages.length)];
      // Round robin over pages, so that all sites are used about equally.
      const [a, b, c] = [pages[tried % pages.length], any(), any()];
      if (new Set([a.site, b.site, c.site]).size < 3) continue;
      const other = pages.find(({ site, source }) => site === b.site && source !== b.source);
      if (!same && other === undefined) continue;
      const [article, frame] = same ? [a, c] : [c, other as FramedPage];
      const first = sketch(a, b);
      const second = sketch(article, frame);
      if (first === undefined || second === undefined) continue;
      const frameWords = Math.min(b.main.frameWords, frame.main.frameWords);
      const articleWords = Math.min(a.main.words, article.main.words);
      pairs.push({ first, second, same, frameWords, articleWords });
      options.progress(++made, wanted, same ? "made duplicates" : "made non-duplicates");
    }
  }
  return pairs;
}
