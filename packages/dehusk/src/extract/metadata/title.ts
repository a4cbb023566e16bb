import { isElement, type Page } from "../../page/index.ts";
import { cleanText, collapse, fold } from "./clean-text.ts";
import { isFrontPage, leadsHome } from "./front-door.ts";
import { agreeingHeading, anyHeading, type Heading, loneHeading, readHeadings } from "./headings.ts";
import { textsOf } from "./json-ld.ts";
import { isSiteName, namesSite, type Site } from "./site.ts";
import { metaTexts, propertyText, type Sources } from "./sources.ts";
import { leadOf, runsOf, stripSite } from "./strip-site.ts";
import { type Title, titleInText } from "./title-in-text.ts";

const titleMetas = [
  "og:title",
  "citation_title",
  "dc.title",
  "dcterms.title",
  "parsely-title",
  "sailthru.title",
  "twitter:title",
  "twitter:text:title",
  "hdl",
  "title",
  "headline",
];

/** The page's title without the site's name. */
export function readTitle(sources: Sources, site: Site): Title | null {
  const declared = declaredTitles(sources);
  const title = findTitle(sources, site, declared);
  if (title === null || !emptyTitle.test(title.text)) return title;
  // "Home" is uninformative, the site's name is not.
  const [name = title.text] = [...site.names, ...declared.filter((text) => !emptyTitle.test(text))];
  return { text: name, node: title.node };
}

function findTitle(sources: Sources, site: Site, declared: readonly string[]): Title | null {
  const { page } = sources;
  const room = Math.max(0, ...declared.map(({ length }) => length));
  const isFront = isFrontPage(page.url);
  const known = new Set(declared.map(fold));
  const isDoor = ({ words, node }: Heading) =>
    !isFront && leadsHome(page, node, sources.host) && !known.has(words.join(" "));
  const own = (heading: Heading) => heading.words.length > 0 && !isSiteName(heading.words, site) && !isDoor(heading);
  const headings = readHeadings(sources, room).filter(own);
  const heads = strip(declared, headings, room, site);
  if (isFront) {
    // A front page is about its site: "Acme: tools for farmers" is its title, and so is "Acme" alone.
    const own = declared.find((text) => namesSite(leadOf(text), site));
    if (own !== undefined) return { text: stripShown(own, site), node: -1 };
  }
  const headline = agreeingHeading(headings, heads);
  if (headline !== undefined) {
    const text = withoutKicker(page, headline, declared) ?? headline.text;
    return { text: stripShown(text, site), node: headline.node };
  }
  const telling = heads.filter((text) => !namesSite(text, site));
  return (
    titleInText(page, declared, site) ??
    (isFront ? undefined : loneHeading(headings, metaTexts(sources, titleMetas))) ??
    (telling.length > 0 ? { text: telling[0], node: -1 } : undefined) ??
    anyHeading(headings) ??
    (heads.length > 0 ? { text: heads[0], node: -1 } : undefined) ??
    headings.find(({ level, aside }) => level <= 2 && !aside) ??
    null
  );
}

const emptyTitle = /^(?:home ?page|home|startseite|accueil|inicio|index|welcome!?|willkommen!?|untitled|blog)$/iu;

/** The declared titles without the site's name. */
function strip(declared: readonly string[], headings: readonly Heading[], room: number, site: Site): string[] {
  const parts = headings.filter(({ level, aside, text }) => level <= 2 && !aside && text.length <= room + 5);
  const shown = new Set(parts.map(({ words }) => words.join(" ")));
  const folded = declared.map(fold);
  return declared.map((text, i) => {
    const others = new Set(folded.filter((other) => other !== folded[i] && other !== ""));
    return stripSite(text, site, shown, others);
  });
}

/** What forums write before the title of a thread. */
const threadLabel =
  /^(?:author\s+)?(?:thread|topic|subject|discussion|thema|betreff|sujet|temat|tema|тема|主题|主題)\s*[:：]\s*(.+)$/iu;

/**
 * A heading's text after a thread's label, or after elements at its start, such as a kicker or a date, if declared titles have it without
 * them; none is in the heading's other half.
 */
function withoutKicker(page: Page, { text, node }: Heading, declared: readonly string[]): string | undefined {
  const whole = fold(text);
  const runs = new Set(declared.flatMap(runsOf).map(fold));
  if (runs.has(whole)) return undefined;
  const isOwn = (rest: string) => {
    const words = fold(rest);
    return words.length * 2 >= whole.length && words.length < whole.length && runs.has(words);
  };
  const labelled = threadLabel.exec(text)?.[1] ?? "";
  if (isOwn(labelled)) return labelled;
  const end = page.end[node];
  for (let i = node + 1; i < end; i++) {
    if (!isElement(page, i) || page.end[i] >= end) continue;
    const rest = collapse(page.text.slice(page.textFrom[page.end[i]], page.textTo[end]));
    if (isOwn(rest)) return rest;
  }
  return undefined;
}

/** A heading's text without the site's name after a bar, and without the mark of a link to itself. */
function stripShown(text: string, site: Site): string {
  const bare = text.replace(/\s*[¶#§🔗]+$/u, "");
  const bar = bare.search(/\s[|¦│｜–—-]\s(?:(?!\s[|¦│｜–—-]\s).)*$/u);
  return bar > 0 && namesSite(bare.slice(bar + 2), site) ? bare.slice(0, bar) : bare;
}

function declaredTitles(sources: Sources): string[] {
  const { entities, graph, found, page } = sources;
  const texts: string[] = [];
  const [entity] = entities;
  if (entity !== undefined) texts.push(...textsOf(entity["headline"] ?? entity["name"], graph).slice(0, 1));
  texts.push(...metaTexts(sources, titleMetas));
  // Several headlines are those of a list.
  const headlines = found.properties.filter(({ name, aside }) => !aside && name === "headline");
  if (headlines.length === 1) texts.push(propertyText(page, headlines[0].node));
  texts.push(found.title);
  return [...new Set(texts.map(cleanText).filter((text) => text !== "" && text.length <= 500))].slice(0, 12);
}
