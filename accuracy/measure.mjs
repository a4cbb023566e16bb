import { readdirSync, readFileSync } from "node:fs";
import { readMarkers } from "./markers.mjs";

const folder = new URL("pages/", import.meta.url);

/**
 * All marked pages, by name. A page's kind is the first word of its file's name.
 *
 * @returns {import("./measure.mjs").AccuracyPage[]}
 */
export function readPages() {
  const files = readdirSync(folder).filter((file) => file.endsWith(".html"));
  return files.sort().map((file) => {
    try {
      const marked = readMarkers(readFileSync(new URL(file, folder), "utf8"));
      return { name: file.replace(/\.html$/, ""), kind: file.replace(/[-.].*$/, ""), ...marked };
    } catch (error) {
      throw new Error(`accuracy/pages/${file}: ${error.message}`);
    }
  });
}

/**
 * How well the words that the library takes from a page agree with those that the page's markers call content, and
 * where the page has readers' comments, how well the comments that the library found agree with them.
 *
 * @param {import("./measure.mjs").AccuracyPage} page
 * @param {import("./measure.mjs").Library} library
 * @returns {import("./measure.mjs").PageScores}
 */
export function measurePage(page, library) {
  const { name, kind, html, content, comments } = page;
  const result = library.extract(html);
  const scores = library.wordScores(result.text, textOf(content, library));
  if (comments.length === 0) return { name, kind, ...scores };
  const found = library.wordScores(result.comments ?? "", textOf(comments, library));
  return { name, kind, ...scores, comments: found };
}

function textOf(stretches, { extract }) {
  return stretches.map((html) => extract(spaceCells(html), { preset: "everything" }).text).join("\n");
}

/** Outside a table the parser drops the tags of rows and cells; a space keeps their words apart. */
function spaceCells(html) {
  return html.replace(/<(?=(?:t[dhr]|caption)\b)/gi, " <");
}
