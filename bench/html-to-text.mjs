/**
 * Turns the HTML that an extractor returned into plain text, the same way for every extractor.
 *
 * Block elements and line breaks end a line and table cells are separated, so neighbouring words never run together;
 * inline elements never split a word. White space folds as in a browser, except in pre and textarea.
 * Cost: one pass of the tokenizer.
 */

import { Parser } from "htmlparser2";

const BLOCKS = new Set(
  `address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form
  frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section select
  summary table tbody tfoot thead tr ul caption`.split(/\s+/u),
);
const CELLS = new Set(["td", "th"]);
const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "title", "iframe", "object"]);
const PREFORMATTED = new Set(["pre", "textarea"]);

/**
 * The text of an HTML fragment.
 *
 * @param {string} html
 * @returns {string}
 * @example
 * htmlToText("<p>one <b>t</b>wo</p><p>three</p>"); // "one two\nthree"
 */
export function htmlToText(html) {
  const parts = [];
  let skipped = 0;
  let preformatted = 0;
  const separate = (name) => {
    if (BLOCKS.has(name)) parts.push("\n");
    else if (CELLS.has(name)) parts.push("\t");
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SKIPPED.has(name)) skipped += 1;
        if (PREFORMATTED.has(name)) preformatted += 1;
        separate(name);
      },
      onclosetag(name) {
        if (SKIPPED.has(name)) skipped -= 1;
        if (PREFORMATTED.has(name)) preformatted -= 1;
        separate(name);
      },
      ontext(text) {
        if (skipped === 0) parts.push(preformatted > 0 ? text : text.replace(/[ \t\r\n\f]+/gu, " "));
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return parts
    .join("")
    .replace(/[ \t]*\n[ \t]*/gu, "\n")
    .replace(/\n{2,}/gu, "\n")
    .replace(/[ \t]{2,}/gu, " ")
    .trim();
}
