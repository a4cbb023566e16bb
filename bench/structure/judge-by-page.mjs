/**
 * Tells the extractor's breaks from the page's own: headings with nothing between them in the source, paragraphs that
 * the page itself shows twice.
 */

import { AS_ON_PAGE } from "./kinds.mjs";
import { normalise, plainText } from "./markdown-lines.mjs";

/**
 * The breaks; those that the page itself has get a kind of their own.
 *
 * @param {readonly import("./markdown-breaks.mjs").Break[]} breaks
 * @param {import("./source-outline.mjs").Outline} outline
 * @returns {import("./markdown-breaks.mjs").Break[]}
 */
export function judgeByPage(breaks, { pieces }) {
  const source = pieces.map(({ level, text }) => ({ level, text: normalise(text) }));
  const all = ` ${source.map(({ text }) => text).join(" ")} `;
  const isOnPage = ({ kind, lines = [] }) => {
    const texts = lines.map((line) => normalise(plainText(line.text)));
    if (kind.startsWith("heading, nothing")) return hasEmptySection(source, texts[0]);
    if (kind.startsWith("heading, then")) return standTogether(source, texts[0], texts[1]);
    const isRepeat = kind.startsWith("paragraph of") || kind.startsWith("the same");
    return isRepeat && countOf(all, ` ${texts[0]} `) >= texts.length;
  };
  return breaks.map((found) => (isOnPage(found) ? { ...found, kind: found.kind + AS_ON_PAGE } : found));
}

/** How often a text with a space at each end occurs in another; two neighbours share the space between them. */
function countOf(all, text) {
  let count = 0;
  for (let at = all.indexOf(text); at !== -1; at = all.indexOf(text, at + text.length - 1)) count += 1;
  return count;
}

/** Whether the source has, somewhere, one text and then the other with nothing but headings between them. */
function standTogether(source, first, second) {
  return placesOf(source, first).some((place) => {
    const next = source.findIndex(({ level, text }, index) => index > place && (level === 0 || text === second));
    return next !== -1 && source[next].text === second;
  });
}

/** Whether the source has this heading somewhere with no text before the next heading of its level or above. */
function hasEmptySection(source, heading) {
  return placesOf(source, heading).some((place) => {
    const { level } = source[place];
    const next = source.slice(place + 1).find((piece) => piece.level === 0 || piece.level <= level);
    return next === undefined || next.level > 0;
  });
}

/** Where a text is a heading of the source, or, for headings that the extractor made itself, a whole text. */
function placesOf(source, wanted) {
  const places = [...source.keys()].filter((index) => source[index].text === wanted);
  const headings = places.filter((index) => source[index].level > 0);
  return headings.length > 0 ? headings : places;
}
