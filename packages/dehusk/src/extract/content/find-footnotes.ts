import { attribute, Gap, isElement, type Page, sumOf, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";

const A = tagNumber("a");
const H1 = tagNumber("h1");
const H6 = tagNumber("h6");
const SUP = tagNumber("sup");

/** Links within the page, and which of them are footnotes. */
export interface PageLinks {
  /** Ids that links lead to and that have kept content; by id, the element. */
  readonly targets: ReadonlyMap<string, number>;
  /** Labels of links to footnotes, by the link; also by a `<sup>` around nothing but the link and its brackets. */
  readonly references: ReadonlyMap<number, string>;
  /** Labels of footnotes, by the element that holds one. */
  readonly notes: ReadonlyMap<number, string>;
  /** Links from a footnote back to its mark. */
  readonly backlinks: ReadonlySet<number>;
}

const noLinks: PageLinks = { targets: new Map(), references: new Map(), notes: new Map(), backlinks: new Set() };

interface InPageLink {
  readonly node: number;
  readonly id: string;
}

/**
 * Finds the kept links that lead to a place on the same page. One whose text is a mark, set high or named as a note,
 * and which leads to an element with a link back, is a footnote.
 *
 * @param content Running sum of what is kept.
 */
export function findPageLinks(page: Page, content: Int32Array): PageLinks {
  const links: InPageLink[] = [];
  for (let i = 0; i < page.size; i++) {
    if (page.tag[i] !== A || sumOf(page, content, i) === 0) continue;
    const id = fragmentOf(page, attribute(page, i, "href"));
    if (id !== undefined && !isHeadingMark(page, i)) links.push({ node: i, id });
  }
  return links.length === 0 ? noLinks : matchNotes(page, links, findTargets(page, links, content));
}

/** A sign such as "¶" or "#" that links a heading to itself: it has no words, and says nothing outside its page. */
export function isHeadingMark(page: Page, link: number): boolean {
  if (sumOf(page, page.sums.words, link) > 0 || sumOf(page, page.sums.images, link) > 0) return false;
  for (let i = page.parent[link], level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    if (page.tag[i] >= H1 && page.tag[i] <= H6) return true;
  }
  return false;
}

/** The id that a link within the page leads to. */
export function fragmentOf(page: Page, href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  const address = href.trim();
  const hash = address.indexOf("#");
  if (hash < 0 || hash === address.length - 1) return undefined;
  if (hash > 0) {
    const { url } = page;
    const own = url?.startsWith(address.slice(0, hash)) && (url.length === hash || url[hash] === "#");
    if (!own) return undefined;
  }
  const fragment = address.slice(hash + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function findTargets(page: Page, links: readonly InPageLink[], content: Int32Array): Map<string, number> {
  const wanted = new Set(links.map(({ id }) => id));
  const targets = new Map<string, number>();
  for (let i = 0; i < page.size; i++) {
    if (!isElement(page, i)) continue;
    const id = attribute(page, i, "id") ?? (page.tag[i] === A ? attribute(page, i, "name") : undefined);
    if (id === undefined || !wanted.has(id) || targets.has(id)) continue;
    if (sumOf(page, content, blockOf(page, i)) > 0) targets.set(id, i);
  }
  return targets;
}

/** The element itself when it is a block, else the block around it: ids are often on an empty `<a>` at its start. */
function blockOf(page: Page, node: number): number {
  let block = node;
  for (let level = 0; level < 4; level++) {
    if (page.gap[block] >= Gap.Line) return block;
    const parent = page.parent[block];
    if (parent <= 0) break;
    block = parent;
  }
  return node;
}

function matchNotes(page: Page, links: readonly InPageLink[], targets: ReadonlyMap<string, number>): PageLinks {
  const references = new Map<number, string>();
  const notes = new Map<number, string>();
  const backlinks = new Set<number>();
  const makeLabel = labelMaker();
  /** Places that marks lead to but that are no notes. */
  const others = new Set<number>();
  const back = linksBack(page, links, targets);
  for (const { node, id } of links) {
    const target = targets.get(id);
    const mark = target === undefined ? undefined : markOf(page, node);
    if (target === undefined || mark === undefined) continue;
    const note = blockOf(page, target);
    // Notes come after their marks; this also tells a mark from a link back, which look alike.
    if (node >= note) continue;
    let label = notes.get(note);
    if (label === undefined) {
      if (others.has(note)) continue;
      const returning = back.within(note);
      if (returning.length === 0 || isNested(page, note, notes)) {
        others.add(note);
        continue;
      }
      label = makeLabel(mark);
      notes.set(note, label);
      for (const link of returning) if (sumOf(page, page.sums.words, link) <= mostWordsBack) backlinks.add(link);
    }
    references.set(node, label);
    const around = page.parent[node];
    if (page.tag[around] === SUP && isLinkInBrackets(page, around, node)) references.set(around, label);
  }
  // A link back may look like a mark itself.
  for (const link of backlinks) references.delete(link);
  return { targets, references, notes, backlinks };
}

/** Whether an element shows nothing but a link, with or without brackets around it. */
function isLinkInBrackets(page: Page, around: number, link: number): boolean {
  const text = textOf(page, around);
  return text.length <= 20 && text.replace(/[[\]()\s]/g, "") === textOf(page, link).replace(/[[\]()\s]/g, "");
}

/** Notes are small: more nodes than this is a chapter. */
const longestNote = 3000;
const mostLinksBack = 30;
/** "Jump back to the text"; a link with more to say belongs to the note, wherever it leads. */
const mostWordsBack = 6;
const longestMark = 30;

/** Finds links by where they lie, which takes them in document order. */
function linksBack(
  page: Page,
  links: readonly InPageLink[],
  targets: ReadonlyMap<string, number>,
): { within(note: number): number[] } {
  return {
    within(note) {
      if (page.end[note] - note > longestNote) return [];
      const found: number[] = [];
      for (const link of linksIn(note)) {
        if (looksLikeLinkBack(page, link) || leadsToMark(link, note)) found.push(link.node);
        if (found.length >= mostLinksBack) break;
      }
      return found;
    },
  };

  function linksIn(element: number): InPageLink[] {
    let low = 0;
    let high = links.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (links[middle].node < element) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < links.length && links[end].node < page.end[element]) end++;
    return links.slice(low, end);
  }

  /** Whether a link leads to an element that holds a link to the note. */
  function leadsToMark(link: InPageLink, note: number): boolean {
    const mark = targets.get(link.id);
    if (mark === undefined || page.end[mark] - mark > longestMark) return false;
    return linksIn(mark).some(({ id }) => blockOf(page, targets.get(id) ?? 0) === note);
  }
}

function looksLikeLinkBack(page: Page, { node, id }: InPageLink): boolean {
  const names = `${classNames(page, node)} ${attribute(page, node, "rel")} ${attribute(page, node, "role")}`;
  if (/back|return|reversefootnote/i.test(names)) return true;
  if (/^(?:_?(?:fn|ftn|edn|footnote|endnote|note)[-_:]?|cite[-_])ref/i.test(id)) return true;
  return /^(?:[↩↑^⤴⏎↵▲]|\ufe0e|\ufe0f)+$/.test(textOf(page, node).trim());
}

/** The mark of a link that may lead to a note: "1", "a", "†", as it stands without brackets. */
function markOf(page: Page, link: number): string | undefined {
  const text = textOf(page, link).trim();
  const mark = /^[[(]?\s*((?:\p{L}{1,5}\s)?[\p{L}\p{N}]{1,4}|[*†‡§¶]{1,3})\s*[\])]?$/u.exec(text)?.[1];
  if (mark === undefined || text.length > 12) return undefined;
  const names = `${classNames(page, link)} ${attribute(page, link, "role")} ${attribute(page, link, "rel")}`;
  if (/note|reference/i.test(names)) return mark;
  for (let i = link, level = 0; level < 3 && i > 0; i = page.parent[i], level++) {
    if (page.tag[i] === SUP) return mark;
  }
  const first = link + 1;
  return page.tag[first] === SUP && page.end[first] <= page.end[link] ? mark : undefined;
}

/** Makes labels that differ: a page may number its notes anew in each chapter. */
function labelMaker(): (mark: string) => string {
  const uses = new Map<string, number>();
  return (mark) => {
    const base = mark.replace(/[^\p{L}\p{N}]/gu, "") || "n";
    const use = (uses.get(base) ?? 0) + 1;
    uses.set(base, use);
    return use === 1 && base !== "n" ? base : `${base}-${use}`;
  };
}

/** A list item may hold a note in a paragraph; then the paragraph is the note, unless the item is one already. */
function isNested(page: Page, note: number, notes: ReadonlyMap<number, string>): boolean {
  for (let i = page.parent[note], level = 0; level < 3 && i > 0; i = page.parent[i], level++) {
    if (notes.has(i)) return true;
  }
  return false;
}
