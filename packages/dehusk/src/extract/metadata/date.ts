import { attribute, isShown, type Page } from "../../page/index.ts";
import { blockOf, blockText } from "./byline.ts";
import { isInCard } from "./cards.ts";
import { cleanText } from "./clean-text.ts";
import type { Spot } from "./collect.ts";
import { textsOf } from "./json-ld.ts";
import { withoutQuery } from "./main-entity.ts";
import { nearest } from "./nearest.ts";
import { type DayOrder, parseDate } from "./parse-date.ts";
import { metaTexts, propertyText, type Sources, shownText } from "./sources.ts";
import type { Title } from "./title-in-text.ts";

const publishedMetas = [
  "article:published_time",
  "og:article:published_time",
  "og:published_time",
  "og:pubdate",
  "article:published",
  "article:post_date",
  "article.published",
  "datepublished",
  "citation_publication_date",
  "citation_online_date",
  "citation_date",
  "dc.date.issued",
  "dcterms.issued",
  "dc.date.created",
  "dcterms.created",
  "dc.date.published",
  "dc.created",
  "parsely-pub-date",
  "sailthru.date",
  "cxenseparse:recs:publishtime",
  "bt:pubdate",
  "ptime",
  "pdate",
  "pubdate",
  "publishdate",
  "publish_date",
  "publish-date",
  "published_at",
  "publishedtime",
  "publication_date",
  "publication-date",
  "originalpublicationdate",
  "published_time",
  "release_date",
  "displaydate",
  "date.created",
  "created",
];

const modifiedMetas = [
  "article:modified_time",
  "og:updated_time",
  "datemodified",
  "dc.date.modified",
  "dcterms.modified",
  "last-modified",
  "revised",
];

/** Names missing in the list above: "w-published-date", "published_on", "ms.date". */
const likelyMeta =
  /(?:^|[-_.:])(?:publi\w*|pub|release|created|creation|issued|posted)(?:[-_.:]?(?:date|time|on|at))?$/;
/** Systems write when the template of a page was made: a date shown at the headline is better. */
const vagueMeta = /(?:^|[-_.:])date(?:time)?$/;
/** Longer names are ignored; the patterns above would be slow on them. */
const longestName = 60;

function isNamed(name: string, pattern: RegExp): boolean {
  return name.length <= longestName && pattern.test(name);
}

/** Signs that a date is not that of publication. */
const updated =
  /updat|modif|revis|edited|review|aktualisiert|geändert|änderung|zuletzt|stand:|mis à jour|actualiz|aggiornat|atualiz|bijgewerkt|uppdaterad|oppdatert|opdateret|päivitetty|zaktualizowano|обновлен|更新|수정/iu;

/** Signs that a date belongs to a person, not to the page. */
const personal =
  /\b(?:born|birth|died|joined|registered|member since|geboren|gestorben|registriert|dabei seit|né[e]?|nacid[oa]|nat[oa]|inscri[tp])\b|出生|生日|生年|注册|註冊|生まれ/iu;

/** Signs that a date is when the page was read. */
const reading =
  /it is (?:currently|now)|(?:current|local) time|time (?:is )?now|aktuelle zeit|es ist jetzt|obecny czas|aktualny czas|nous sommes (?:actuellement )?le|heure actuelle|ora attuale|hora actual|fecha actual|текущее время|сейчас/iu;

/** When the page was published. */
export function readDate(sources: Sources, language: string | null, title: Title | null): string | null {
  const headline = title?.node ?? -1;
  const order = writtenOrder(sources.page.text) ?? dayOrder(language, sources.host);
  const declared = declaredDate(sources, order);
  if (declared !== null) {
    const shown = () => shownDates(sources, title, order, false);
    return earlierThanChange(sources, declared, order, shown) ?? localDay(declared, language, shown);
  }
  return (
    labelledDate(sources.page, headline, order) ??
    shownDates(sources, title, order, false) ??
    dateInUrl(sources.page.url) ??
    vagueDate(sources, order) ??
    shownDates(sources, title, order, true) ??
    modifiedDate(sources, order) ??
    asideDate(sources, order) ??
    stampedDate(sources.page, headline, order, isStamp) ??
    stampedDate(sources.page, headline, order, isDateAlone)
  );
}

