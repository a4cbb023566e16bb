import { Fact, type Facts } from "./find-facts.ts";
import type { JudgedText } from "./judged-text.ts";

/** Minimum consecutive lines in a list of facts, and maximum blocks from one line to the next. */
const fewestLines = 3;
const widestGap = 2;

/** With more words of other likely text the page is an article or a discussion, and such lists are boxes beside it. */
const mostProse = 400;

/** Below its headline, a page with this many words of a description or a review may well be about a thing. */
const mostBelowHeadline = { words: 1500, blocks: 40 };

/** Blocks after the headline in which a price is that of the page's subject. */
const priceBlocks = 20;

/** Added to the log-odds of facts. Text less likely than this by itself is something else. */
const evidence = 2.5;
const leastChance = 0.02;

/** In nav, footer, aside. */
const outside = 1 | 4 | 8;

/**
 * Raises the probability of labels and their values on pages about a thing, such as a product, a job or a film:
 * "Weight: 2 kg". Models learn what is content mostly from articles, where a line like that is about the article. Three
 * consecutive lines are such a list, and make prices near the headline likelier too, with a fact right below.
 *
 * @param chance Changed in place.
 * @returns 1 for each block whose probability was raised.
 */
export function liftFacts(text: JudgedText, facts: Facts, chance: Float64Array): Uint8Array {
  const { page, view, words, isThread } = text;
  const isLifted = new Uint8Array(chance.length);
  if (isThread) return isLifted;
  const { element, inControl } = view;
  const { inside, blocksBefore, headline } = view.view;
  const start = headline < 0 ? chance.length : blocksBefore[headline];
  let prose = 0;
  for (let b = 0; b < chance.length; b++) if (facts.fact[b] === Fact.None) prose += words[b] * chance[b];
  if (prose > mostBelowHeadline.words) return isLifted;
  let isAny = false;
  for (const [from, to] of findLists(facts, (b) => !isOut(b))) {
    const isBelow = from >= start && from < start + mostBelowHeadline.blocks;
    if (prose > mostProse && !isBelow) continue;
    isAny = true;
    for (let b = from; b < to; b++) if (facts.fact[b] !== Fact.None) lift(b);
  }
  const end = isAny ? Math.min(chance.length, start + priceBlocks) : 0;
  for (let b = start; b < end; b++) {
    if (facts.isPrice[b] !== 1) continue;
    lift(b);
    // What is in stock, and when it is sent.
    if (facts.fact[b + 1] === Fact.Both && isBeside(b, b + 1)) lift(b + 1);
  }
  return isLifted;

  function isBeside(block: number, other: number): boolean {
    return page.parent[element[block]] === page.parent[element[other]];
  }

  function isOut(block: number): boolean {
    const node = element[block];
    return inControl[node] === 1 || (inside[node] & outside) !== 0 || chance[block] < leastChance;
  }

  function lift(block: number): void {
    if (isOut(block) || isLifted[block] === 1) return;
    const odds = (Math.exp(evidence) * chance[block]) / (1 - chance[block]);
    chance[block] = odds === Number.POSITIVE_INFINITY ? 1 : odds / (1 + odds);
    isLifted[block] = 1;
  }
}

/** Runs of blocks with several lines of facts, as `[from, to]`. */
function findLists({ fact }: Facts, isFit: (block: number) => boolean): [number, number][] {
  const lists: [number, number][] = [];
  for (let b = 0; b < fact.length; b++) {
    if (!endsLine(b)) continue;
    const from = fact[b] === Fact.Value ? b - 1 : b;
    let lines = 0;
    let last = b;
    for (let next = b; next < fact.length && next - last <= widestGap; next++) {
      if (!endsLine(next)) continue;
      lines++;
      last = next;
    }
    if (lines >= fewestLines) lists.push([from, last + 1]);
    b = last;
  }
  return lists;

  /** Whether a block is a value after its label, or both at once. */
  function endsLine(block: number): boolean {
    if (fact[block] !== Fact.Both && (fact[block] !== Fact.Value || block === 0)) return false;
    return isFit(block) && (fact[block] === Fact.Both || fact[block - 1] !== Fact.None);
  }
}
