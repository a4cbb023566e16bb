/** Puts the results of peers.mjs into the documents of a repository: a page of their own, and peers' F1 in two tables. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { score } from "../report/table.mjs";
import { renderPeers } from "./render.mjs";

const PAGE = "docs/research/peers.md";
const TABLES = ["README.md", "docs/guide/choosing.md"];
/** Peers as those tables call them. */
const NAMES = {
  Readability: "readability+jsdom",
  "Readability + jsdom": "readability+jsdom",
  "dom-smoothie": "dom-smoothie",
  trafilatura: "trafilatura",
  Defuddle: "defuddle",
};

/**
 * @param {string} root
 * @param {any} results as peers.mjs writes them
 */
export function writeDocuments(root, results) {
  for (const [path, text] of Object.entries(documentsOf(root, results))) writeFileSync(join(root, path), text);
}

/**
 * The documents as they should be, by path.
 *
 * @param {string} root
 * @param {any} results
 * @returns {Record<string, string>}
 */
export function documentsOf(root, results) {
  const values = Object.fromEntries(
    Object.entries(NAMES).map(([title, name]) => [title, score(results.peers[name]?.overSets.independentF1)]),
  );
  const tables = TABLES.map((path) => [path, setCells(readFileSync(join(root, path), "utf8"), "F1", values)]);
  return Object.fromEntries([[PAGE, `${renderPeers(results)}\n`], ...tables]);
}

/**
 * Markdown with new values in a column of its tables, in the rows that the first cell names.
 *
 * @param {string} markdown
 * @param {string} column
 * @param {Record<string, string>} values by the words of the first cell, without a link's address
 */
export function setCells(markdown, column, values) {
  let at = -1;
  return markdown
    .split("\n")
    .map((line) => {
      if (!line.startsWith("|")) at = -1;
      const cells = line.split("|");
      if (at === -1) {
        at = cells.findIndex((cell) => cell.trim() === column);
        return line;
      }
      const name = cells[1].replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1").trim();
      if (!Object.hasOwn(values, name)) return line;
      cells[at] = ` ${values[name]} `;
      return cells.join("|");
    })
    .join("\n");
}
