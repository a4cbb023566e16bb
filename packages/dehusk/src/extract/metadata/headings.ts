import { isElement, isShown, type Page, tagNumber } from "../../page/index.ts";
import { foldWords, similarity } from "./clean-text.ts";
import type { Spot } from "./collect.ts";
import { type Sources, shownText } from "./sources.ts";
import type { Title } from "./title-in-text.ts";

/** h1 … h6 have consecutive numbers. */
const H1 = tagNumber("h1");

/** A heading, by its tag or by its class. */
export interface Heading extends Title {
  readonly words: readonly string[];
  /** 1 to 6; 7 for a title by its class only. */
  readonly level: number;
  readonly aside: boolean;
}

const most = 60;
const longest = 400;

/**
 * The visible headings, h1 first, each h1 followed by its parts.
 *
 * @param room The length of the longest declared title: much longer headings are not read, except h1.
 */
export function readHeadings({ page, found }: Sources, room: number): Heading[] {
  const lower = room === 0 ? longest : Math.min(longest, room * 4);
  const tops: Spot[] = [];
  const others: Spot[] = [];
  for (const spot of [...found.headings, ...found.titles]) (levelOf(page, spot.node) === 1 ? tops : others).push(spot);
  const headings: Heading[] = [];
  const seen = new Set<number>();
  for (const { node, aside } of [...tops, ...others]) {
    if (headings.length >= most) break;
    if (seen.has(node) || !isShown(page, node)) continue;
    const level = levelOf(page, node);
    addHeading(node, level, aside);
    if (level > 1) continue;
    // Kickers, dates and buttons inside a heading: one of its parts may be the title.
    const end = Math.min(page.end[node], node + 20);
    for (let i = node + 1; i < end; i++) if (isElement(page, i)) addHeading(i, level, aside);
  }
  return headings;

  function addHeading(node: number, level: number, aside: boolean): void {
    seen.add(node);
    const end = page.end[node];
    if (page.textTo[end] - page.textFrom[node] > (level === 1 ? longest : lower)) return;
    if (level > 6 && found.headings.some((heading) => heading.node > node && heading.node < end)) return;
    const text = shownText(page, node);
    if (text !== "") headings.push({ text, node, aside, level, words: foldWords(text) });
  }
}

function levelOf(page: Page, node: number): number {
  const level = page.tag[node] - H1 + 1;
  return level >= 1 && level <= 6 ? level : 7;
}

/** The similarity to a declared title that a heading of each level needs to be the headline. */
const agrees = [1, 0.4, 0.6, 0.7, 0.8, 0.8, 0.8, 0.7];

/** The heading most like the declared titles. */
export function agreeingHeading(headings: readonly Heading[], heads: readonly string[]): Heading | undefined {
  const wanted = heads.map(foldWords);
  let best: Heading | undefined;
  let bestScore = 0;
  for (const heading of headings) {
    let agreement = 0;
    for (const title of wanted) agreement = Math.max(agreement, agreementOf(heading, title));
    if (agreement < agrees[heading.level]) continue;
    const score = agreement + (heading.level === 1 ? 0.4 : heading.level <= 3 ? 0.1 : 0) - (heading.aside ? 0.3 : 0);
    if (score > bestScore + 1e-9) {
      best = heading;
      bestScore = score;
    }
  }
  return best;
}

/** Common words; an h1 contained in the title word for word agrees well, even if much shorter. */
function agreementOf({ words, level }: Heading, title: readonly string[]): number {
  // Texts of very different lengths cannot share enough words.
  if (level > 1 && (words.length > title.length * 3 || title.length > words.length * 3)) return 0;
  const shared = similarity(words, title);
  if (level > 1 || shared >= 0.5 || words.length < 2 || words.length >= title.length) return shared;
  return ` ${title.join(" ")} `.includes(` ${words.join(" ")} `) ? 0.5 : shared;
}

/**
 * The only h1 of a page, if it shares a word with the titles in meta elements, or there are none; the title element alone may
 * be the same on all pages of a site.
 */
export function loneHeading(headings: readonly Heading[], declared: readonly string[]): Heading | undefined {
  const tops = headings.filter(({ level, aside }) => level === 1 && !aside);
  const [first] = tops;
  if (first === undefined || first.words.length < 2) return undefined;
  const known = new Set(declared.flatMap(foldWords));
  if (known.size > 0 && !first.words.some((word) => known.has(word))) return undefined;
  const end = first.node + 20;
  return tops.every(({ node, text }) => node < end || text === first.text) ? first : undefined;
}

/** The first heading that is long enough to be a headline. */
export function anyHeading(headings: readonly Heading[]): Heading | undefined {
  return headings.find(({ level, aside, words }) => !aside && words.length >= (level === 1 ? 2 : 3));
}
