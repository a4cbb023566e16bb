import type { BlockView } from "../features/index.ts";
import { textKinds } from "./content-model.ts";

const ARTICLE = textKinds.indexOf("article");
const COMMENT = textKinds.indexOf("comment");
const POST = textKinds.indexOf("post");
const REVIEW = textKinds.indexOf("review");

/** Blocks of fewer words have no kind of their own. */
const leastWords = 3;

/**
 * The log-odds from which a group of similar parts is one of comments, or of reviews. Structure alone gives low odds,
 * but comments are many, and few other groups come close: on the pages of accuracy/, a threshold of 0 misses comments whose
 * markup does not name them, and one below -2 takes answers to questions for comments.
 */
const groupedComments = -1.8;
const groupedReviews = -1;

/** Minimum probability of content for a single comment. */
const leastChance = 0.1;

/** The mean log-odds, over a page's likely content, from which a page is a thread of posts. */
const threadPosts = -1.15;

/** The blocks of a page with their scores. */
export interface JudgedBlocks {
  readonly view: BlockView;
  /** The blocks that had a second look; others have no kind of their own. */
  readonly looked: Int32Array;
  /** The log-odds of each of these of being of a kind. */
  readonly comment: Float32Array;
  readonly post: Float32Array;
  readonly review: Float32Array;
  readonly words: Int32Array;
  readonly chance: Float64Array;
}

/**
 * The kind of each block if it is content, as an index into `textKinds`. Blocks of similar parts share a kind; whether they
 * are posts depends on the whole page: below an article they are comments, in a thread there is no article.
 */
export function kindsOfBlocks(judged: JudgedBlocks): Uint8Array {
  const { view, looked } = judged;
  const kind = new Uint8Array(judged.words.length);
  const words = new Int32Array(looked.length);
  const chance = new Float64Array(looked.length);
  const group = new Int32Array(looked.length);
  for (let i = 0; i < looked.length; i++) {
    const b = looked[i];
    words[i] = judged.words[b];
    chance[i] = judged.chance[b];
    group[i] = groupOf(view, b);
  }
  const comment = groupMeans(judged.comment, words, group);
  const review = groupMeans(judged.review, words, group);
  const posts = likelyMean(judged.post, words, chance);
  const isThread = posts > threadPosts && posts > likelyMean(comment, words, chance);
  for (let i = 0; i < looked.length; i++) {
    if (words[i] < leastWords) continue;
    const isGrouped = group[i] !== 0;
    // A single block that looks like a comment but not like content is some box.
    const isOut = !isGrouped && chance[i] < leastChance;
    const asComment = isOut ? 0 : comment[i] - (isGrouped ? groupedComments : 0);
    const asReview = review[i] - (isGrouped ? groupedReviews : 0);
    let own = Math.max(asComment, asReview) <= 0 ? ARTICLE : asComment > asReview ? COMMENT : REVIEW;
    if (isThread && own !== REVIEW) own = POST;
    kind[looked[i]] = own;
  }
  return kind;
}

/** The parent of several similar parts, one of which contains a block; 0 for a block in none. */
function groupOf({ view, element, instanceAround }: BlockView, block: number): number {
  const part = instanceAround[element[block]];
  return part > 0 ? view.page.parent[part] : 0;
}

/** Scores of blocks as the mean over their group, weighted by words, since names, dates and labels say little. */
function groupMeans(scores: Float32Array, words: Int32Array, group: Int32Array): Float32Array {
  const sums = new Map<number, { score: number; weight: number }>();
  for (let b = 0; b < scores.length; b++) {
    if (group[b] === 0 || words[b] < leastWords) continue;
    const weight = words[b];
    const sum = sums.get(group[b]) ?? { score: 0, weight: 0 };
    sum.score += weight * scores[b];
    sum.weight += weight;
    sums.set(group[b], sum);
  }
  const means = scores.slice();
  for (let b = 0; sums.size > 0 && b < scores.length; b++) {
    const sum = sums.get(group[b]);
    if (sum !== undefined) means[b] = sum.score / sum.weight;
  }
  return means;
}

/** The mean over blocks, weighted by the roots of their words and their probabilities of content. */
function likelyMean(scores: Float32Array, words: Int32Array, chance: Float64Array): number {
  let sum = 0;
  let weight = 0;
  for (let b = 0; b < scores.length; b++) {
    const own = Math.sqrt(words[b]) * chance[b];
    sum += own * scores[b];
    weight += own;
  }
  return weight === 0 ? Number.NEGATIVE_INFINITY : sum / weight;
}
