import { shuffled } from "dehusk/internal/learn";
import { type Page, parse, textOf } from "dehusk/internal/page";
import { templateNodes } from "dehusk/internal/site";
import { comparedWords } from "dehusk/internal/train";
import { type MainPart, mainPart } from "../main-part.ts";
import { type SiteKnowledge, siteKnowledge } from "./duplicate-pairs.ts";
import type { ResolvedOptions } from "./experiment.ts";
import { type ListedSite, parseSitePage, readSite, type SitePage } from "./site-data.ts";

/** A page that can lend its article to the frame of another page, or its frame to another's article. */
export interface FramedPage {
  readonly site: string;
  readonly topic: string | undefined;
  readonly source: SitePage;
  readonly main: MainPart;
  /** The words of the article, as one string. */
  readonly words: string;
  readonly knowledge: SiteKnowledge;
}

export interface FramedPageNeeds {
  readonly perSite: number;
  /** Minimum words of the article, and of the frame around it. */
  readonly article: number;
  readonly frame: number;
  /** Most words of the frame that are not template, such as comments: leftovers of the page's own content. */
  readonly loose: number;
}

/** Random pages of the sites whose article and frame can be separated by the templates of their site. */
export async function findFramedPages(
  sites: readonly ListedSite[],
  needs: FramedPageNeeds,
  random: () => number,
  { data, progress }: Pick<ResolvedOptions, "data" | "progress">,
): Promise<FramedPage[]> {
  const found: FramedPage[] = [];
  for (const [done, site] of sites.entries()) {
    progress(done, sites.length, site.site);
    const pages = await readSite(data, site, Number.POSITIVE_INFINITY);
    const knowledge = siteKnowledge(pages.map(parseSitePage));
    let taken = 0;
    for (const source of shuffled(pages, random)) {
      if (taken === needs.perSite) break;
      const page = parse(source.html, { url: source.url, sourceRanges: true });
      const main = mainPart(page, templateNodes(page, knowledge.templates));
      if (main === undefined || main.words < needs.article) continue;
      if (main.frameWords < needs.frame || main.looseWords > needs.loose) continue;
      const words = comparedWords(textOf(page, main.node)).join(" ");
      found.push({ site: site.site, topic: site.topic, source, main, words, knowledge });
      taken++;
    }
  }
  return found;
}

/** An article in the frame of another page; undefined if the two do not fit together. */
export function putIntoFrame(article: FramedPage, frame: FramedPage): Page | undefined {
  const { html, url } = frame.source;
  const inside = article.source.html.slice(article.main.from, article.main.to);
  const page = parse(html.slice(0, frame.main.from) + inside + html.slice(frame.main.to), { url });
  // Sloppy HTML may swallow the rest of the page, or be swallowed by it.
  if (!comparedWords(page.text).join(" ").includes(article.words)) return undefined;
  const frameWords = page.sums.words[page.size] - article.main.words;
  const isWhole = Math.abs(frameWords - frame.main.frameWords) <= 0.1 * frame.main.frameWords;
  return isWhole ? page : undefined;
}
