import { type Page, parse } from "../../page/index.ts";

const items = ["Home", "News", "Shop", "About us", "Contact"];

/** A menu whose active item differs from page to page. */
function menu(active: number): string {
  const links = items.map((name, i) => `<li${i === active ? ' class="active"' : ""}><a href="/${i}">${name}</a></li>`);
  return `<nav id="menu-${active}"><ul>${links.join("")}</ul></nav>`;
}

/** HTML of a page of a made-up site: menu, its own article, footer. */
export function sitePage(number: number): string {
  const article = `<article><h1>Story ${number}</h1><p>What only page ${number} tells, and <i>nobody</i> else.</p></article>`;
  const footer = `<footer>© Made-up Press <script>stamp(${number})</script><a href="/imprint?sid=${number}">Imprint</a></footer>`;
  return `<!doctype html><title>${number}</title>${menu(number % items.length)}${article}${footer}`;
}

/** Parsed pages of a made-up site. */
export function sitePages(count: number): Page[] {
  return Array.from({ length: count }, (_, number) => parse(sitePage(number)));
}
