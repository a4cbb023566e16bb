import type { Page } from "../../page/index.ts";
import { labelledNames, namesNearHeadline, threadStarter } from "./byline.ts";
import { isInCard } from "./cards.ts";
import { cleanText } from "./clean-text.ts";
import type { Spot } from "./collect.ts";
import { isFrontPage, leadsHome } from "./front-door.ts";
import { type JsonObject, resolve, textsOf, typesOf } from "./json-ld.ts";
import { writtenType } from "./main-entity.ts";
import { namesInSpots } from "./marked-author.ts";
import { cleanNames, declaredNames, gradeName, NameGrade } from "./names.ts";
import { nearest } from "./nearest.ts";
import { profileNearHeadline } from "./profile-links.ts";
import { namesSite, type Site } from "./site.ts";
import { metaTexts, propertyText, type Sources } from "./sources.ts";
import type { Title } from "./title-in-text.ts";

const authorMetas = [
  "citation_author",
  "citation_authors",
  "article:author",
  "og:article:author",
  "og:author",
  "article.author",
  "dc.creator",
  "dcterms.creator",
  "dc.creator.name",
  "parsely-author",
  "sailthru.author",
  "byl",
  "cxenseparse:author",
  "cxenseparse:recs:author",
  "bt:author",
  "author",
  "authors",
  "article:author_name",
  "creator",
  "page.author",
  "shareaholic:article_author_name",
  "vr:author",
  "dc.contributor",
];

const mostAuthors = 200;

/** Who wrote the page. */
export function readAuthors(sources: Sources, site: Site, title: Title | null): string[] {
  const { page, found } = sources;
  const headline = title?.node ?? -1;
  const ofCard = (node: number) => isInCard(sources, node, title);
  let spots: Spot[] | undefined;
  const near = () => {
    spots ??= nearest(
      page,
      found.authors.filter(({ aside, node }) => !aside && !ofCard(node) && !leadsHome(page, node, sources.host)),
      headline,
    );
    return spots;
  };
  const declared = [
    () => entityAuthors(sources, false),
    ...authorMetas.map((name) => () => metaTexts(sources, [name]).flatMap(declaredNames)),
  ];
  const shown: (() => string[])[] = [
    () => threadStarter(page),
    () => propertyAuthors(sources, ofCard),
    () => namesInSpots(page, near(), NameGrade.Full),
    () => namesNearHeadline(page, headline, ofCard),
    () => profileNearHeadline(page, headline, ofCard),
    () => namesInSpots(page, near(), NameGrade.Word),
    () =>
      namesInSpots(
        page,
        found.authors.filter(({ aside, comments, node }) => aside && !comments && !ofCard(node)),
        NameGrade.Full,
      ),
    () => labelledNames(page, headline),
    () => labelledNames(page, headline, true),
    () => labelledMeta(sources),
    () => entityAuthors(sources, true),
    () => namesInSpots(page, near(), NameGrade.Generic),
  ];
  let fallback: string[] = [];
  let fallbackGrade = 0;
  for (const way of showsOthers(sources) ? declared : [...declared, ...shown]) {
    const people = [...new Set(way())].slice(0, mostAuthors);
    if (people.length === 0) continue;
    const grade = Math.max(...people.slice(0, 5).map((name) => trust(name, page, site)));
    if (grade > fallbackGrade) {
      fallback = people;
      fallbackGrade = grade;
    }
    if (grade >= 4) break;
  }
  const own = fallback.filter((name) => !namesSite(name, site));
  return own.length > 0 ? own : fallback;
}

/** Whether the people on a page are not its authors: customers of a shop, authors of what the front page links to. */
function showsOthers({ page, graph, found }: Sources): boolean {
  if (isFrontPage(page.url)) return true;
  const types = graph.entities.filter(({ top }) => top).flatMap((entity) => entity.types);
  if (types.some((type) => writtenType.test(type))) return false;
  return types.includes("Product") || (found.metas.get("og:type") ?? []).some((type) => /\bproduct/i.test(type));
}

/**
 * Whether to continue looking for a better name, 1 to 4. A name that the page also shows is accepted at once; the site's own
 * name and "admin" are only used if there is no other.
 */
function trust(name: string, page: Page, site: Site): number {
  const grade = gradeName(name);
  if (grade === NameGrade.Generic) return 1;
  if (namesSite(name, site)) return 1.5;
  if (page.text.includes(name) || page.text.includes(name.toUpperCase())) return 4;
  return grade === NameGrade.Handle ? 2 : 3;
}

/** The authors in JSON-LD: people, or else organisations. */
function entityAuthors({ entities, graph }: Sources, organisations: boolean): string[] {
  for (const entity of entities) {
    const value = entity["author"] ?? entity["creator"];
    if (value === undefined) continue;
    const list = (Array.isArray(value) ? value.slice(0, 100) : [value]).filter((author) => {
      if (typeof author !== "object" || author === null) return !organisations;
      const types = typesOf(resolve(author as JsonObject, graph));
      return types.some((type) => /Organization|Corporation/.test(type)) === organisations;
    });
    const texts = textsOf(list, graph).map(cleanText);
    const names = organisations
      ? texts.filter((text) => text !== "" && text.length <= 80)
      : texts.flatMap(declaredNames);
    if (names.length > 0) return names;
  }
  return [];
}

/** Microdata: the names of the first author and of adjacent ones. */
function propertyAuthors({ page, found }: Sources, ofCard: (node: number) => boolean): string[] {
  const names: string[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { name, node, aside } of found.properties) {
    if (aside || (name !== "author" && name !== "creator") || ofCard(node)) continue;
    const start = page.textFrom[node];
    if (names.length > 0 && start - last > 60) break;
    const end = page.end[node];
    const inner = found.properties.find((other) => other.name === "name" && other.node > node && other.node < end);
    names.push(...(inner === undefined ? cleanNames : declaredNames)(propertyText(page, inner?.node ?? node)));
    last = page.textTo[end];
  }
  return names;
}

/** Cards for messengers label their data: "Written by" in one element, the name in the next. */
function labelledMeta(sources: Sources): string[] {
  for (const number of ["1", "2"]) {
    const [label] = metaTexts(sources, [`twitter:label${number}`]);
    const [data] = metaTexts(sources, [`twitter:data${number}`]);
    if (
      label !== undefined &&
      data !== undefined &&
      !/\d/.test(data) &&
      cleanNames(`${label} ${data}`)[0] !== cleanNames(label)[0]
    ) {
      return cleanNames(data);
    }
  }
  return [];
}
