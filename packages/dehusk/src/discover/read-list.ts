import { isRecord } from "../basics/index.ts";
import { attribute, type Page, parse, resolveLink, tagNumber } from "../page/index.ts";
import { childText, elementsNamed, readXml, type XmlElement, xmlAttribute } from "./read-xml.ts";

/** Where an address was found. */
export type FoundIn = "sitemap" | "news" | "feed" | "link";

/** An address that a document names. */
export interface NamedUrl {
  readonly url: string;
  readonly foundIn: FoundIn;
  /** When the page last changed or was published, as the document says. */
  readonly date: string | null;
}

/** What a document names: pages, and other documents to read. */
export interface Listing {
  readonly pages: readonly NamedUrl[];
  readonly documents: readonly string[];
}

const nothing: Listing = { pages: [], documents: [] };

/** Reads a sitemap, an index of sitemaps, a feed (RSS, Atom, JSON) or a page, whichever the text is. */
export function readListing(text: string, url: string): Listing {
  const start = text
    .slice(0, 1000)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (start.startsWith("{")) return readJsonFeed(text);
  if (/^<(?:!doctype html|html|head|body)\b/i.test(start)) return readPageLinks(text, url);
  if (start.startsWith("<")) return readXmlList(text, url);
  return readTextList(text);
}

function readXmlList(text: string, url: string): Listing {
  const root = readXml(text);
  switch (root?.name) {
    case "urlset":
      return { pages: [...elementsNamed(root, "url")].flatMap(sitemapEntry), documents: [] };
    case "sitemapindex":
      return { pages: [], documents: [...elementsNamed(root, "sitemap")].map((each) => childText(each, "loc")) };
    case "rss":
    case "rdf":
      return { pages: [...elementsNamed(root, "item")].flatMap(rssItem), documents: [] };
    case "feed":
      return { pages: [...elementsNamed(root, "entry")].flatMap(atomEntry), documents: [] };
    case undefined:
      return nothing;
    default:
      return readPageLinks(text, url);
  }
}

function sitemapEntry(entry: XmlElement): NamedUrl[] {
  const [news] = elementsNamed(entry, "news");
  const published = news === undefined ? "" : childText(news, "publication_date");
  const date = childText(entry, "lastmod") || published || null;
  return named(childText(entry, "loc"), news === undefined ? "sitemap" : "news", date);
}

function rssItem(item: XmlElement): NamedUrl[] {
  const id = item.children.find(({ name }) => name === "guid");
  const isAddress = id !== undefined && xmlAttribute(id, "isPermaLink") !== "false" && /^https?:/.test(id.text.trim());
  const link = childText(item, "link") || (isAddress ? id.text.trim() : "");
  return named(link, "feed", childText(item, "pubdate", "date") || null);
}

function atomEntry(entry: XmlElement): NamedUrl[] {
  const links = entry.children.filter(({ name }) => name === "link");
  const main = links.find((link) => ["", "alternate"].includes(xmlAttribute(link, "rel")));
  return named(
    main === undefined ? "" : xmlAttribute(main, "href"),
    "feed",
    childText(entry, "updated", "published") || null,
  );
}

function readJsonFeed(text: string): Listing {
  let feed: unknown;
  try {
    feed = JSON.parse(text);
  } catch {
    return nothing;
  }
  if (!isRecord(feed) || !Array.isArray(feed["items"])) return nothing;
  const pages = feed["items"].flatMap((item: unknown) => {
    if (!isRecord(item)) return [];
    const date = item["date_modified"] ?? item["date_published"];
    return named(String(item["url"] ?? ""), "feed", typeof date === "string" ? date : null);
  });
  const next = feed["next_url"];
  return { pages, documents: typeof next === "string" ? [next] : [] };
}

/** A sitemap of lines. */
function readTextList(text: string): Listing {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return {
    pages: lines.flatMap((line) => (/^https?:\/\/\S+$/.test(line) ? named(line, "sitemap", null) : [])),
    documents: [],
  };
}

function named(url: string, foundIn: FoundIn, date: string | null): NamedUrl[] {
  return url === "" ? [] : [{ url, foundIn, date: date === null ? null : date.slice(0, 40) }];
}

const A = tagNumber("a");
const AREA = tagNumber("area");
const LINK = tagNumber("link");
const feedTypes = /^application\/(?:rss\+xml|atom\+xml|feed\+json|json)\b/i;

/** The links of a page, and the feeds that it declares. */
function readPageLinks(html: string, url: string): Listing {
  let page: Page;
  try {
    page = parse(html, { url });
  } catch {
    return nothing;
  }
  const pages: NamedUrl[] = [];
  const documents: string[] = [];
  for (let node = 1; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag !== A && tag !== AREA && tag !== LINK) continue;
    const href = attribute(page, node, "href");
    const target = href === undefined ? "" : resolveLink(page, href);
    if (target === "") continue;
    const rel = (attribute(page, node, "rel") ?? "").toLowerCase().split(/\s+/);
    if (tag === LINK) {
      if (rel.includes("alternate") && feedTypes.test(attribute(page, node, "type") ?? "")) documents.push(target);
    } else if (!rel.includes("nofollow")) pages.push({ url: target, foundIn: "link", date: null });
  }
  return { pages, documents };
}
