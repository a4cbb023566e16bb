/** Which parts of a page's true content a Markdown text has kept. */

import { plainText, wordsOf } from "../structure/markdown-lines.mjs";
import { FORMULA } from "./read-markdown.mjs";
import { WordIndex } from "./word-index.mjs";

/**
 * The kinds of part, in the order of the reports, each with what it counts.
 *
 * @type {readonly { name: string, of: (parts: import("./true-parts.mjs").TrueParts) => any[],
 *   judge: (markdown: import("./read-markdown.mjs").MarkdownParts) => (part: any) => boolean }[]}
 */
export const KINDS = [
  { name: "formulas", of: ({ formulas }) => formulas, judge: judgeFormulas },
  { name: "code blocks, whole", of: ({ codes }) => codes, judge: judgeCodes },
  {
    name: "code blocks, language",
    of: ({ codes }) => codes.filter(({ language }) => language !== null),
    judge: judgeLanguages,
  },
  { name: "table cells", of: ({ cells }) => cells, judge: judgeCells },
  { name: "list items", of: ({ items }) => items, judge: judgeItems },
  { name: "images", of: ({ images }) => images, judge: judgeImages },
  { name: "links", of: ({ links }) => links, judge: judgeLinks },
  { name: "footnotes", of: ({ notes }) => notes, judge: judgeNotes },
];

/** With the same TeX; where the page has none, any formula next to the same words. Each formula counts once. */
function judgeFormulas({ formulas, places }) {
  const left = counted(formulas);
  return ({ tex, before, after }) => {
    if (tex !== null) return take(left, tex);
    const isBeside = (words, run) => words !== "" && places.hasRun(run);
    if (before === "" && after === "") return formulas.length > 0;
    return isBeside(before, `${before} ${FORMULA}`) || isBeside(after, `${FORMULA} ${after}`);
  };
}

/** All its lines are in one block of code, consecutively. */
function judgeCodes({ codes }) {
  const texts = codes.map(({ lines }) => `\n${lines.join("\n")}\n`);
  return ({ lines }) => texts.some((text) => text.includes(`\n${lines.join("\n")}\n`));
}

/** A block of code with most of its lines names the same language. */
function judgeLanguages({ codes }) {
  return ({ lines, language }) =>
    codes.some((code) => {
      if (code.language !== language) return false;
      const all = new Set(code.lines);
      return lines.filter((line) => all.has(line)).length >= 0.8 * lines.length;
    });
}

/** It is a cell, or, with three words or more, most of its words are in one. */
function judgeCells({ cells }) {
  return judgeTexts(cells);
}

function judgeItems({ items }) {
  return judgeTexts(items);
}

/** The same text, each counting once; or, for three words or more, most of them in one of the texts. */
function judgeTexts(texts) {
  const left = counted(texts);
  const all = new WordIndex(texts.join(" | "));
  return (text) => {
    const words = wordsOf(plainText(text));
    return take(left, words.join(" ")) || (words.length >= 3 && all.has(words.join(" ")));
  };
}

function judgeImages({ images }) {
  return ({ names }) => names.some((name) => images.has(name));
}

function judgeLinks({ links }) {
  return ({ address }) => links.has(address);
}

/** A mark whose note begins this way, or a link to the note; and its text. Not every writer indents a note's later paragraphs. */
function judgeNotes({ notes, fragments, words }) {
  const starts = [...notes.values()].map((text) => new WordIndex(wordsOf(plainText(text)).slice(0, 12).join(" ")));
  return ({ id, text }) => {
    const start = wordsOf(text).slice(0, 8).join(" ");
    return words.has(text) && (fragments.has(id) || starts.some((note) => note.has(start)));
  };
}

function counted(list) {
  const counts = new Map();
  for (const member of list) counts.set(member, (counts.get(member) ?? 0) + 1);
  return counts;
}

function take(left, member) {
  const count = left.get(member) ?? 0;
  if (count > 0) left.set(member, count - 1);
  return count > 0;
}
