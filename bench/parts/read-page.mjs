/**
 * The parts of a page, read from its HTML, each with the text around it: formulas, blocks of code, data tables, lists,
 * images, links and footnotes.
 *
 * The text is cut into pieces at the borders of blocks; a formula, an image or the mark of a note leaves GAP in its piece.
 * What the page hides is left out, as in source-outline.mjs. Cost: one pass over the tree.
 *
 * @typedef {object} PageParts
 * @property {string[]} pieces
 * @property {Set<number>} captions the pieces inside a figure
 * @property {{ piece: number, at: number, tex: string | null }[]} formulas `at` is the place of its GAP in the piece
 * @property {{ lines: string[], language: string | null }[]} codes
 * @property {string[][][]} tables rows of cells with text
 * @property {string[][]} lists the items' own texts, nested ones in order; a nested list belongs to the outermost
 * @property {{ piece: number, names: string[] }[]} images
 * @property {{ piece: number, address: string, text: string }[]} links
 * @property {{ piece: number, id: string, text: string }[]} notes one for each reference
 */

import { parse } from "parse5";
import { words } from "../measures/words.mjs";
import { INLINE, isShown } from "../structure/source-outline.mjs";
import { addressesOfSet, canonical, imageNames, isFragment } from "./addresses.mjs";
import { codeLines, isCode, languageOf } from "./code.mjs";
import { isDrawnScript, isFormula, texOf } from "./formulas.mjs";
import { noteOf } from "./notes.mjs";
import { attribute, descendants, fold, textOf } from "./tree.mjs";

/** Stands for non-text elements in a piece's text. */
export const GAP = "\u0001";

const LEAST_IMAGE_SIDE = 64;
const INTERFACE_IMAGE =
  /avatar|emoji|smil(?:e|ey|ies)|(?<!l)icons?|spacer|pixel|badge|reputation|logo|banner|share|follow|button/i;
const SHOWS_NOTHING = /^(?:\\(?:begin|end)group)+$/;
const LONGEST_CELL = 60;
const LONGEST_ITEM = 100;
const HEADINGS = /^h[1-6]$/;

/**
 * @param {string} html
 * @param {string | null} url
 * @returns {PageParts}
 */
export function readPage(html, url) {
  const tree = parse(html, { scriptingEnabled: false, sourceCodeLocationInfo: true });
  const base = baseOf(tree, url);
  const page = {
    pieces: [""],
    captions: new Set(),
    formulas: [],
    codes: [],
    tables: [],
    lists: [],
    images: [],
    links: [],
    notes: [],
  };
  visit(tree, { page, base, targets: targetsOf(tree) });
  return page;
}

/** The elements that fragments can refer to, by name. */
function targetsOf(tree) {
  const targets = new Map();
  for (const element of descendants(tree, () => true)) {
    const id = attribute(element, "id") ?? (element.tagName === "a" ? attribute(element, "name") : undefined);
    if (id !== undefined && !targets.has(id)) targets.set(id, element);
  }
  return targets;
}

function baseOf(tree, url) {
  const address = URL.canParse(url ?? "") && /^https?:/i.test(url) ? url : null;
  const given = descendants(tree, ({ tagName }) => tagName === "base").next().value;
  const href = given && attribute(given, "href");
  return href && URL.canParse(href, address ?? undefined) ? new URL(href, address ?? undefined).href : address;
}

/** @param {any} place the page so far, and the list, table or code block around the walk */
function visit(node, place) {
  for (const child of node.childNodes ?? []) {
    if (child.nodeName === "#text") addText(place, child.value);
    else if (child.tagName !== undefined) visitElement(child, place);
  }
}

function visitElement(element, place) {
  const { page } = place;
  const name = element.tagName;
  if (isFormula(element)) return addFormula(element, page);
  if (isDrawnScript(element)) return;
  if (name === "noscript") return addHiddenImages(element, place);
  if (!isShown(element)) return;
  if (name === "img") return addImage(element, place);
  if (name === "a") {
    const note = noteOf(element, place);
    if (note !== null) return addNote(note, page);
    addLink(element, place);
  }
  if (INLINE.has(name)) return visit(element, place);
  breakPiece(page);
  const inner = { ...place };
  enter(element, inner);
  visit(element, inner);
  breakPiece(page);
}

