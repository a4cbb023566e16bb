/**
 * The parts of a page that belong to its true content: those whose text, or the text around them, is in the truth.
 *
 * @typedef {object} TrueParts
 * @property {{ tex: string | null, before: string, after: string }[]} formulas with the words next to them
 * @property {{ lines: string[], language: string | null }[]} codes
 * @property {string[]} cells
 * @property {string[]} items
 * @property {{ names: string[] }[]} images
 * @property {{ address: string, text: string }[]} links one for each address
 * @property {{ id: string, text: string }[]} notes
 */

import { words } from "../measures/words.mjs";
import { wordsOf } from "../structure/markdown-lines.mjs";
import { GAP, readPage } from "./read-page.mjs";
import { WordIndex, weightOf } from "./word-index.mjs";

const ENOUGH = 0.8;
/** Pieces with fewer words may occur by chance: their neighbours decide. */
const LEAST_WORDS = 4;
const ENOUGH_LINES = 0.6;
const LONG_ITEM = 8;

/**
 * @param {{ html: string, url: string | null, text: string }} page with its true text
 * @returns {TrueParts}
 */
export function findTrueParts({ html, url, text }) {
  const page = readPage(html, url);
  const truth = new WordIndex(text);
  const fates = page.pieces.map((piece) => fateOf(piece, truth));
  const isAround = (piece) => fates[piece] ?? (neighbour(piece, -1) === true && neighbour(piece, 1) === true);
  const neighbour = (piece, step) => {
    for (let at = piece + step; at >= 0 && at < fates.length; at += step) {
      if (fates[at] !== null && !page.captions.has(at)) return fates[at];
    }
    return null;
  };
  const addresses = new Set();
  return {
    formulas: page.formulas
      .filter(({ piece }) => isAround(piece))
      .map(({ piece, at, tex }) => ({ tex, ...wordsBeside(page.pieces[piece], at) })),
    codes: page.codes.filter(({ lines }) => isTrueCode(lines, truth)),
    cells: page.tables.flatMap((rows) => trueCells(rows, truth)),
    items: page.lists.flatMap((items) => trueItems(items, truth)),
    images: page.images.filter(({ piece }) => isAround(piece)).map(({ names }) => ({ names })),
    links: page.links
      .filter(({ piece, address }) => fates[piece] === true && !addresses.has(address) && addresses.add(address))
      .map(({ address, text: label }) => ({ address, text: label })),
    notes: page.notes
      .filter(({ piece, text: note }) => isAround(piece) && truth.has(note))
      .map(({ id, text: note }) => ({ id, text: note })),
  };
}

/** Whether a piece of text is in the truth; null if it has too few words to tell. */
function fateOf(piece, truth) {
  const runs = piece
    .split(GAP)
    .map((run) => wordsOf(run))
    .filter((run) => run.length >= 3);
  const all = runs.flat().length;
  if (weightOf(runs.flat()) < LEAST_WORDS) return null;
  return runs.reduce((sum, run) => sum + truth.count(run), 0) / all >= ENOUGH;
}

function wordsBeside(piece, at) {
  return {
    before: wordsOf(piece.slice(0, at).split(GAP).at(-1)).slice(-2).join(" "),
    after: wordsOf(piece.slice(at + 1).split(GAP)[0])
      .slice(0, 2)
      .join(" "),
  };
}

function isTrueCode(lines, truth) {
  const worded = lines.filter((line) => words(line).length > 0);
  return worded.length > 0 && worded.filter((line) => truth.has(line)).length >= ENOUGH_LINES * worded.length;
}

function trueCells(rows, truth) {
  const filled = rows.filter((cells) => cells.length > 0);
  const known = filled.filter((cells) => truth.has(cells.join(" ")));
  return known.length >= filled.length / 2 ? known.flat() : [];
}

/** A short item must follow its neighbour in the truth, as it does on the page: tables of contents repeat the headings. */
function trueItems(items, truth) {
  const parts = items.map((text) => ({ text, words: wordsOf(text) })).filter((part) => part.words.length > 0);
  const follows = (at) => {
    const last = parts[at - 1]?.words.at(-1);
    const first = parts[at]?.words.slice(0, 2).join(" ");
    return truth.hasRun(`${last} ${first}`) || truth.hasRun(`${last} ${at + 1} ${first}`);
  };
  const known = parts.filter(
    ({ text, words: own }, at) =>
      truth.has(text) &&
      (weightOf(own) >= LONG_ITEM || (at > 0 && follows(at)) || (at + 1 < parts.length && follows(at + 1))),
  );
  return known.length >= parts.length / 2 ? known.map(({ text }) => text) : [];
}
