import { type Attribute, attribute, COMMENT, type Page, sumOf, TEXT, tagNumber } from "../../page/index.ts";
import { classifyName, NameHint } from "./name-hints.ts";

/** A node that may have metadata, and whether it is outside the content: comments, sidebars, lists of other pages. */
export interface Spot {
  readonly node: number;
  readonly aside: boolean;
  /** Within readers' comments. */
  readonly comments: boolean;
}

/** A microdata or RDFa property. */
interface Property extends Spot {
  /** Lower case, without a vocabulary's URL or prefix. */
  readonly name: string;
}

/** Every source of metadata on a page, in document order. */
export interface Collected {
  /** `content` of meta elements by lower-case name. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  /** `href` of link elements by lower-case relation. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** The text of the first `<title>`. */
  readonly title: string;
  /** The `lang` of the root, or else of the body. */
  readonly language: string | undefined;
  readonly jsonLd: readonly string[];
  readonly properties: readonly Property[];
  readonly headings: readonly Spot[];
  readonly times: readonly Spot[];
  /** Elements whose class, id or relation suggests an author, a date, a title. */
  readonly authors: readonly Spot[];
  readonly dates: readonly Spot[];
  readonly titles: readonly Spot[];
}

const A = tagNumber("a");
const ARTICLE = tagNumber("article");
const ASIDE = tagNumber("aside");
const BODY = tagNumber("body");
const FOOTER = tagNumber("footer");
const H1 = tagNumber("h1");
const H2 = tagNumber("h2");
const H3 = tagNumber("h3");
const HTML = tagNumber("html");
const LI = tagNumber("li");
const LINK = tagNumber("link");
const MAIN = tagNumber("main");
const META = tagNumber("meta");
const NAV = tagNumber("nav");
const SCRIPT = tagNumber("script");
const TIME = tagNumber("time");
const TITLE = tagNumber("title");

/** More of a kind are a list, not metadata. */
const most = 400;

/** A zone with more of the page's text is not a side zone, whatever its class. */
const sideShare = 0.45;

/** Reads the whole page once. Linear in its nodes and attributes. */
export function collect(page: Page): Collected {
  const metas = new Map<string, string[]>();
  const links = new Map<string, string[]>();
  const jsonLd: string[] = [];
  const properties: Property[] = [];
  const headings: Spot[] = [];
  const times: Spot[] = [];
  const authors: Spot[] = [];
  const dates: Spot[] = [];
  const titles: Spot[] = [];
  const hints = new Map<string, number>();
  const headlines = findAll(page, H1);
  let found: readonly number[] | undefined;
  const articles = (): readonly number[] => {
    found ??= findArticles(page);
    return found;
  };
  let title: string | undefined;
  let language: string | undefined;
  let skipEnd = 0;
  let asideEnd = 0;
  let commentsEnd = 0;
  let articleEnd = 0;

  for (let node = 1; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag <= COMMENT) continue;
    const attributes = page.attributes[node];
    switch (tag) {
      case META:
        readMeta(attributes, metas);
        break;
      case LINK:
        readLink(attributes, links);
        continue;
      case SCRIPT:
        if (isJsonLd(attributes) && jsonLd.length < most) jsonLd.push(rawText(page, node));
        continue;
      case TITLE:
        title ??= rawText(page, node);
        continue;
      case HTML:
      case BODY:
        language ??= languageOf(attributes);
        continue;
    }
    if (node < skipEnd) continue;
    // Classes matter only with text; properties are read from empty elements too.
    const shows = page.textFrom[node] !== page.textFrom[page.end[node]];
    let hint = 0;
    for (let i = 0; i < attributes.length; i++) {
      const { name, value } = attributes[i];
      // By length first: this loop spends its time on comparing strings.
      switch (name.length) {
        case 2:
          // Items and links of menus have hundreds of ids, which mean nothing.
          if (shows && name === "id" && tag !== LI && tag !== A) hint |= hintOf(value);
          break;
        case 5:
        case 11:
          if (shows && (name === "class" || name === "data-testid")) hint |= hintOf(value);
          break;
        case 3:
          if (tag === A && name === "rel" && /\bauthor\b/i.test(value)) hint |= NameHint.Author;
          break;
        case 8:
          if (name === "itemprop" || (name === "property" && tag !== META)) {
            addProperties(value, { node, aside: node < asideEnd, comments: node < commentsEnd }, properties);
          }
          break;
      }
    }
    if ((tag === ARTICLE || tag === MAIN) && node >= articleEnd) articleEnd = page.end[node];
    if (
      node >= asideEnd &&
      isSide(page, node, tag === FOOTER && node < articleEnd ? ARTICLE : tag, hint, headlines, articles)
    ) {
      asideEnd = page.end[node];
    }
    if (node < asideEnd && node >= commentsEnd && (hint & NameHint.Comments) !== 0) commentsEnd = page.end[node];
    if (tag === NAV && node < asideEnd) skipEnd = page.end[node];
    const heading = tag === H1 || tag === H2 || tag === H3;
    if (hint === 0 && !heading && tag !== TIME) continue;
    const spot: Spot = { node, aside: node < asideEnd, comments: node < commentsEnd };
    if (heading) push(headings, spot);
    if (tag === TIME) push(times, spot);
    if ((hint & NameHint.Author) !== 0) push(authors, spot);
    if ((hint & NameHint.Date) !== 0) push(dates, spot);
    if ((hint & NameHint.Title) !== 0) push(titles, spot);
  }
  // Frameworks that take metadata as names and values write it so.
  jsonLd.push(...(metas.get("script:ld+json") ?? []));
  return { metas, links, title: title ?? "", language, jsonLd, properties, headings, times, authors, dates, titles };

  function hintOf(value: string): number {
    let known = hints.get(value);
    if (known === undefined) {
      known = classifyName(value);
      hints.set(value, known);
    }
    return known;
  }
}