/** The declared date of the page's last change. */
export function readModified(sources: Sources, language: string | null): string | null {
  return modifiedDate(sources, dayOrder(language, sources.host));
}

/** How 3/4/2020 is read: US English has the month first. */
function dayOrder(language: string | null, host: string): DayOrder {
  if (language !== null && !/^en\b/i.test(language)) return "day-first";
  if (language !== null && /^en-(?:GB|AU|NZ|IE|ZA|IN|SG|HK)/i.test(language)) return "day-first";
  return /\.(?:uk|au|nz|ie|za|in|eu|de|fr|it|es|nl|be|ch|at|sg|hk|my)$/.test(host) ? "day-first" : "month-first";
}

/** The order in the page's other dates: 25/12/2020 has the day first, and so has who writes 25 December, and never December 25. */
export function writtenOrder(text: string): DayOrder | undefined {
  let isAsked = false;
  for (const [, first, , second] of text.matchAll(numericDate)) {
    if (Number(first) > 12) return "day-first";
    if (Number(second) > 12) return "month-first";
    isAsked = true;
  }
  return isAsked && dayBeforeMonth.test(text) && !monthBeforeDay.test(text) ? "day-first" : undefined;
}

/** A date as two numbers and a year. */
export const numericDate = /(?<![\d/.-])(0?[1-9]|[12]\d|3[01])([/-])(0?[1-9]|[12]\d|3[01])\2(?:19|20)\d\d(?!\d)/g;
const months = "(?:January|February|March|April|June|July|August|September|October|November|December)";
const dayBeforeMonth = new RegExp(`\\d(?:st|nd|rd|th)? (?:of )?${months}\\b`);
const monthBeforeDay = new RegExp(`${months} \\d\\d?(?:st|nd|rd|th)?(?!\\d)`);

/**
 * The day in the author's time zone: a time in UTC may fall on the day before or after it. If the page shows a
 * date that differs from the declared one only by the time zone, the shown one is the author's.
 */
function localDay(declared: string, language: string | null, shown: () => string | null): string {
  const utc = /T(\d\d):\d\d(?::\d\d)?(?:Z|\+00:00)$/.exec(declared);
  if (utc === null) return declared;
  const hour = Number(utc[1]);
  if (hour > 11 && hour < 13) return declared;
  const other = shown();
  // A bare day, stored as midnight in Central Europe, is the evening before in UTC.
  if (other === null && /T2[23]:00:00(?:Z|\+00:00)$/.test(declared) && central.test(language ?? ""))
    return new Date(Date.parse(`${declared.slice(0, 10)}T12:00Z`) + 86_400_000).toISOString().slice(0, 10);
  if (other === null) return declared;
  const days = (Date.parse(other.slice(0, 10)) - Date.parse(declared.slice(0, 10))) / 86_400_000;
  return days === (hour <= 11 ? -1 : 1) ? other : declared;
}

/** The date shown, if the declared one is after the last change, as where a page was moved, and the shown one is not. */
function earlierThanChange(
  sources: Sources,
  declared: string,
  order: DayOrder,
  shown: () => string | null,
): string | undefined {
  const changed = modifiedDate(sources, order)?.slice(0, 10) ?? declared;
  if (declared.slice(0, 10) <= changed) return undefined;
  const other = shown();
  return other !== null && other.slice(0, 10) <= changed ? other : undefined;
}

const central = /^(?:de|fr|it|nl|pl|cs|sk|hu|da|nb|no|sv|sl|hr)\b/i;

