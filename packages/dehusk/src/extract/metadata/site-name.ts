import { attribute, type Page, tagNumber } from "../../page/index.ts";
import { cleanText, fold, foldWords } from "./clean-text.ts";
import { isFrontDoor, isFrontPage, leadsHome, linkWithin } from "./front-door.ts";
import { textsOf } from "./json-ld.ts";
import { isSiteName, namesSite, type Site, siteOf } from "./site.ts";
import { metaTexts, type Sources, shownText } from "./sources.ts";
import { leadOf, runsOf, siteInTitle, tailOf } from "./strip-site.ts";

const ogMetas = ["og:site_name", "og:sitename"];
const otherMetas = [
  "dc.publisher",
  "dcterms.publisher",
  "citation_publisher",
  "application-name",
  "apple-mobile-web-app-title",
  "publisher",
];

const mostNames = 50;
/** The site's name is at the top. */
const mostDoors = 3;
/** With tags and character references in it. */
const longestName = 1000;

/** All names that the page gives its site. */
export function readSite(sources: Sources): Site {
  const { graph, entities, host } = sources;
  const names = metaTexts(sources, ogMetas);
  for (const { value, types, top } of graph.entities) {
    if (names.length >= mostNames) break;
    if (types.includes("WebSite") || (top && types.some((type) => /Organization$|^NewsMedia/.test(type))))
      names.push(...textsOf(value["name"], graph));
  }
  for (const entity of entities) names.push(...textsOf(entity["publisher"], graph));
  names.push(...metaTexts(sources, otherMetas));
  if (!isFrontPage(sources.page.url)) names.push(...doorNames(sources));
  const title = cleanText(sources.found.title);
  const byHost = siteOf([], host);
  if (names.length === 0) {
    const { first, last } = siteInTitle(title);
    if (last !== "" && (host === "" || namesSite(last, byHost))) names.push(last);
    else if (first !== "" && isSiteName(foldWords(first), byHost)) names.push(first);
    else names.push(...linkedName(sources, title));
  }
  if (names.length === 0) names.push(...headingName(sources, title));
  const likely = names.filter(({ length }) => length <= longestName).slice(0, mostNames);
  const clean = likely.map(cleanText).filter((name) => name !== "" && name.length <= 100 && !/^https?:\/\//.test(name));
  if (clean.length > 0) clean.unshift(pieceOfHost(clean[0], byHost));
  return siteOf([...new Set(clean)].slice(0, 12), host);
}

const A = tagNumber("a");
const H1 = tagNumber("h1");
const IMG = tagNumber("img");

/** A name without a slogan, if a part of it is the site's host: "Acme.org – Tools for farmers". */
function pieceOfHost(name: string, host: Site): string {
  return runsOf(name).find((piece) => isSiteName(foldWords(piece), host)) ?? name;
}

/** Headings that are links to the front page. */
function doorNames({ page, found, host }: Sources): string[] {
  const names: string[] = [];
  for (const { node } of found.headings.slice(0, mostDoors))
    if (leadsHome(page, node, host)) names.push(shownText(page, node));
  return names;
}

/** The last part of the title, if it is also the text, or the picture, of a link to the front page. */
function linkedName({ page, host }: Sources, title: string): string[] {
  const tail = tailOf(title);
  const wanted = fold(tail);
  if (wanted === "") return [];
  for (let node = page.tag.indexOf(A); node >= 0; node = page.tag.indexOf(A, node + 1)) {
    if (!isFrontDoor(attribute(page, node, "href") ?? "", host)) continue;
    const text = shownText(page, node) || cleanText(altWithin(page, node));
    if (fold(text) === wanted) return [tail];
  }
  return [];
}

/** The text of the first picture within a node. */
function altWithin(page: Page, node: number): string {
  for (let i = node + 1; i < page.end[node]; i++) {
    if (page.tag[i] === IMG) return attribute(page, i, "alt") ?? "";
  }
  return "";
}

/**
 * The first part of the title, if it is also an h1 that is wholly a link to the front page, or to a folder that the page is
 * in: "Hill Review: FAQ".
 */
function headingName({ page, found, host }: Sources, title: string): string[] {
  const lead = leadOf(title);
  const wanted = fold(lead);
  if (wanted === "" || lead === title) return [];
  for (const { node } of found.headings) {
    if (page.tag[node] !== H1 || fold(shownText(page, node)) !== wanted) continue;
    const link = linkWithin(page, node);
    if (link < 0 || fold(shownText(page, link)) !== wanted) continue;
    const href = attribute(page, link, "href") ?? "";
    if (isFrontDoor(href, host) || isFolderAbove(href, page.url)) return [lead];
  }
  return [];
}

/** Whether a link leads to a folder that the page is in. */
function isFolderAbove(href: string, url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(href.trim(), url)) return false;
  const { host, pathname } = new URL(href.trim(), url);
  const page = new URL(url);
  const folder = pathname.replace(/index\.\w+$/, "");
  return host === page.host && folder.endsWith("/") && page.pathname.startsWith(folder) && page.pathname !== pathname;
}
