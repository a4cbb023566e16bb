/**
 * Markdown as the lines a reader sees, and the words in them.
 *
 * @typedef {object} Line
 * @property {"heading" | "picture" | "line" | "code"} is "code" stands for a fence; lines inside code are left out
 * @property {number} number of the line in the Markdown, from 1
 * @property {string} text empty for a fence
 * @property {number} [level] of a heading
 */

import { words } from "../measures/words.mjs";

const FENCE = /^\s*(```|~~~)/;
const PICTURES = /^(\[?!\[[^\]]*\]\([^)]*\)(\]\([^)]*\))?\s*)+$/;

/**
 * The headings, pictures and lines of a Markdown text, without code and blank lines.
 *
 * @param {string} markdown
 * @returns {Line[]}
 */
export function linesOf(markdown) {
  const lines = [];
  let isCode = false;
  for (const [index, source] of markdown.split("\n").entries()) {
    const number = index + 1;
    if (FENCE.test(source)) {
      isCode = !isCode;
      lines.push({ is: "code", number, text: "" });
      continue;
    }
    const text = source.trim();
    if (isCode || text === "" || /^(>\s*)+$/.test(text)) continue;
    const heading = /^(#{1,6})\s+(.*)$/.exec(text);
    if (PICTURES.test(text)) lines.push({ is: "picture", number, text });
    else if (heading) lines.push({ is: "heading", number, level: heading[1].length, text: heading[2] });
    else lines.push({ is: "line", number, text });
  }
  return lines;
}

/**
 * Lower-cased letters and digits with a space between the runs: texts that share these are the same.
 *
 * @param {string | null | undefined} text
 * @returns {string}
 */
export function normalise(text) {
  return (text ?? "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * A piece of Markdown without its marks: links become their text, pictures go.
 *
 * @param {string} markdown
 * @returns {string}
 */
export function plainText(markdown) {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/<\/?[a-z][^>]*>/gi, " ")
    .replace(/\\(?=[\p{P}\p{S}])/gu, "")
    .replace(/[*_`~[\]]/g, "");
}

/**
 * The words of a text, the same for a page's source and for Markdown without its marks: what may be a mark splits no word.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  return words(text.replace(/[*_`~]/g, ""));
}
