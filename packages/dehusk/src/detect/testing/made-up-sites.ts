import { seededRandom } from "../../learn/index.ts";
import { type Page, parse } from "../../page/index.ts";

/** A made-up site: pages with an article of their own in a frame that they share. */
export interface MadeUpSite {
  readonly name: string;
  /** HTML of one of its pages, the same for the same number. */
  html(number: number): string;
  /** The first pages, parsed. */
  pages(count: number): Page[];
}

const syllables = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");

/** Site number 0, 1, 2, …: each has its own words, menu, order of parts and markup. */
export function madeUpSite(number: number): MadeUpSite {
  const site = seededRandom(1000 + number);
  const name = wordOf(site);
  const labels = Array.from({ length: 8 + (number % 5) }, () => titled(wordOf(site)));
  const legal = Array.from({ length: 5 }, () => titled(`${wordOf(site)} ${wordOf(site)}`));
  const frame = frames[number % frames.length];
  const url = (path: string) => `https://${name}.example/${path}`;
  const html = (page: number): string => {
    const random = seededRandom(number * 7919 + page);
    const title = titled(`${wordOf(random)} ${wordOf(random)} ${wordOf(random)} ${page}`);
    const paragraphs = Array.from({ length: 4 + Math.floor(random() * 5) }, () => `<p>${paragraph(random)}</p>`);
    const article = `<h1>${title}</h1>\n${paragraphs.join("\n")}`;
    const teasers = Array.from(
      { length: 3 },
      () => `<li><a href="${url(wordOf(random))}">${titled(`${wordOf(random)} ${wordOf(random)}`)}</a></li>`,
    );
    const links = (list: readonly string[]) =>
      list.map((label) => `<a href="${url(label.toLowerCase().replaceAll(" ", "-"))}">${label}</a>`);
    const related = `<h3>More from ${name}</h3><ul>${teasers.join("")}</ul>`;
    const small = `© ${titled(name)} Press. ${links(legal).join(" | ")}`;
    return `<!doctype html><html><head><title>${title}</title></head><body>${frame({
      name: titled(name),
      menu: links(labels),
      article,
      related,
      small,
    })}</body></html>`;
  };
  return {
    name,
    html,
    pages: (count) => Array.from({ length: count }, (_, page) => parse(html(page), { url: url(`page-${page}`) })),
  };
}

interface Parts {
  readonly name: string;
  readonly menu: readonly string[];
  readonly article: string;
  readonly related: string;
  readonly small: string;
}

type Frame = (parts: Parts) => string;

const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

/** Ways to build a page: by elements with a meaning, by divisions, by tables, with the menu above, beside or below. */
const frames: readonly Frame[] = [
  ({ name, menu, article, related, small }) =>
    `<header><a href="/">${name}</a></header><nav>${list(menu)}</nav><main><article>${article}</article></main>
<aside>${related}</aside><footer>${small}</footer>`,
  ({ name, menu, article, related, small }) =>
    `<div class="top">${name}</div><div class="bar">${menu.join(" · ")}</div><div class="story">${article}</div>
<div class="rel">${related}</div><div class="foot">${small}</div>`,
  ({ name, menu, article, related, small }) =>
    `<table width="1000"><tr><td colspan="2"><b>${name}</b></td></tr><tr><td width="200">${menu.join("<br>")}</td>
<td>${article}${related}</td></tr><tr><td colspan="2"><small>${small}</small></td></tr></table>`,
  ({ name, menu, article, related, small }) =>
    `<div id="page"><h2>${name}</h2><div class="columns"><div class="left" style="float:left;width:220px">${list(menu)}
</div><div class="content" style="margin-left:240px">${article}</div></div>${related}<p class="legal">${small}</p></div>`,
  ({ name, menu, article, related, small }) =>
    `<section><p><a href="/">${name}</a></p></section><section class="text">${article}</section>
<section>${related}</section><section class="menu">${list(menu)}</section><address>${small}</address>`,
  ({ name, menu, article, related, small }) =>
    `<div class="wrap"><div class="head"><span>${name}</span>${list(menu.slice(0, 5))}</div><div class="body">
<div class="post">${article}</div><div class="side">${list(menu.slice(5))}${related}</div></div><div>${small}</div></div>`,
];

function wordOf(random: () => number): string {
  const length = 2 + Math.floor(random() * 3);
  return Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join("");
}

function titled(text: string): string {
  return text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function paragraph(random: () => number): string {
  const sentence = () => {
    const words = Array.from({ length: 8 + Math.floor(random() * 14) }, () => wordOf(random));
    words.splice(4, 1, `${words[4]},`);
    return `${titled(words[0])} ${words.slice(1).join(" ")}.`;
  };
  return Array.from({ length: 2 + Math.floor(random() * 4) }, sentence).join(" ");
}
