/**
 * Makes pages for timing when there is no data, and pages that are hard on parsers.
 *
 * The same seed gives the same page. Words are invented; structure, attributes and noise follow common pages: a head
 * with scripts and styles, menus of links, an article, a table, comments, a footer.
 */

import { randomFrom } from "./seeded-random.mjs";

const SYLLABLES = [
  "ba",
  "ke",
  "li",
  "mo",
  "nu",
  "ra",
  "se",
  "ti",
  "vo",
  "zu",
  "shel",
  "grain",
  "corn",
  "leaf",
  "é",
  "ß",
];

/**
 * A page of about this many bytes.
 *
 * @param {number} seed
 * @param {number} size
 * @returns {string}
 */
export function generatePage(seed, size) {
  const random = randomFrom(seed);
  const below = (limit) => Math.floor(random() * limit);
  const word = () => Array.from({ length: 1 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]).join("");
  const sentence = (length) => `${Array.from({ length }, word).join(" ")}.`;
  const link = () => `<a class="l-${below(9)}" href="/${word()}/${below(1e4)}?a=1&amp;b=${below(9)}">${word()}</a>`;
  const menu = () =>
    `<ul class="menu">${Array.from({ length: 4 + below(9) }, () => `<li>${link()}</li>`).join("\n")}</ul>`;
  const paragraph = () =>
    `<p id="p${below(1e6)}">${sentence(8 + below(20))} <b>${word()}</b>, ${link()} &amp; ${sentence(5 + below(30))}</p>\n`;
  const row = () => `<tr>${Array.from({ length: 4 }, () => `<td align=right>${below(1e5)}</td>`).join("")}</tr>`;
  const table = () =>
    `<table border="0"><tbody>${Array.from({ length: 3 + below(6) }, row).join("\n")}</tbody></table>`;
  const card = () =>
    `<div class="card c${below(9)}" data-id="${below(1e6)}"><img src="/i/${below(1e4)}.jpg" alt="${word()}" width=120 height=80>
     <h3>${link()}</h3><span style="color:#${below(899) + 100}">${sentence(6)}</span></div>`;
  const kinds = [paragraph, paragraph, paragraph, paragraph, card, card, menu, table, () => `<!-- ${word()} -->`];
  const parts = [
    `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${sentence(6)}</title>`,
    `<style>.menu li { display: inline } .card { float: left; width: 30% }</style>`,
    `<script>var data = ${JSON.stringify(Array.from({ length: 40 }, () => below(1e9)))};</script></head><body>`,
    `<header><nav>${menu()}</nav></header><main><article><h1>${sentence(6)}</h1>`,
  ];
  let length = parts.join("").length;
  while (length < size) {
    const inner = kinds[below(kinds.length)]();
    const part = random() < 0.2 ? `<section><div>${inner}</div></section>` : inner;
    parts.push(part);
    length += part.length;
  }
  parts.push(`</article></main><footer>${menu()}<p>${sentence(9)}</footer></body></html>`);
  return parts.join("\n");
}

/** Pages from 5 kB to about 500 kB, each half as large again as the one before. */
export function generatePages() {
  const pages = [];
  for (let size = 5_000; size < 600_000; size *= 1.5) pages.push(generatePage(pages.length + 1, Math.round(size)));
  return pages.map((html) => ({ html, url: null }));
}

/** This many nested div elements. */
export function nestedDivs(depth) {
  return `<!DOCTYPE html><title>deep</title><body>${"<div>".repeat(depth)}end${"</div>".repeat(depth)}`;
}

/** A page of this many million bytes. */
export function largePage(megabytes) {
  return generatePage(1, megabytes * 1_000_000);
}
