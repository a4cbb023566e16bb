/**
 * Lists, tables, definitions, figures and lead-ins that an output has torn apart: the page's parts against the
 * output's words, the same for every extractor.
 */

import { fateOf, fatesOf } from "./kept-words.mjs";
import { linesOf, normalise, plainText, wordsOf } from "./markdown-lines.mjs";

const LEAST_ITEMS = 3;
/** Chosen so that on Dehusk's outputs it finds mostly the pages that block-breaks.mjs finds. */
const LEAST_WORDS = 4;
const LEAST_SHARE = 0.2;
const LONGEST_DATA_CELL = 40;

/**
 * @param {import("./source-outline.mjs").Outline} outline
 * @param {string} markdown
 * @param {import("./kept-words.mjs").KeptWords} kept of the same Markdown
 * @returns {import("./markdown-breaks.mjs").Break[]}
 */
export function findKeptBreaks(outline, markdown, kept) {
  if (kept.words.length === 0) return [];
  return [
    ...outline.lists.flatMap((items) => lookAtList(fatesOf(kept, items))),
    ...outline.tables.flatMap((rows) => lookAtTable(rows, kept)),
    ...outline.definitions.flatMap((pairs) => pairs.flatMap((pair) => lookAtPair(pair, kept))),
    ...outline.figures.flatMap((figure) => lookAtFigure(figure, markdown, kept)),
    ...findBrokenColons(outline, markdown, kept),
  ];
}

const breakOf = (kind, text) => ({ kind, line: null, text });

function lookAtList(items) {
  if (items.length < LEAST_ITEMS) return [];
  const having = (fate) => items.filter((item) => item.fate === fate);
  const [whole, parts, dropped] = [having("whole"), having("part"), having("dropped")];
  if (!isKept(whole, items)) return [];
  const breaks = parts.map(({ text }) => breakOf("list item kept in part", text));
  if (dropped.length > 0) breaks.push(breakOf("list with items kept and items dropped", dropped[0].text));
  return breaks;
}

/** Whether a list is kept on purpose: an item of a dropped one may be in the output by chance. */
function isKept(whole, items) {
  const apart = whole.filter(({ isApart }) => isApart);
  const words = apart.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
  return words >= LEAST_WORDS && apart.length >= items.length * LEAST_SHARE;
}

/** @returns {boolean} whether rows are data, not layout */
export function isDataTable(rows) {
  const worded = rows.filter(({ cells }) => cells.length > 0);
  return (
    worded.length >= LEAST_ITEMS &&
    worded.every(({ cells }) => cells.every((cell) => wordsOf(cell).length <= LONGEST_DATA_CELL)) &&
    worded.filter(({ cells }) => cells.length >= 2).length >= worded.length / 2
  );
}

function lookAtTable(rows, kept) {
  if (!isDataTable(rows)) return [];
  const fates = fatesOf(
    kept,
    rows.map(({ text }) => text),
  );
  const broken = fates.find(({ fate }) => fate !== "whole");
  return broken && fates.some(({ fate }) => fate === "whole") ? [breakOf("data table kept in part", broken.text)] : [];
}

function lookAtPair({ term, definition }, kept) {
  const [name, meaning] = fatesOf(kept, [term, definition]);
  if (meaning === undefined || wordsOf(term).length === 0) return [];
  if (meaning.fate === "whole" && name.fate === "dropped") return [breakOf("definition without its term", definition)];
  if (meaning.fate === "dropped" && name.fate === "whole") return [breakOf("term without its definition", term)];
  return [];
}

function lookAtFigure({ names, caption }, markdown, kept) {
  const words = wordsOf(caption);
  if (words.length < 3) return [];
  const fate = fateOf(kept, words);
  const hasPicture = names.some((name) => markdown.includes(name) || markdown.includes(encodeURI(name)));
  if (fate === "whole" && !hasPicture) return [breakOf("caption without its picture", caption)];
  if (fate === "dropped" && hasPicture) return [breakOf("picture without its caption", caption)];
  return [];
}

/** Texts of the output that end in a colon without what follows them on the page. */
function findBrokenColons({ pieces }, markdown, kept) {
  const texts = pieces.map(({ text }) => normalise(text));
  return linesOf(markdown).flatMap((line) => {
    const text = plainText(line.text);
    if (line.is !== "line" || !/[:：]\s*$/u.test(text) || line.text.includes("|")) return [];
    const announces = normalise(text);
    if (announces.split(" ").length < 3) return [];
    const place = texts.findIndex((piece) => piece === announces || piece.endsWith(` ${announces}`));
    const next = place < 0 ? undefined : pieces[place + 1];
    if (next === undefined || next.level > 0 || pieces[place].hasMore) return [];
    const words = wordsOf(next.text);
    const before = wordsOf(text).at(-1);
    if (words.length === 0 || fateOf(kept, words.slice(0, 12), { before }) !== "dropped") return [];
    return [{ kind: "colon, and what it announces is missing", line: line.number, text: line.text }];
  });
}
