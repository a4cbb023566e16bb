/**
 * The parts of a page that a Markdown text has.
 *
 * @typedef {object} MarkdownParts
 * @property {{ language: string | null, lines: string[] }[]} codes
 * @property {string[]} formulas bare TeX
 * @property {WordIndex} places the words, with FORMULA for each formula
 * @property {WordIndex} words
 * @property {string[]} cells the words of each
 * @property {string[]} items the words of each; notes are items too, since pages write them as lists
 * @property {Set<string>} links addresses
 * @property {Set<string>} images names
 * @property {Map<string, string>} notes their texts by mark, only those whose mark is in the text
 * @property {Set<string>} fragments that links lead to
 */

import { plainText, wordsOf } from "../structure/markdown-lines.mjs";
import { canonical, imageNames } from "./addresses.mjs";
import { foldLines, languageName } from "./code.mjs";
import { bareTex } from "./formulas.mjs";
import { WordIndex } from "./word-index.mjs";

/** Stands for a formula among the words. */
export const FORMULA = "formulastandshere";

const FENCE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,})\s*([^\s`{]*)/;
const FORMULAS = /\$\$([\s\S]+?)\$\$|(?<![\\$\p{L}\p{N}])\$(?!\s)((?:[^$\n\\]|\\.)+?)(?<!\s)\$(?![$\p{N}])/gu;
const TARGET = String.raw`\]\(\s*(?:<([^>\n]*)>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*))`;
const ITEM = /^[\s>]*(?:[-*+•]|\d+[.)])\s+(?:\[[ x]\]\s)?(.*)$/i;
const ROW = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*\|.*\|\s*$/;
const NOTE = /^\s*\[\^([^\]]+)\]:\s*(.*)$/;

/**
 * @param {string} markdown
 * @param {string | null} url the page's address
 * @returns {MarkdownParts}
 */
export function readMarkdown(markdown, url) {
  const { codes, rest } = splitCode(markdown);
  const formulas = [];
  const placed = rest.replace(/(?<!`)`[^`\n]+`(?!`)/g, "`code`").replace(FORMULAS, (_, display, inline) => {
    const tex = bareTex(display ?? inline);
    if (tex !== null) formulas.push(tex);
    return ` ${FORMULA} `;
  });
  const lines = rest.split("\n");
  const notes = notesOf(lines, rest);
  return {
    codes,
    formulas,
    places: new WordIndex(plainText(placed)),
    words: new WordIndex(plainText(markdown)),
    cells: [...pipeCells(lines), ...htmlCells(rest)].map(keyOf),
    items: [...itemsOf(lines), ...htmlItems(rest), ...notes.values()].map(keyOf),
    ...addressesOf(rest, url),
    notes,
  };
}

/** The words of a piece of Markdown, with a space between them. */
function keyOf(markdown) {
  return wordsOf(plainText(markdown)).join(" ");
}

function splitCode(markdown) {
  const codes = [];
  const rest = [];
  let open = null;
  for (const line of markdown.split("\n")) {
    const [, fence, info] = FENCE.exec(line) ?? [];
    if (open === null && fence !== undefined) open = openFence(line, fence, info);
    else if (open === null) rest.push(line);
    else if (fence?.startsWith(open.fence) && info === "") {
      codes.push({ language: open.language, lines: foldLines(open.text) });
      open = null;
    } else open.text += `${line.replace(open.quote, "")}\n`;
  }
  if (open !== null) codes.push({ language: open.language, lines: foldLines(open.text) });
  return { codes, rest: rest.join("\n") };
}

/** In a quotation, lines of code begin with its marks. */
function openFence(line, fence, info) {
  const depth = /^[\s>]*/.exec(line)[0].replace(/\s/g, "").length;
  return { fence, language: languageName(info), quote: new RegExp(`^(?:\\s*>){0,${depth}}`), text: "" };
}

function pipeCells(lines) {
  const rows = lines.filter((line) => ROW.test(line) && !/^[\s>|:-]+$/.test(line));
  return rows.flatMap((row) => row.slice(row.indexOf("|")).split(/(?<!\\)\|/)).filter((cell) => cell.trim() !== "");
}

/** Some writers keep tables that Markdown cannot express as HTML. */
function htmlCells(text) {
  return [...text.matchAll(/<t[dh]\b[^>]*>([\s\S]*?)<\/t[dh]>/gi)].map(([, cell]) => cell);
}

/** Items with their continuation lines, indented or not; nested items count separately. */
function itemsOf(lines) {
  const items = [];
  let isOpen = false;
  let isBlank = false;
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[1]);
    else if (isOpen && goesOn(line, isBlank)) items[items.length - 1] += `\n${line}`;
    else if (line.trim() !== "") isOpen = false;
    isOpen ||= item !== null;
    isBlank = line.trim() === "";
  }
  return items;
}

/** Whether a line belongs to the item or note above it. */
function goesOn(line, isAfterBlank) {
  return /^\s{2,}\S/.test(line) || (!isAfterBlank && /^[^\s#>|]/.test(line));
}

/** Some writers leave lists as HTML. */
function htmlItems(text) {
  return [...text.matchAll(/<li\b[^>]*>([\s\S]*?)(?=<\/?(?:li|ul|ol)\b)/gi)].map(([, item]) => item);
}

function addressesOf(text, url) {
  const links = new Set();
  const images = new Set();
  const fragments = new Set();
  const addLink = (address) => {
    const full = canonical(address, url);
    if (full !== null) links.add(full);
    const id = /#(.+)$/.exec(address)?.[1];
    if (id !== undefined) fragments.add(id);
  };
  const addImage = (address) => {
    for (const name of imageNames(address, url)) images.add(name);
  };
  for (const [, inBrackets, bare] of text.matchAll(new RegExp(TARGET, "g"))) addLink(unescapeMarks(inBrackets ?? bare));
  for (const [, address] of text.matchAll(/<(https?:[^>\s]+)>/g)) addLink(address);
  for (const [, address] of text.matchAll(/\bhref="([^"]+)"/g)) addLink(address);
  const marked = new RegExp(String.raw`!\[(?:[^\]\\]|\\.)*${TARGET}`, "g");
  for (const [, inBrackets, bare] of text.matchAll(marked)) addImage(unescapeMarks(inBrackets ?? bare));
  for (const [, address] of text.matchAll(/<img\b[^>]*\bsrc="([^"]+)"/g)) addImage(address);
  return { links, images, fragments };
}

function unescapeMarks(address) {
  return address.replace(/\\([\p{P}\p{S}])/gu, "$1");
}

function notesOf(lines, text) {
  const notes = new Map();
  let open = null;
  let isBlank = false;
  for (const line of lines) {
    const note = NOTE.exec(line);
    if (note) {
      open = note[1];
      notes.set(open, note[2]);
    } else if (open !== null && goesOn(line, isBlank)) notes.set(open, `${notes.get(open)}\n${line}`);
    else if (line.trim() !== "") open = null;
    isBlank = line.trim() === "";
  }
  const marks = new Set([...text.matchAll(/\[\^([^\]]+)\](?!:)/g)].map(([, mark]) => mark));
  return new Map([...notes].filter(([mark]) => marks.has(mark)));
}
