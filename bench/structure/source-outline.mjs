/**
 * What a page shows, read from its HTML: its headings and texts in order, its lists, tables, definitions and figures.
 *
 * Parsed with parse5, as a browser does. Left out: scripts and the like, controls, formulas, and what the page hides with
 * `hidden` or an inline style; style sheets are not read. Cost: one pass over the tree.
 *
 * @typedef {object} Outline
 * @property {{ level: number, text: string, hasMore: boolean }[]} pieces texts between block borders, in order; level 0 is
 *   no heading; hasMore where a picture, a formula or the like comes before the next one
 * @property {string[][]} lists the items' own texts: without nested lists and headings
 * @property {{ text: string, cells: string[] }[][]} tables the rows' own texts: without nested tables and headings
 * @property {{ term: string, definition: string }[][]} definitions by list
 * @property {{ names: string[], caption: string }[]} figures the file names of the pictures and the caption
 */

import { html as html5, parse } from "parse5";

const SKIPPED = new Set(
  `script style template noscript head title iframe object embed button select textarea datalist math svg canvas audio
  video`.split(/\s+/u),
);
export const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr output q rp rt ruby s samp
  small span strike strong sub sup time tt u var wbr`.split(/\s+/u),
);
/** Things other than text that a page shows. */
const OBJECTS = new Set(["math", "svg", "img", "canvas", "audio", "video", "iframe", "object", "embed"]);
const LISTS = new Set(["ul", "ol", "menu"]);

/**
 * @param {string} html
 * @returns {Outline}
 */
export function outlineOf(html) {
  const outline = { pieces: [], lists: [], tables: [], definitions: [], figures: [] };
  visitChildren(parse(html), { outline, piece: startPiece(0), heading: 0 });
  const isWorded = ({ text }) => /[\p{L}\p{N}]/u.test(text);
  return {
    pieces: outline.pieces.filter(isWorded).map(({ level, text, hasMore }) => ({ level, text: fold(text), hasMore })),
    lists: outline.lists.map((items) => items.map(({ text }) => fold(text)).filter(Boolean)),
    tables: outline.tables.map((rows) =>
      rows.map(({ text, cells }) => ({
        text: fold(text),
        cells: cells.map((cell) => fold(cell.text)).filter(Boolean),
      })),
    ),
    definitions: outline.definitions.map((pairs) =>
      pairs.map(({ term, definition }) => ({ term: fold(term.text), definition: fold(definition.text) })),
    ),
    figures: outline.figures
      .map(({ names, caption }) => ({ names: [...new Set(names)], caption: fold(caption.text) }))
      .filter(({ names, caption }) => names.length > 0 && caption !== ""),
  };
}

const startPiece = (level) => ({ level, text: "", hasMore: false });

function fold(text) {
  return text.replace(/\s+/gu, " ").trim();
}

/**
 * @param {any} node of parse5
 * @param {any} place where the walk is: the open piece, and the innermost list, item, table, row, cell, pair and figure
 */
function visitChildren(node, place) {
  for (const child of node.childNodes ?? []) {
    if (child.nodeName === "#text") addText(place, child.value);
    else if (child.tagName !== undefined) {
      if (isObject(child)) markObject(place);
      if (isShown(child)) visitElement(child, place);
    }
  }
}

function visitElement(element, place) {
  const name = element.tagName;
  if (INLINE.has(name)) {
    if (name === "img") addPicture(element, place);
    return visitChildren(element, place);
  }
  const heading = /^h[1-6]$/.test(name) ? Number(name[1]) : place.heading;
  const inner = { ...place, heading };
  enter(name, inner);
  breakPiece(inner, heading);
  visitChildren(element, inner);
  breakPiece(inner, place.heading);
  // A piece can continue across elements, so it is returned to the caller.
  place.piece = inner.piece;
}

/** Opens what an element represents: a list, an item, a table, a row, a cell, a definition, a figure, a caption. */
function enter(name, place) {
  const { outline } = place;
  if (LISTS.has(name)) place.list = push(outline.lists, []);
  else if (name === "li" && place.list) place.item = push(place.list, { text: "" });
  else if (name === "table") place.table = push(outline.tables, []);
  else if (name === "tr" && place.table) place.row = push(place.table, { text: "", cells: [] });
  else if ((name === "td" || name === "th") && place.row) place.cell = push(place.row.cells, { text: "" });
  else if (name === "dl") place.pairs = push(outline.definitions, []);
  else if (name === "dt" && place.pairs) place.half = push(place.pairs, pairOf()).term;
  else if (name === "dd" && place.pairs) place.half = (place.pairs.at(-1) ?? push(place.pairs, pairOf())).definition;
  else if (name === "figure") place.figure = push(outline.figures, { names: [], caption: { text: "" } });
  else if (name === "figcaption" && place.figure) place.caption = place.figure.caption;
  // A table inside an item or a cell holds its own rows; a list inside a cell still belongs to the cell.
  if (name === "table") Object.assign(place, { row: undefined, cell: undefined });
}

const pairOf = () => ({ term: { text: "" }, definition: { text: "" } });

function push(list, member) {
  list.push(member);
  return member;
}

function addText(place, text) {
  place.piece.text += text;
  if (place.caption) place.caption.text += text;
  if (place.heading > 0) return;
  for (const holder of [place.item, place.row, place.cell, place.half]) if (holder) holder.text += text;
}

/** A block's border separates words and begins a new piece. */
function breakPiece(place, level) {
  addText(place, " ");
  place.outline.pieces.push(place.piece);
  place.piece = startPiece(level);
}

function addPicture(img, { figure }) {
  if (!figure) return;
  for (const { name, value } of img.attrs) {
    if (!/^(data-.*)?src(set)?$/.test(name) && !/^data-(original|lazy)/.test(name)) continue;
    for (const address of value.split(/,\s+|\s+/u)) {
      const file = /([^/?#]+\.\w{3,4})(?:[?#].*)?$/.exec(address)?.[1];
      if (file && !address.startsWith("data:")) figure.names.push(file);
    }
  }
}

function isObject({ tagName, attrs }) {
  const type = tagName === "script" ? attrs.find(({ name }) => name === "type")?.value : "";
  return OBJECTS.has(tagName) || /^math\//.test(type ?? "");
}

/** Notes an object on the piece before it. */
function markObject({ outline, piece }) {
  const last = [piece, ...outline.pieces.slice(-5).reverse()].find(({ text }) => text.trim() !== "");
  if (last) last.hasMore = true;
}

/** Whether an element of parse5's tree is text that the page shows. */
export function isShown({ tagName, attrs, namespaceURI }) {
  if (SKIPPED.has(tagName) || namespaceURI !== html5.NS.HTML) return false;
  const attribute = (wanted) => attrs.find(({ name }) => name === wanted)?.value;
  if (attribute("hidden") !== undefined) return false;
  if (tagName === "dialog" && attribute("open") === undefined) return false;
  return !/display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute("style") ?? "");
}
