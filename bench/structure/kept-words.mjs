/**
 * Which parts of a page an output has kept, from the output's words alone.
 *
 * A part's words count as kept where three in a row occur in the output. A part of one or two words (up to eight characters
 * of Chinese or Japanese), which may occur by chance, is kept where it is a line or cell of its own, or next to its
 * neighbour's nearest word. Headings of the output do not count: a breadcrumb or a table of contents repeats them. Cost:
 * linear in the words, and one search of the output for each short part.
 */

import { linesOf, plainText, wordsOf } from "./markdown-lines.mjs";

/** A part is kept whole with nine tenths of its words, or all but one; dropped with half of them or less. */
const WHOLE = 0.9;
const DROPPED = 0.5;

/**
 * @typedef {object} KeptWords
 * @property {string[]} words of the output
 * @property {string} stream the words with a space before and after each
 * @property {Set<string>} runs of three words
 * @property {Set<string>} lines and cells, as their words
 * @property {Set<string>} starts the first three words of lines and cells
 */

/**
 * @param {string} markdown
 * @returns {KeptWords}
 */
export function keptWordsOf(markdown) {
  const lines = new Set();
  const starts = new Set();
  const all = [];
  for (const text of textsOf(markdown)) {
    const bare = text.replace(/^(?:>\s*)*(?:[-*+•]|\d+[.)])\s+(?:\[[ x]\]\s)?/i, "");
    for (const cell of [bare, ...bare.split("|")]) {
      const own = wordsOf(plainText(cell));
      lines.add(own.join(" "));
      starts.add(own.slice(0, 3).join(" "));
    }
    all.push(...wordsOf(plainText(bare)));
  }
  const runs = new Set();
  for (let at = 0; at + 2 < all.length; at++) runs.add(`${all[at]} ${all[at + 1]} ${all[at + 2]}`);
  return { words: all, stream: ` ${all.join(" ")} `, runs, lines, starts };
}

/** Lines with code, without headings. */
function textsOf(markdown) {
  const headings = new Set(linesOf(markdown).flatMap(({ is, number }) => (is === "heading" ? [number] : [])));
  return markdown.split("\n").filter((_, index) => !headings.has(index + 1));
}

/**
 * What became of a part: kept whole, kept in part, or dropped.
 *
 * @param {KeptWords} kept
 * @param {readonly string[]} part its words, at least one
 * @param {{ before?: string | undefined, after?: string | undefined }} [neighbours] the words next to it in the source
 * @returns {"whole" | "part" | "dropped"}
 */
export function fateOf({ stream, runs, lines }, part, { before, after } = {}) {
  if (isShort(part)) {
    const text = part.join(" ");
    const isKept = lines.has(text) || stream.includes(` ${before} ${text} `) || stream.includes(` ${text} ${after} `);
    return isKept ? "whole" : "dropped";
  }
  const found = new Set();
  for (let at = 0; at + 2 < part.length; at++) {
    if (runs.has(`${part[at]} ${part[at + 1]} ${part[at + 2]}`)) for (const step of [0, 1, 2]) found.add(at + step);
  }
  const share = found.size / part.length;
  if (share >= WHOLE || (part.length >= 5 && found.size >= part.length - 1)) return "whole";
  return share > DROPPED ? "part" : "dropped";
}

/** Characters of Chinese and Japanese are words of their own here; three of them say about as much as a word. */
function isShort(part) {
  if (part.length >= 9) return false;
  const characters = part.filter((word) => /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]$/u.test(word)).length;
  return part.length - characters + characters / 3 < 3;
}

/**
 * The fates of consecutive parts; parts without words are left out. A part is `apart` where it begins a
 * line or cell of the output, or follows its neighbour: it is there as a part, not because a sentence has the same words.
 *
 * @param {KeptWords} kept
 * @param {readonly string[]} texts
 * @returns {{ text: string, fate: "whole" | "part" | "dropped", isApart: boolean }[]}
 */
export function fatesOf(kept, texts) {
  const parts = texts.map((text) => ({ text, words: wordsOf(text) })).filter(({ words }) => words.length > 0);
  return parts.map(({ text, words }, index) => {
    const neighbours = { before: parts[index - 1]?.words.at(-1), after: parts[index + 1]?.words[0] };
    const start = words.slice(0, 3).join(" ");
    const isApart = kept.starts.has(start) || kept.stream.includes(` ${neighbours.before} ${start} `);
    return { text, fate: fateOf(kept, words, neighbours), isApart };
  });
}