function declaredDate(sources: Sources, order: DayOrder): string | null {
  const { entities, graph, found, page } = sources;
  const texts: string[] = [];
  for (const entity of entities)
    texts.push(...textsOf(entity["datePublished"], graph), ...textsOf(entity["uploadDate"], graph));
  texts.push(...metaTexts(sources, publishedMetas));
  for (const entity of entities) texts.push(...textsOf(entity["dateCreated"], graph));
  for (const { name, node, aside } of found.properties) {
    if (!aside && publishedProperties.has(name)) texts.push(propertyText(page, node));
  }
  for (const [name, values] of found.metas) if (isNamed(name, likelyMeta)) texts.push(...values);
  return firstDate(texts, order);
}

const publishedProperties = new Set(["datepublished", "published_time", "publishdate", "pubdate", "datecreated"]);

function vagueDate({ found }: Sources, order: DayOrder): string | null {
  const texts: string[] = [];
  for (const [name, values] of found.metas) if (isNamed(name, vagueMeta)) texts.push(...values);
  return firstDate(texts, order);
}

function modifiedDate(sources: Sources, order: DayOrder): string | null {
  const { entities, graph } = sources;
  const texts = entities.flatMap((entity) => textsOf(entity["dateModified"], graph));
  return firstDate([...texts, ...metaTexts(sources, modifiedMetas)], order);
}

const longestStamp = 1000;

function firstDate(texts: readonly string[], order: DayOrder): string | null {
  for (const text of texts) {
    const date = parseDate(cleanText(text.slice(0, longestStamp)), order);
    if (date !== null) return date;
  }
  return null;
}

/** A visible date: in a time element, in an element marked as a date, in the blocks near the headline. */
function shownDates(sources: Sources, title: Title | null, order: DayOrder, updates: boolean): string | null {
  const { page, found } = sources;
  const headline = title?.node ?? -1;
  const own = (spots: readonly Spot[]) => spots.filter(({ aside, node }) => !aside && !isInCard(sources, node, title));
  return (
    dateInSpots(page, own(found.times), headline, order, updates) ??
    dateInSpots(page, own(found.dates), headline, order, updates) ??
    dateNearHeadline(page, headline, order, updates)
  );
}

const mostSpots = 30;

function dateInSpots(
  page: Page,
  spots: readonly Spot[],
  headline: number,
  order: DayOrder,
  updates: boolean,
): string | null {
  for (const { node } of nearest(page, spots, headline).slice(0, mostSpots)) {
    const length = page.textTo[page.end[node]] - page.textFrom[node];
    if (length > 150) continue;
    const text = shownText(page, node);
    const stamp =
      attribute(page, node, "datetime") ?? attribute(page, node, "content") ?? attribute(page, node, "title") ?? "";
    const date = parseDate(stamp, order) ?? (isShown(page, node) ? parseDate(text, order, true) : null);
    if (date !== null && !isPersonal(page, node, text) && (updates || !saysUpdated(page, node, text))) return date;
  }
  return null;
}

/** Whether an element, or the line before it, mentions an update. */
function saysUpdated(page: Page, node: number, text: string): boolean {
  return isUpdate(text) || updated.test(lineBefore(page, node));
}

/** Whether the first date of a text is that of an update: in "3 May 2020, edited 4 May 2020" it is not. */
function isUpdate(text: string): boolean {
  const at = text.search(updated);
  return at >= 0 && (parseDate(text.slice(0, at)) === null || parseDate(text.slice(at)) === null);
}

/** Whether a date belongs to a person, or to whoever reads the page. */
function isPersonal(page: Page, node: number, text: string): boolean {
  const line = `${lineBefore(page, node)}\n${text}`;
  return personal.test(line) || reading.test(line);
}

function lineBefore(page: Page, node: number): string {
  const from = page.textFrom[node];
  const before = page.text.slice(Math.max(0, from - 24), from);
  return before.slice(before.lastIndexOf("\n", before.length - 2) + 1);
}

