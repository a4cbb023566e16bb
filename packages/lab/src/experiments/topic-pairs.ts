import { seededRandom, shuffled } from "dehusk/internal/learn";
import type { CleaningMethod } from "../cleaned-texts.ts";
import type { ResolvedOptions } from "./experiment.ts";
import { type ListedSite, listSites, parseSitePage, readSite, templatesOf } from "./site-data.ts";
import {
  accuracies,
  MeanAccuracy,
  type PageWords,
  type WordNumbers,
  type WordsLeft,
  wordsLeft,
  wordsOf,
} from "./topic-words.ts";

/** Mean accuracy of each method over the problems of two topics. */
export interface PairFigures {
  readonly topics: readonly [string, string];
  readonly problems: number;
  readonly accuracy: Readonly<Record<CleaningMethod, number>>;
}

export interface TopicFigures {
  readonly pairs: readonly PairFigures[];
  readonly left: Readonly<Record<CleaningMethod, WordsLeft>>;
}

interface TopicSite {
  readonly topic: string;
  readonly pages: readonly PageWords[];
}

/** Random problems to run per pair of topics; there is one for each pair of their sites. */
const maxProblems = 16;

/** All pairs of a list, in its order. */
export function topicPairs(topics: readonly string[]): [string, string][] {
  return topics.flatMap((first, i) => topics.slice(i + 1).map((second): [string, string] => [first, second]));
}

/**
 * The pages as they are: for each pair of topics, one site of each to train on, and the other sites of both to test on.
 * Every page is read and cleaned once.
 */
export async function sitesAsTheyAre(options: ResolvedOptions): Promise<TopicFigures> {
  const listed = (await listSites(options.data, "swde")).filter(({ topic }) => topic !== undefined);
  const random = seededRandom(options.seed);
  const words: WordNumbers = new Map();
  const sites: TopicSite[] = [];
  for (const [done, site] of listed.entries()) {
    options.progress(done, listed.length, site.site);
    sites.push({ topic: site.topic as string, pages: await pagesOf(site, options, words) });
  }
  const topics = [...new Set(sites.map(({ topic }) => topic))].sort();
  const pairs = topicPairs(topics).map((pair, done, all) => {
    options.progress(done, all.length, pair.join(" or "));
    return tryPair(sites, pair, words.size, random);
  });
  return { pairs, left: wordsLeft(sites.flatMap(({ pages }) => pages)) };
}

async function pagesOf(site: ListedSite, options: ResolvedOptions, words: WordNumbers): Promise<PageWords[]> {
  const pages = (await readSite(options.data, site, options.limit)).map(parseSitePage);
  const templates = templatesOf(pages);
  return pages.map((page) => wordsOf(page, templates, options.threshold, words));
}

function tryPair(
  sites: readonly TopicSite[],
  topics: readonly [string, string],
  words: number,
  random: () => number,
): PairFigures {
  const accuracy = new MeanAccuracy();
  const [ofFirst, ofSecond] = topics.map((topic) => sites.filter((site) => site.topic === topic)) as [
    TopicSite[],
    TopicSite[],
  ];
  const pagesBut = (list: readonly TopicSite[], left: TopicSite): PageWords[] =>
    list.filter((site) => site !== left).flatMap(({ pages }) => pages);
  const problems = ofFirst.flatMap((first) => ofSecond.map((second) => ({ first, second })));
  for (const { first, second } of shuffled(problems, random).slice(0, maxProblems)) {
    const tests = [pagesBut(ofFirst, first), pagesBut(ofSecond, second)] as const;
    if (tests.some((pages) => pages.length === 0)) continue;
    accuracy.add(accuracies([first.pages, second.pages], tests, words));
  }
  return { topics, problems: accuracy.count, accuracy: accuracy.mean() };
}
