import { attribute, findTag, isText, type Page, sumOf, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { codeHeaderBefore } from "./code-language.ts";
import { fragmentOf, isHeadingMark } from "./find-footnotes.ts";

const A = tagNumber("a");
const BUTTON = tagNumber("button");
const IMG = tagNumber("img");
const PRE = tagNumber("pre");
const TD = tagNumber("td");
const TH = tagNumber("th");

/** Drops parts of the page's interface within lines: signs that link headings, edit links, icons. */
export function dropFurniture(page: Page, kept: Uint8Array): void {
  for (let i = findTag(page, A); i >= 0; i = findTag(page, A, i + 1)) {
    // Nodes dropped with a link are within its grandparent: if that is not kept, nothing in it is.
    const around = page.parent[page.parent[i]];
    const href = around > 0 && kept[around] === 0 ? undefined : attribute(page, i, "href");
    if (href === undefined) continue;
    if (sumOf(page, page.sums.words, i) === 0) {
      const isMark = isHeadingMark(page, i) || sharing.test(href.slice(0, 300)) || isButton(page, i, href);
      if (isMark) drop(page, kept, i);
    } else if (isEditLink(page, i, href)) dropEditLink(page, kept, i);
  }
  for (let i = findTag(page, PRE); i >= 0; i = findTag(page, PRE, i + 1)) {
    const header = codeHeaderBefore(page, i);
    if (header >= 0) drop(page, kept, header);
  }
  const { words } = page.sums;
  for (let i = 1; i < page.size; i++) {
    if (kept[i] === 1 && words[i + 1] - words[i] === 1 && isText(page, i) && isIconName(page, i)) kept[i] = 0;
  }
}

function drop(page: Page, kept: Uint8Array, node: number): void {
  kept.fill(0, node, page.end[node]);
}

/** Whether a link without words has a fragment and a picture from the site's folder of buttons. */
function isButton(page: Page, link: number, href: string): boolean {
  if (!/#./.test(href)) return false;
  const picture = findTag(page, IMG, link + 1);
  if (picture < 0 || picture >= page.end[link]) return false;
  return /(?:^|\/)(?:buttons?|icons?)\/[^/]*$/i.test(attribute(page, picture, "src")?.slice(0, 300) ?? "");
}

/** Whether a link opens an editor, by its URL or by wikis' names of the element around it. */
function isEditLink(page: Page, link: number, href: string): boolean {
  if (/[?&](?:ve)?action=edit(?:&|$)|[/=]edit$/.test(href)) return true;
  return editNames.test(classNames(page, page.parent[link]));
}

const editNames = /edit-?(?:section|link)(?![a-z])/;

const longestEditMark = 60;

/** Wikis put an edit link beside each heading, in brackets: "[edit]", "[edit | edit source]". */
function dropEditLink(page: Page, kept: Uint8Array, link: number): void {
  for (let i = link, level = 0; level < 3 && i > 0; i = page.parent[i], level++) {
    const text = textOf(page, i).trim();
    if (text.length > longestEditMark) return;
    if (/^\[.*\]$/.test(text) || editNames.test(classNames(page, i))) {
      drop(page, kept, i);
      return;
    }
  }
}

/** The name of a picture in an icon font, such as "expand_more", which a browser shows as that picture. */
function isIconName(page: Page, text: number): boolean {
  const parent = page.parent[text];
  if (page.attributes[parent].length === 0) return false;
  if (isInCell(page, parent)) return false;
  const name = page.strings[text];
  if (name.length > 60 || !/^\s*[a-z]+(?:_[a-z0-9]+)*\s*$/.test(name)) return false;
  return /(?:^|\s)(?:material-(?:icons|symbols)|mat-icon|google-symbols|icon-ligature)/.test(classNames(page, parent));
}

/** In a cell an icon has a meaning: yes, no. */
function isInCell(page: Page, node: number): boolean {
  for (let up = node, level = 0; up > 0 && level < 4; up = page.parent[up], level++) {
    if (page.tag[up] === TD || page.tag[up] === TH) return true;
  }
  return false;
}

/** URLs of sharing services. */
const sharing =
  /\/(?:sharer?|share-?offsite|sharearticle|share[-_]?link|submit|pin\/create|intent\/(?:tweet|post)|bookmark\.php|dialog\/(?:share|feed|send))\b[^?]*\?|^mailto:\?|^(?:whatsapp|sms|viber|tg):|\/\/(?:wa\.me|api\.whatsapp\.com)\/.*[?&]text=|[?&](?:share|print|printable|replytocom)=/i;

/** Names of controls that act on the page. */
const actions =
  /(?:^|[^a-z])(?:share|sharing|tweet|print|reply|copy|clipboard|(?:back|scroll|go)[-_\s]?(?:to[-_\s]?(?:the[-_\s])?)?top|bookmark|permalink|upvote|downvote|(?:read|show|see|load)[-_\s]?(?:more|less)|fullscreen|lightbox|enlarge|zoom|modal|skip-?(?:link|nav|to-content))(?![a-z])/i;

/** Names of controls that unfold the rest of a text, on any element. */
const unfolding = /(?:read|show|see|load)[-_]?(?:more|less)(?:\s|$)/i;

/** How pages name the boxes of what shares them, and forums what unfolds a quotation; what they say is in any language. */
const controls =
  /(?:^|\s)(?:(?:social|share|sharing)(?:[-_]?(?:box|bar|buttons?|icons?|links?|list|tools|media|this))?|(?:quote|bbcodeblock)-?expand(?:er|-?link)?)(?:\s|$)/i;

/** A text of more characters is one, whatever its box is named. */
const longControl = 90;

/** Whether a line is all that a small box says which pages name after what it does. */
export function isControl(page: Page, first: number, last: number): boolean {
  for (let i = page.parent[first], level = 0; level < 3 && i > 0; i = page.parent[i], level++) {
    if (sumOf(page, page.sums.characters, i) > longControl) return false;
    if (page.end[i] > last && controls.test(classNames(page, i))) return true;
  }
  return false;
}

/**
 * Whether a line that is one link or button acts on the page: shares or prints it, answers, or goes back
 * to its top. Decided by target and names, since the text may be in any language.
 *
 * @param placeOf The position of the element with an id, -1 for none.
 */
export function isAction(page: Page, first: number, last: number, placeOf: (id: string) => number): boolean {
  for (let i = page.parent[first], level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    const isLink = page.tag[i] === A;
    if (!isLink && page.tag[i] !== BUTTON && attribute(page, i, "role") !== "button") {
      if (level === 0 && page.end[i] > last && unfolding.test(classNames(page, i))) return true;
      continue;
    }
    if (page.end[i] <= last) return false;
    // It opens a part of the page, and is the title of it.
    if (attribute(page, i, "aria-expanded") !== undefined) return false;
    const href = isLink ? (attribute(page, i, "href")?.trim() ?? "") : "";
    if (href === "" || href === "#" || /^javascript:/i.test(href)) return namesAction(page, i, href);
    if (sharing.test(href.slice(0, 300))) return true;
    const id = fragmentOf(page, href);
    if (id === undefined) return false;
    const place = placeOf(id);
    if (place < 0) return /^top$/i.test(id) || namesAction(page, i, href);
    return place < i && sumOf(page, page.sums.characters, i) > 1 && !namesPlace(page, i, place);
  }
  return false;
}

/** Fewer consecutive links may be content. */
const fewestControls = 3;

/**
 * Whether a line is a row of links without a target, such as stars to rate with, or that have only a
 * letter or a number each: pages of a list, an index from A to Z.
 */
export function isRowOfControls(page: Page, kept: Uint8Array, first: number, last: number): boolean {
  const { words } = page.sums;
  let links = 0;
  let before = 0;
  for (let i = first; i <= last; i++) {
    if (kept[i] === 0 || words[i + 1] === words[i] || !isText(page, i)) continue;
    const link = linkAround(page, i);
    if (link === 0) return false;
    const href = attribute(page, link, "href")?.trim() ?? "";
    if (!/^(?:#?$|javascript:)/i.test(href) && page.strings[i].trim().length > 2) return false;
    if (link !== before) links++;
    before = link;
  }
  return links >= fewestControls;
}

/** The first of the links to one page that contain all words of a line; 0 for none. */
export function onlyLink(page: Page, kept: Uint8Array, first: number, last: number): number {
  const { words } = page.sums;
  let link = 0;
  for (let i = first; i <= last; i++) {
    if (kept[i] === 0 || words[i + 1] === words[i] || !isText(page, i)) continue;
    const own = linkAround(page, i);
    if (own === 0 || (link !== 0 && !leadAlike(page, own, link))) return 0;
    if (link === 0) link = own;
  }
  return link;
}

/** Whether two links have the same target page. */
export function leadAlike(page: Page, one: number, other: number): boolean {
  const address = addressOf(page, one);
  return address !== "" && address === addressOf(page, other);
}

function addressOf(page: Page, link: number): string {
  return (attribute(page, link, "href")?.trim() ?? "").replace(/#.*/s, "");
}

function linkAround(page: Page, text: number): number {
  for (let i = page.parent[text], level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    if (page.tag[i] === A) return i;
  }
  return 0;
}

/** Whether a link's text is the beginning of its target, as in a table of contents. */
function namesPlace(page: Page, link: number, place: number): boolean {
  let target = place;
  // Ids are often on an empty element at the start of a heading.
  while (target > 0 && sumOf(page, page.sums.characters, target) === 0) target = page.parent[target];
  const start = page.textFrom[target];
  const text = textOf(page, link).trim();
  return page.text.slice(start, start + text.length) === text;
}

function namesAction(page: Page, node: number, href: string): boolean {
  const names = ["id", "onclick", "aria-label", "title", "rel"].map((name) =>
    attribute(page, node, name)?.slice(0, 200),
  );
  return actions.test([href.slice(0, 200), classNames(page, node), ...names, textOf(page, node)].join(" "));
}

const advertisements = new Set(
  "advertisement,advertisements,advertising,anzeige,werbung,publicité,publicidad,pubblicità,publicidade,advertentie,реклама,reklama,annons,reklam,広告,广告,廣告,광고".split(
    ",",
  ),
);

/** Whether a line names the page's site, as wikis do below their titles. */
export function isSourceLine(page: Page, text: number, line: string): boolean {
  if (/^(?:from|aus) \p{L}+, (?:the|der) fr\p{L}+ en[cz]\p{L}+$/iu.test(line)) return true;
  return attribute(page, page.parent[text], "id") === "siteSub";
}

/** Whether a line only announces an advertisement. */
export function isAdLabel(text: string): boolean {
  return advertisements.has(text.trim().toLowerCase());
}
