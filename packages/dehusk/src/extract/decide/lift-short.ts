import { findTag, type Page, tagNumbers } from "../../page/index.ts";
import { classNames } from "../content/class-names.ts";
import type { JudgedText } from "./judged-text.ts";

const landmarks = tagNumbers("nav", "header", "footer", "aside");

const names = /(?:^|[\s_-])(?:nav|navbar|navigation|menu|footer|header|sidebar|breadcrumbs?|copyright)(?:[\s_-]|$)/i;

/** Maximum words of a page without navigation, and maximum share of links in its text. */
const mostWords = 200;
const mostLinks = 0.3;

/** Minimum probability by the model, with links and without any, maximum share of words below it, and the new probability. */
const leastChance = 0.25;
const leastUnlinked = 0.1;
const mostUnlikely = 0.2;
const enough = 0.6;

/**
 * Raises the probability of all text of a short page, such as a fragment, a test or a notice: models learn from long
 * pages, of which so little would be a box beside the text.
 *
 * @param chance Changed in place.
 * @returns Whether it was raised: not if too much is unlikely.
 */
export function liftShort({ page, words, isShort }: JudgedText, chance: Float64Array): boolean {
  if (isShort !== true) return false;
  const least = page.sums.anchorCharacters[page.size] === 0 ? leastUnlinked : leastChance;
  const unlikely = words.reduce((sum, own, b) => (chance[b] < least ? sum + own : sum), 0);
  if (unlikely > mostUnlikely * page.sums.words[page.size]) return false;
  for (let b = 0; b < chance.length; b++) if (chance[b] >= least) chance[b] = Math.max(chance[b], enough);
  return true;
}

/** Whether a page has few words, few of them links, and no navigation. */
export function isShortPage(page: Page): boolean {
  const { anchorCharacters, characters, words } = page.sums;
  if (words[page.size] > mostWords) return false;
  if (anchorCharacters[page.size] > mostLinks * characters[page.size]) return false;
  if (landmarks.some((tag) => findTag(page, tag) >= 0)) return false;
  for (let i = 1; i < page.size; i++) {
    if (page.attributes[i].length > 0 && names.test(classNames(page, i))) return false;
  }
  return true;
}