function dateNearHeadline(page: Page, headline: number, order: DayOrder, updates: boolean): string | null {
  if (headline < 0) return null;
  const at = blockOf(page, headline);
  for (const step of [0, 1, 2, 3, 4, 5, -1, -2, -3, 6, 7, 8]) {
    const whole = blockText(page, at + step);
    const text = whole.length > 200 ? whole.slice(0, 60) : whole;
    if (!/\d/.test(text) || personal.test(text) || reading.test(text)) continue;
    const date = parseDate(text, order);
    if (date !== null && (updates || !isUpdate(text))) return date;
  }
  return null;
}

/** A date outside the content, but not in comments: articles often have theirs at the foot or in a box. */
function asideDate({ page, found }: Sources, order: DayOrder): string | null {
  const beside = (spots: readonly Spot[]) => spots.filter(({ aside, comments }) => aside && !comments);
  return (
    dateInSpots(page, beside(found.times), -1, order, true) ?? dateInSpots(page, beside(found.dates), -1, order, true)
  );
}

const stampLabel =
  /publi|posted|written|submitted|created|veröffentlicht|erstellt|geschrieben|eingestellt|verfasst|escrito|scritto|geplaatst|добавлен|опубликован|发布|發布|发表|發表|日期|时间|時間|投稿|公開|작성|등록/iu;

/** A date called that of publication, "Originally published on 3 May 2019", unless the address has another: a text may be published again. */
function labelledDate(page: Page, headline: number, order: DayOrder): string | null {
  if (dateInUrl(page.url) !== null) return null;
  return stampedDate(page, headline, order, (text) => published.test(text.slice(0, 80)));
}

const published =
  /(?:^|[^\p{L}])(?:(?:originally |first |\(?re\)?-?)?published|publish(?:ed|ing)? date|publication date|date of publication|veröffentlicht|publié|publicado|pubblicato|gepubliceerd|opublikowano|опубликовано|发布时间|发布日期)(?: on| at| am| le| il| el| em| op|:|\s)+\p{L}{0,9},?\s?\d/iu;

/** A date with a time of day, or with a word for publishing. */
function isStamp(text: string, date: string): boolean {
  return date.includes("T") || stampLabel.test(text);
}

/** A date since the web exists, with hardly any other text, near the headline or below "Written by …". */
function isDateAlone(text: string, date: string, distance: number, before: string): boolean {
  if (text.trim().length > 40 || date < "1993") return false;
  return distance <= 40 || (before.length <= 80 && stampLabel.test(before));
}

/** The block nearest to the headline, anywhere, with a date of a kind. */
function stampedDate(
  page: Page,
  headline: number,
  order: DayOrder,
  isKind: (text: string, date: string, distance: number, before: string) => boolean,
): string | null {
  const { count } = page.blocks;
  const at = Math.max(0, headline < 0 ? 0 : blockOf(page, headline));
  for (let distance = 0; distance < Math.min(count, mostBlocks); distance++) {
    for (const block of [at + distance, at - distance]) {
      const text = blockText(page, block);
      if (text.length < 8 || text.length > 160 || !/\d{4}/.test(text) || personal.test(text) || reading.test(text))
        continue;
      const date = parseDate(text, order);
      if (date !== null && isKind(text, date, distance, blockText(page, block - 1))) return date;
    }
  }
  return null;
}

const mostBlocks = 600;

/** A date in the page's address: /2019/05/03/, /2019-05-03-, /20190503/. */
export function dateInUrl(url: string | undefined): string | null {
  if (url === undefined) return null;
  const path = withoutQuery(url).replace(/^[a-z]+:\/\/[^/]*/i, "");
  const match = /[/_-]((?:19|20)\d\d)([/_-]?)(\d\d?)\2(\d\d?)(?=[/_.-]|$)/.exec(path);
  if (match === null || (match[2] === "" && match[0].length !== 9)) return null;
  return parseDate(`${match[1]}-${match[3]}-${match[4]}`);
}
