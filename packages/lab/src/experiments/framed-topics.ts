import { seededRandom, shuffled } from "dehusk/internal/learn";
import type { ResolvedOptions } from "./experiment.ts";
import { type FramedPage, findFramedPages, putIntoFrame } from "./framed-pages.ts";
import { listSites } from "./site-data.ts";
import { type PairFigures, type TopicFigures, topicPairs } from "./topic-pairs.ts";
import { accuracies, MeanAccuracy, type PageWords, type WordNumbers, wordsLeft, wordsOf } from "./topic-words.ts";

/** Frames that articles of all topics are put into: the paper has four sites with all topics each. */
const frameCount = 8;
const frameNeeds = { perSite: 1, article: 30, frame: 250, loose: 40 };

/** Articles: minimum sites per topic and pages per site. */
const articleNeeds = { perSite: 8, article: 30, frame: 0, loose: Number.POSITIVE_INFINITY };
const minSites = 3;
const minPages = 5;

/** Random problems per pair of topics. */
const problemsPerPair = 40;

interface Document {
  readonly topic: string;
  readonly site: string;
  readonly frame: number;
  readonly words: PageWords;
}

/**
 * The paper's setting, where a site's template is unrelated to the topic: articles of all topics stand in the same few
 * frames. One topic is learned from a site's articles in one frame, the other from a site's in another frame; tested
 * are articles of the other sites in all frames except the one that their own topic was learned in.
 */
export async function framedTopics(options: ResolvedOptions): Promise<TopicFigures> {
  const random = seededRandom(options.seed);
  const words: WordNumbers = new Map();
  const frames = await findFrames(options, random);
  const articles = await findArticles(options, random);
  const documents: Document[] = [];
  for (const [done, article] of articles.entries()) {
    options.progress(done, articles.length, "articles in frames");
    for (const [frame, host] of frames.entries()) {
      const page = putIntoFrame(article, host);
      if (page === undefined) continue;
      const own = wordsOf(page, host.knowledge.templates, options.threshold, words);
      documents.push({ topic: article.topic as string, site: article.site, frame, words: own });
    }
  }
  const topics = [...new Set(documents.map(({ topic }) => topic))].sort();
  const pairs = topicPairs(topics).map((pair) => tryPair(documents, pair, frames.length, words.size, random));
  return { pairs, left: wordsLeft(documents.map((document) => document.words)) };
}

async function findFrames(options: ResolvedOptions, random: () => number): Promise<FramedPage[]> {
  const sites = await listSites(options.data, "static-site");
  return shuffled(await findFramedPages(sites, frameNeeds, random, options), random).slice(0, frameCount);
}

async function findArticles(options: ResolvedOptions, random: () => number): Promise<FramedPage[]> {
  const sites = (await listSites(options.data, "swde")).filter(({ topic }) => topic !== undefined);
  const perSite = Math.min(articleNeeds.perSite, options.limit);
  const found = await findFramedPages(sites, { ...articleNeeds, perSite }, random, options);
  const least = Math.min(minPages, perSite);
  const bySite = sites
    .map(({ site, topic }) => ({ topic, pages: found.filter((page) => page.site === site) }))
    .filter(({ pages }) => pages.length >= least);
  const enough = bySite.filter(({ topic }) => bySite.filter((other) => other.topic === topic).length >= minSites);
  return enough.flatMap(({ pages }) => pages);
}

function tryPair(
  documents: readonly Document[],
  topics: readonly [string, string],
  frames: number,
  words: number,
  random: () => number,
): PairFigures {
  const accuracy = new MeanAccuracy();
  const ofTopics = topics.map((topic) => documents.filter((document) => document.topic === topic));
  const sites = ofTopics.map((list) => [...new Set(list.map(({ site }) => site))]);
  for (let tried = 0; tried < problemsPerPair && frames > 1; tried++) {
    const learnedFrames = shuffled([...Array(frames).keys()], random);
    const learned = [0, 1].map((k) => {
      const site = shuffled(sites[k], random)[0];
      const list = ofTopics[k] as readonly Document[];
      const training = list.filter((each) => each.site === site && each.frame === learnedFrames[k]);
      const tests = list.filter((each) => each.site !== site && each.frame !== learnedFrames[k]);
      return { training: training.map((each) => each.words), tests: tests.map((each) => each.words) };
    }) as [{ training: PageWords[]; tests: PageWords[] }, { training: PageWords[]; tests: PageWords[] }];
    if (learned.some(({ training, tests }) => training.length === 0 || tests.length === 0)) continue;
    const [first, second] = learned;
    accuracy.add(accuracies([first.training, second.training], [first.tests, second.tests], words));
  }
  return { topics, problems: accuracy.count, accuracy: accuracy.mean() };
}
