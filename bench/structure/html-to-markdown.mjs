/**
 * The Markdown of an extractor's HTML, by one converter for all (@mdream/js).
 *
 * Its bugs are worked around, so that no extractor is blamed for them: it throws on rows outside tables, writes what
 * is in layout tables as HTML in one cell, leaves definition lists as HTML and empty headings as lone marks.
 */

import { htmlToMarkdown as convert } from "@mdream/js";
import { parseHTML } from "linkedom";
import { words } from "../measures/words.mjs";

const BLOCKS = "table,h1,h2,h3,h4,h5,h6,ul,ol,dl,pre,blockquote,figure";
const PARTS = "caption,thead,tbody,tfoot,tr,td,th";
const LONGEST_DATA_CELL = 40;

/**
 * @param {string} html
 * @returns {string}
 */
export function htmlToMarkdown(html) {
  return convert(withoutLayoutTables(html))
    .replace(/<\/?d[dlt]\b[^>]*>/gi, "")
    .replace(/^[ >]*#{1,6}[ \t]*$/gm, "");
}

/** Layout tables, and table parts outside any table, become `div`s. */
function withoutLayoutTables(html) {
  if (!/<t[rdh]\b/i.test(html)) return html;
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  const layouts = [...document.querySelectorAll("table")].filter(isLayout);
  for (const table of layouts) becomeDiv(document, table);
  for (const part of document.querySelectorAll(PARTS)) if (!part.closest("table")) becomeDiv(document, part);
  return document.body.innerHTML;
}

function isLayout(table) {
  const cells = [...table.querySelectorAll("td,th")];
  const isPlain = (cell) => words(cell.textContent).length <= LONGEST_DATA_CELL;
  return table.querySelector(BLOCKS) !== null || !cells.every(isPlain);
}

function becomeDiv(document, element) {
  const div = document.createElement("div");
  div.append(...element.childNodes);
  element.replaceWith(div);
}