/** Notes the code, the table or the list that begins here. */
function enter(element, place) {
  const { page } = place;
  const name = element.tagName;
  if (name === "figure") place.isInFigure = true;
  if (name === "pre" && !place.isInCode && isCode(element)) {
    place.isInCode = true;
    const lines = codeLines(element);
    if (lines.length > 0) page.codes.push({ lines, language: languageOf(element) });
  } else if (name === "table") {
    const rows = dataRows(element);
    if (rows === null) return;
    page.tables.push(rows);
    place.isInTable = true;
  } else if ((name === "ul" || name === "ol") && !place.isInTable && !place.list) {
    place.list = [];
    page.lists.push(place.list);
  } else if (name === "li" && place.list) {
    const text = ownText(element, place.base);
    if (text !== "" && words(text).length <= LONGEST_ITEM) place.list.push(text);
  }
}

/** The text of an item without nested lists and code; none for a card, which has a heading, nor for an entry of a contents list. */
function ownText(item, base) {
  if (!descendants(item, ({ tagName }) => HEADINGS.test(tagName) || tagName === "table").next().done) return "";
  const isEntry = (element) => isFragment(attribute(element, "href") ?? "", base);
  const hidden = (element) =>
    isEntry(element) || !isShown(element) || isFormula(element) || /^(?:[uo]l|pre)$/.test(element.tagName);
  return fold(textOf(item, (element) => (hidden(element) ? " " : undefined)));
}

/** The cells with text of a table of data; null for other tables. */
function dataRows(table) {
  if (attribute(table, "role") === "presentation") return null;
  const blocks = ({ tagName }) => tagName === "table" || tagName === "pre" || HEADINGS.test(tagName);
  if (!descendants(table, blocks).next().done) return null;
  const rows = [...descendants(table, ({ tagName }) => tagName === "tr")].map((row) =>
    row.childNodes
      .filter(({ tagName }) => tagName === "td" || tagName === "th")
      .map((cell) => fold(textOf(cell, (element) => (isShown(element) ? undefined : " "))))
      .filter((text) => /[\p{L}\p{N}]/u.test(text)),
  );
  const isData = rows.filter((cells) => cells.length >= 2).length >= 2;
  return isData && rows.flat().every((cell) => words(cell).length <= LONGEST_CELL) ? rows : null;
}

function addFormula(element, page) {
  const tex = texOf(element);
  if (SHOWS_NOTHING.test(tex ?? "")) return;
  page.formulas.push({ piece: page.pieces.length - 1, at: page.pieces.at(-1).length, tex });
  page.pieces[page.pieces.length - 1] += GAP;
}

function addImage(img, { page, base }) {
  const values = new Map(img.attrs.map(({ name, value }) => [name, value]));
  const isSmall = ["width", "height"].some((side) => Number.parseFloat(values.get(side)) < LEAST_IMAGE_SIDE);
  if (isSmall || INTERFACE_IMAGE.test(`${values.get("src")} ${values.get("class")} ${values.get("alt")}`)) return;
  const picture = img.parentNode?.tagName === "picture" ? img.parentNode.childNodes : [];
  const names = [img, ...picture.filter(({ tagName }) => tagName === "source")].flatMap((element) =>
    element.attrs.flatMap(({ name, value }) => {
      if (/srcset$/.test(name)) return addressesOfSet(value).flatMap((address) => imageNames(address, base));
      return /^(?:data-.*)?src$|^data-(?:original|lazy)$/.test(name) ? imageNames(value, base) : [];
    }),
  );
  if (names.length === 0 || page.images.some((image) => image.names.some((known) => names.includes(known)))) return;
  page.images.push({ piece: page.pieces.length - 1, names });
  page.pieces[page.pieces.length - 1] += GAP;
}

/** Images in `noscript` are often the only ones with an address. */
function addHiddenImages(element, place) {
  for (const img of descendants(element, ({ tagName }) => tagName === "img")) addImage(img, place);
}

function addLink(element, { page, base }) {
  const href = attribute(element, "href") ?? "";
  const address = isFragment(href, base) ? null : canonical(href, base);
  const text = fold(textOf(element));
  if (address !== null && /[\p{L}\p{N}]/u.test(text)) page.links.push({ piece: page.pieces.length - 1, address, text });
}

function addNote(note, page) {
  page.notes.push({ piece: page.pieces.length - 1, ...note });
  page.pieces[page.pieces.length - 1] += GAP;
}

function addText({ page, isInFigure }, text) {
  page.pieces[page.pieces.length - 1] += text;
  if (isInFigure) page.captions.add(page.pieces.length - 1);
}

function breakPiece(page) {
  if (page.pieces.at(-1).trim() !== "") page.pieces.push("");
}
