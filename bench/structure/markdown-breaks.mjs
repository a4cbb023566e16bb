/**
 * Breaks that the Markdown alone shows, without the page.
 *
 * @typedef {object} Break
 * @property {string} kind one of KINDS in kinds.mjs
 * @property {number | null} line of the Markdown, from 1; null where the break has no place there
 * @property {string} text what to look for
 * @property {import("./markdown-lines.mjs").Line[]} [lines] the lines that the break is made of, for judging by the page
 */

import { linesOf, normalise } from "./markdown-lines.mjs";

const SPACER = /spacer|blank\.|pixel|transparent|clear\.gif|dot\.gif|1x1|shim/i;
/** A rule, the line below a table's head, or the fence of a formula. */
const RULE = /^(-{3,}|\*{3,}|_{3,}|\|[\s|:-]+\|?|\$\$)$/;
const LABEL = new RegExp(
  `^(${[
    "share( this| on .*)?|tweet|print|e-?mail( this)?|copy( link| code)?|copied!?|reply|log ?in|sign ?in|subscribe",
    "next|previous|back to top|skip to (main )?content|leave a (comment|reply)|read more|show more|load more|advertisement",
  ].join("|")})[.:!»›]*$`,
  "i",
);

/**
 * @param {string} markdown
 * @returns {Break[]}
 */
export function findMarkdownBreaks(markdown) {
  const lines = linesOf(markdown);
  const breaks = lines.flatMap((line, index) => {
    const found = line.is === "heading" ? lookAtHeading(lines, index) : [];
    if (line.is === "picture" && SPACER.test(line.text)) found.push(breakAt("spacer picture", line));
    if (line.is === "line") found.push(...lookAtLine(lines, index));
    return found;
  });
  return [...breaks, ...findRepeats(lines), ...findEditLinks(markdown)];
}

function breakAt(kind, line, lines = [line]) {
  return { kind, line: line.number, text: line.text, lines };
}

function lookAtHeading(lines, index) {
  const line = lines[index];
  const next = lines[index + 1];
  if (next === undefined) return index > 0 ? [breakAt("heading, nothing below it", line)] : [];
  if (next.is !== "heading" || next.level > line.level) return [];
  return [breakAt("heading, then heading of its level or above", line, [line, next])];
}

function lookAtLine(lines, index) {
  const line = lines[index];
  const previous = lines[index - 1];
  const found = [];
  if (/^\|[\s|]*\|$/.test(line.text)) found.push(breakAt("empty table row", line));
  else if (!/[\p{L}\p{N}]/u.test(line.text) && !RULE.test(line.text) && !/^\||!\[/.test(line.text)) {
    found.push(breakAt("lone bullet or punctuation", line));
  }
  const isTable = line.text.startsWith("|");
  if (previous?.text && !isTable && normalise(previous.text).length >= 12) {
    if (normalise(previous.text) === normalise(line.text)) {
      found.push(breakAt("the same paragraph twice in a row", line, [previous, line]));
    }
  }
  const bare = line.text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*_>#-]/g, " ")
    .trim();
  if (bare.length <= 40 && LABEL.test(bare)) found.push(breakAt("label of the interface", line));
  return found;
}

/** Every later copy of a line of eight words or more. */
function findRepeats(lines) {
  const seen = new Map();
  const breaks = [];
  for (const line of lines) {
    if (line.is !== "line") continue;
    const text = normalise(line.text.replace(/\]\([^)]*\)/g, "] "));
    if (text.split(" ").length < 8) continue;
    const copies = [...(seen.get(text) ?? []), line];
    seen.set(text, copies);
    if (copies.length > 1) breaks.push(breakAt("paragraph of 8 or more words repeated", line, copies));
  }
  return breaks;
}

function findEditLinks(markdown) {
  return [...markdown.matchAll(/\[\s*edit\s*\]/gi)].map((match) => ({
    kind: "[edit]",
    line: markdown.slice(0, match.index).split("\n").length,
    text: match[0],
  }));
}

/**
 * A headline that is missing, or there twice, given the title that the extractor itself names.
 *
 * @param {string} html the page
 * @param {string} markdown
 * @param {string | null | undefined} title
 * @returns {Break[]}
 */
export function findTitleBreaks(html, markdown, title) {
  const wanted = normalise(title);
  const breaks = [];
  const headlines = [...html.matchAll(/<h1\b[^>]*>([\s\S]*?)<\/h1>/gi)].map(([, inner]) =>
    normalise(inner.replace(/<[^>]*>/g, " ").replace(/&\w+;|&#\d+;/g, " ")),
  );
  if (wanted && headlines.includes(wanted) && !normalise(markdown.slice(0, 3000)).includes(wanted)) {
    breaks.push({ kind: "headline equal to the title is missing", line: null, text: title });
  }
  const same = linesOf(markdown)
    .slice(0, 6)
    .filter((line) => normalise(line.text) === wanted);
  if (wanted.split(" ").length >= 3 && same.length > 1) breaks.push(breakAt("title twice at the top", same[1]));
  return breaks;
}