function push<T>(list: T[], item: T): void {
  if (list.length < most) list.push(item);
}

function findAll(page: Page, tag: number): number[] {
  const found: number[] = [];
  for (let at = page.tag.indexOf(tag); at >= 0; at = page.tag.indexOf(tag, at + 1)) found.push(at);
  return found;
}

/** Whether a zone belongs to other pages or to people other than the author. */
function isSide(
  page: Page,
  node: number,
  tag: number,
  hint: number,
  headlines: readonly number[],
  articles: () => readonly number[],
): boolean {
  if (tag === BODY || tag === MAIN || tag === ARTICLE) return false;
  const side = tag === ASIDE || tag === NAV || tag === FOOTER || (hint & NameHint.Side) !== 0;
  if (!side) return false;
  const end = page.end[node];
  const total = page.sums.characters[page.size];
  if (sumOf(page, page.sums.characters, node) > total * sideShare) return false;
  if (tag === NAV || tag === FOOTER || (hint & NameHint.Comments) !== 0) return true;
  // A program of blogs calls all that it shows widgets, the article too.
  return !anyWithin(headlines, node, end) && countWithin(articles(), node, end) !== 1;
}

/** Elements marked up as the text of an article. */
function findArticles(page: Page): number[] {
  const found: number[] = [];
  for (let node = 0; node < page.size; node++)
    if (page.attributes[node].length > 0 && attribute(page, node, "itemprop")?.toLowerCase() === "articlebody")
      found.push(node);
  return found;
}

function anyWithin(sorted: readonly number[], from: number, to: number): boolean {
  return countWithin(sorted, from, to) > 0;
}

function countWithin(sorted: readonly number[], from: number, to: number): number {
  return firstFrom(sorted, to) - firstFrom(sorted, from);
}

/** Index of the first of ascending numbers that is not below another. */
function firstFrom(sorted: readonly number[], from: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readMeta(attributes: readonly Attribute[], metas: Map<string, string[]>): void {
  let content: string | undefined;
  const names: string[] = [];
  for (const { name, value } of attributes) {
    if (name === "content" || (name === "value" && content === undefined)) content = value;
    else if (name === "name" || name === "property" || name === "http-equiv") names.push(value);
  }
  if (content === undefined || content.trim() === "") return;
  for (const name of names) {
    for (const key of name.trim().toLowerCase().split(/\s+/))
      addTo(metas, key.replace(/^(dc|dcterms|og|article):?[.]/, "$1."), content);
  }
}

function readLink(attributes: readonly Attribute[], links: Map<string, string[]>): void {
  const rel = attributes.find(({ name }) => name === "rel")?.value;
  const href = attributes.find(({ name }) => name === "href")?.value;
  if (rel === undefined || href === undefined || href.trim() === "") return;
  for (const key of rel.trim().toLowerCase().split(/\s+/)) addTo(links, key, href);
}

function addTo(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < most) list.push(value);
}

function addProperties(value: string, spot: Spot, properties: Property[]): void {
  for (const full of value.split(/\s+/)) {
    const name = full.slice(Math.max(full.lastIndexOf("/"), full.lastIndexOf(":"), full.lastIndexOf("#")) + 1);
    if (name !== "") push(properties, { ...spot, name: name.toLowerCase() });
  }
}

function isJsonLd(attributes: readonly Attribute[]): boolean {
  return attributes.some(({ name, value }) => name === "type" && /^\s*application\/(?:\w+\+)?ld\+json/i.test(value));
}

function languageOf(attributes: readonly Attribute[]): string | undefined {
  const find = (wanted: string) => attributes.find(({ name, value }) => name === wanted && value.trim() !== "")?.value;
  return find("lang") ?? find("xml:lang");
}

/** The text below a node whether it is shown or not. */
export function rawText(page: Page, node: number): string {
  let text = "";
  const end = page.end[node];
  for (let i = node + 1; i < end; i++) if (page.tag[i] === TEXT) text += page.strings[i];
  return text;
}
