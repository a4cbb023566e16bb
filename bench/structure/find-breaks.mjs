import { findBlockBreaks } from "./block-breaks.mjs";
import { judgeByPage } from "./judge-by-page.mjs";
import { findKeptBreaks } from "./kept-breaks.mjs";
import { keptWordsOf } from "./kept-words.mjs";
import { KINDS } from "./kinds.mjs";
import { findMarkdownBreaks, findTitleBreaks } from "./markdown-breaks.mjs";

/**
 * What an extractor gave for a page.
 *
 * @typedef {object} Output
 * @property {string} markdown or plain text, with `isPlain`
 * @property {boolean} [isPlain] without headings, pictures and tables
 * @property {string | null} [title] undefined where the extractor gives none
 * @property {import("./block-breaks.mjs").Block[]} [blocks] of explain()
 */

/**
 * The breaks that a reader of an output sees.
 *
 * @param {{ html: string, outline: import("./source-outline.mjs").Outline }} page its outline is outlineOf(html)
 * @param {Output} output
 * @returns {import("./markdown-breaks.mjs").Break[]}
 */
export function findBreaks({ html, outline }, output) {
  const measured = measuredKinds(output);
  return [
    ...judgeByPage(findMarkdownBreaks(output.markdown), outline),
    ...findTitleBreaks(html, output.markdown, output.title),
    ...findKeptBreaks(outline, output.markdown, keptWordsOf(output.markdown)),
    ...findBlockBreaks(output.blocks ?? []),
  ].filter(({ kind }) => measured.has(kind));
}

/**
 * The kinds of break that can be measured on an output.
 *
 * @param {Output} output
 * @returns {Set<string>}
 */
export function measuredKinds({ isPlain = false, title, blocks }) {
  const given = { text: true, markdown: !isPlain, title: title !== undefined, blocks: blocks !== undefined };
  return new Set(KINDS.filter(({ needs }) => given[needs]).map(({ name }) => name));
}
