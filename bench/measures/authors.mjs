/**
 * Compares authors as sets of names.
 *
 * A value (string or list) is cut at commas, semicolons, slashes, bars and "and" in a few languages; each name loses
 * "by", academic titles, bracketed notes and punctuation. Letters after a comma that look like a degree ("MD", "PhD")
 * are not names. Truth and answer go through the same steps.
 */

import { words } from "./words.mjs";

const CUT = /[,，、;；|/&\n·]|\s(?:and|und|et|y|e|och|og|en|i|и)\s/iu;
const LEAD =
  /^(?:(?:written |posted |published )?by|von|par|por|di|door|av|text|author|autor|autorin|작성자|作者|撰文|文)(?:\s*[:：]\s*|\s+)/iu;
const RANK = /^(?:dr|prof|mr|mrs|ms|sir)\.?\s+/iu;
const DEGREE = /^(?=.*\p{Lu}.*\p{Lu})[\p{L}.®™-]{2,8}$/u;

/**
 * The normalised names in an author value.
 *
 * @param {unknown} value a string, a list of strings or nothing
 * @returns {Set<string>}
 */
export function namesOf(value) {
  const names = new Set();
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item !== "string") continue;
    const text = item.normalize("NFKC").replace(/[(（[].*?[)）\]]/gu, " ");
    const parts = text.replace(/\s+/gu, " ").trim().split(CUT);
    parts.forEach((part, index) => {
      const bare = part.trim().replace(LEAD, "").replace(RANK, "").trim();
      if (index > 0 && DEGREE.test(bare)) return;
      const name = words(bare).join(" ");
      if (name) names.add(name);
    });
  }
  return names;
}

/**
 * Compares an answer with the true authors.
 *
 * exact: the same names, or the same words in all ("Smith, Jane" and "Jane Smith"). lenient: a name in common.
 *
 * @param {unknown} answer
 * @param {unknown} truth
 * @returns {{ exact: boolean, lenient: boolean }}
 */
export function compareAuthors(answer, truth) {
  const answered = namesOf(answer);
  const expected = namesOf(truth);
  const exact = sortedWords(answered) === sortedWords(expected);
  let shared = false;
  for (const name of answered) if (expected.has(name)) shared = true;
  return { exact: exact && expected.size > 0, lenient: (exact && expected.size > 0) || shared };
}

function sortedWords(names) {
  return [...names].join(" ").split(" ").sort().join(" ");
}
