import { attribute, findTag, Gap, isElement, type Page, sumOf, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";
import { findLooseNotes } from "./loose-notes.ts";
import { blockOf, isNamedNote, labelMaker, markOf, saysMark } from "./note-marks.ts";
import type { FoundNotes, Note } from "./page-links.ts";

const A = tagNumber("a");
const H1 = tagNumber("h1");
const DT = tagNumber("dt");
const H6 = tagNumber("h6");
const LI = tagNumber("li");
const SUP = tagNumber("sup");

interface InPageLink {
  readonly node: number;
  readonly id: string;
}

/**
 * Finds the kept links within the page. One whose text is a mark, superscript, in brackets or named
 * as a note, and whose target links back, begins with the mark or is named a note, is a footnote.
 *
 * @param content Running sum of kept content.
 * @param places Running sum of possible content of notes.
 */
export function findPageLinks(page: Page, content: Int32Array, places = content): FoundNotes {
  const links: InPageLink[] = [];
  for (let i = findTag(page, A); i >= 0; i = findTag(page, A, i + 1)) {
    if (sumOf(page, places, i) === 0) continue;
    const href = attribute(page, i, "href");
    const id = fragmentOf(page, href) ?? noteFragment(page, i, href);
    if (id !== undefined && !isHeadingMark(page, i)) links.push({ node: i, id });
  }
  // A search for notes alone needs no other targets.
  const isAsked = places === content ? links.length > 0 : links.some(({ node }) => markOf(page, node) !== undefined);
  const lostIds = new Map<number, string>();
  const targets = isAsked ? findTargets(page, links, places, lostIds) : new Map<string, number>();
  const marks = links.filter(({ node }) => sumOf(page, content, node) > 0);
  const found: FoundNotes = { ...matchNotes(page, links, marks, targets), lostIds };
  findLooseNotes(page, content, places, found);
  return found;
}

/** The id of a link between mark and note with a URL in front of it, or of a back link by script. */
function noteFragment(page: Page, link: number, href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  const id = /#(_?(?:fn|ftn|edn|footnote|endnote)[\w-]{1,40})$/i.exec(href.slice(-60))?.[1];
  return id ?? (href === "#" && arrows.test(textOf(page, link).trim()) ? "" : undefined);
}

const linkSigns = /^\s*[#¶§⚓🔗]\ufe0f?\s*$/u;

const arrows = /^(?:[↩↑^⤴⏎↵▲⬆]|\ufe0e|\ufe0f)+$/;

/**
 * A sign such as "¶" or "#" that links a heading, a term or its container to itself, often through the site: it has
 * no words, and means nothing outside its page.
 */
export function isHeadingMark(page: Page, link: number): boolean {
  if (sumOf(page, page.sums.words, link) > 0 || sumOf(page, page.sums.images, link) > 0) return false;
  // The end of a word that begins before the link is not a word.
  if (/[\p{L}\p{N}]/u.test(textOf(page, link))) return false;
  const href = attribute(page, link, "href")?.trim();
  const id = fragmentOf(page, href);
  const isSign = linkSigns.test(textOf(page, link));
  if (href !== "#" && id === undefined && !isSign) return false;
  for (let i = page.parent[link], level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    if (page.tag[i] >= H1 && page.tag[i] <= H6) return true;
    if (isSign && (page.tag[i] === DT || (id !== undefined && attribute(page, i, "id") === id))) return true;
  }
  return false;
}

/**
 * Whether a link is all of a heading and leads to it, to an element within it, or to the section that it begins: it means
 * nothing outside its page.
 *
 * @param targets The elements that links lead to, by id.
 */
export function isHeadingLink(page: Page, link: number, targets: ReadonlyMap<string, number>): boolean {
  const target = targets.get(fragmentOf(page, attribute(page, link, "href")?.trim()) ?? "");
  if (target === undefined) return false;
  const { words } = page.sums;
  for (let i = page.parent[link], level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    if (page.tag[i] < H1 || page.tag[i] > H6) continue;
    if (sumOf(page, words, i) !== sumOf(page, words, link)) return false;
    const isWithin = target >= i && target < page.end[i];
    return isWithin || (target < i && page.end[target] >= page.end[i] && words[i] === words[target]);
  }
  return false;
}

/** The target id of a link within the page. */
export function fragmentOf(page: Page, href: string | undefined): string | undefined {
  if (href === undefined) return undefined;
  const address = href.trim();
  const hash = address.indexOf("#");
  if (hash < 0 || hash === address.length - 1) return undefined;
  if (hash > 0) {
    const { url } = page;
    const path = address.slice(0, hash);
    const own = url?.startsWith(path) && (url.length === hash || url[hash] === "#");
    if (!own && !(url?.endsWith(`/${path}`) && !path.includes("/"))) return undefined;
  }
  const fragment = address.slice(hash + 1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function findTargets(
  page: Page,
  links: readonly InPageLink[],
  places: Int32Array,
  lostIds: Map<number, string>,
): Map<string, number> {
  const wanted = new Set(links.map(({ id }) => id));
  const targets = new Map<string, number>();
  for (let i = 0; i < page.size; i++) {
    if (!isElement(page, i)) continue;
    const id = attribute(page, i, "id") ?? (page.tag[i] === A ? attribute(page, i, "name") : undefined);
    if (id === undefined || !wanted.has(id) || targets.has(id)) continue;
    if (sumOf(page, places, blockOf(page, i)) > 0) targets.set(id, i);
  }
  // Some editors lose the ids: then the note is found by the link back to its mark.
  for (const { node, id } of links) {
    const note = /^(_?(?:fn|ftn|edn))ref(.+)$/.exec(id);
    const lost = note === null ? "" : note[1] + note[2];
    if (lost === "" || !wanted.has(lost) || targets.has(lost)) continue;
    targets.set(lost, node);
    lostIds.set(node, lost);
  }
  return targets;
}

function matchNotes(
  page: Page,
  links: readonly InPageLink[],
  marks: readonly InPageLink[],
  targets: Map<string, number>,
): Omit<FoundNotes, "lostIds"> {
  const references = new Map<number, string>();
  const notes = new Map<number, Note>();
  const backlinks = new Set<number>();
  const makeLabel = labelMaker();
  /** Targets of marks that are not notes. */
  const others = new Set<number>();
  const back = linksBack(page, links, targets);
  const placeOf = notePlaces(page, marks, targets);
  for (const { node, id } of marks) {
    const place = placeOf(id);
    const mark = place === undefined ? undefined : markOf(page, node);
    if (place === undefined || mark === undefined) continue;
    const { note, end } = place;
    // Notes come after their marks; this also distinguishes a mark from a back link, which looks alike.
    if (node >= note) continue;
    let label = notes.get(note)?.label;
    if (label === undefined) {
      if (others.has(note)) continue;
      const returning = back.within(note, end);
      const isNote = returning.length > 0 || isNamedNote(page, note) || saysMark(page, note, mark);
      if (!isNote || isNested(page, note, notes)) {
        others.add(note);
        continue;
      }
      label = makeLabel(mark);
      notes.set(note, { label, end });
      for (const link of returning) if (sumOf(page, page.sums.words, link) <= mostWordsBack) backlinks.add(link);
    }
    references.set(node, label);
    const around = page.parent[node];
    if (page.tag[around] === SUP && isLinkInBrackets(page, around, node)) references.set(around, label);
  }
  // A back link may look like a mark itself.
  for (const link of [...backlinks]) {
    references.delete(link);
    const around = page.parent[link];
    if (page.gap[around] < Gap.Line && isLinkInBrackets(page, around, link)) backlinks.add(around);
  }
  return { targets, references, notes, backlinks, makeLabel };
}

/** Where the note of an id begins and ends: a block, or a part of one with several notes. */
function notePlaces(
  page: Page,
  links: readonly InPageLink[],
  targets: ReadonlyMap<string, number>,
): (id: string) => { note: number; end: number } | undefined {
  const starts = new Map<number, number[]>();
  for (const id of new Set(links.map((link) => link.id))) {
    const target = targets.get(id);
    if (target === undefined || page.gap[target] >= Gap.Line) continue;
    const block = blockOf(page, target);
    let start = target;
    while (page.parent[start] !== block && start > block) start = page.parent[start];
    starts.set(
      block,
      [...(starts.get(block) ?? []).slice(-mostInBlock), start].sort((a, b) => a - b),
    );
  }
  const known = new Map<number, { note: number; end: number }>();
  return (id) => {
    const target = targets.get(id);
    if (target === undefined) return undefined;
    const place = known.get(target) ?? placeOf(target);
    known.set(target, place);
    return place;
  };

  function placeOf(target: number): { note: number; end: number } {
    const block = blockOf(page, target);
    const others = starts.get(block) ?? [];
    if (others.length < 2) {
      const note = itemOf(page, block);
      return { note, end: page.end[note] };
    }
    const start = others.findLast((other) => other <= target) ?? block;
    let end = others.find((other) => other > start) ?? page.end[block];
    for (let i = start; i < end; i = page.end[i]) if (page.gap[i] >= Gap.Line && i > start) end = i;
    return { note: start, end };
  }
}

/** The list item whose whole content is a block, or the block itself: some put the id of a note on the paragraph in it. */
function itemOf(page: Page, block: number): number {
  const { characters } = page.sums;
  let note = block;
  if (page.tag[block] === LI) return block;
  for (let up = page.parent[note], level = 0; up > 0 && level < 3; up = page.parent[up], level++) {
    if (sumOf(page, characters, up) !== sumOf(page, characters, block)) break;
    if (page.tag[up] === LI) note = up;
  }
  return note;
}

/** Whether an element shows only a link, with or without brackets around it. */
function isLinkInBrackets(page: Page, around: number, link: number): boolean {
  const text = textOf(page, around);
  return text.length <= 20 && text.replace(/[[\]()\s]/g, "") === textOf(page, link).replace(/[[\]()\s]/g, "");
}

/** Notes are small: more nodes than this is a chapter. */
const longestNote = 3000;
const mostLinksBack = 30;
/** "Jump back to the text"; a longer link belongs to the note, whatever its target. */
const mostWordsBack = 6;
const longestMark = 30;
/** Maximum notes in one block. */
const mostInBlock = 100;

/** Finds links by position; links come in document order. */
function linksBack(
  page: Page,
  links: readonly InPageLink[],
  targets: ReadonlyMap<string, number>,
): { within(note: number, end: number): number[] } {
  return {
    within(note, end) {
      if (end - note > longestNote) return [];
      const found: number[] = [];
      for (const link of linksIn(note, end)) {
        if (looksLikeLinkBack(page, link) || leadsToMark(link, note)) found.push(link.node);
        if (found.length >= mostLinksBack) break;
      }
      return found;
    },
  };

  function linksIn(element: number, limit: number): InPageLink[] {
    let low = 0;
    let high = links.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (links[middle].node < element) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < links.length && links[end].node < limit) end++;
    return links.slice(low, end);
  }

  /** Whether a link's target contains a link to the note. */
  function leadsToMark(link: InPageLink, note: number): boolean {
    const mark = targets.get(link.id);
    if (mark === undefined || page.end[mark] - mark > longestMark) return false;
    return linksIn(mark, page.end[mark]).some(({ id }) => itemOf(page, blockOf(page, targets.get(id) ?? 0)) === note);
  }
}

function looksLikeLinkBack(page: Page, { node, id }: InPageLink): boolean {
  const names = `${classNames(page, node)} ${attribute(page, node, "rel")} ${attribute(page, node, "role")}`;
  if (/back|return|reversefootnote/i.test(names)) return true;
  if (/^(?:_?(?:fn|ftn|edn|footnote|endnote|note)[-_:]?|cite[-_])ref/i.test(id)) return true;
  return arrows.test(textOf(page, node).trim());
}

/** A list item may have a note in a paragraph; then the paragraph is the note, unless the item already is one. */
function isNested(page: Page, note: number, notes: ReadonlyMap<number, Note>): boolean {
  for (let i = page.parent[note], level = 0; level < 3 && i > 0; i = page.parent[i], level++) {
    if (notes.has(i)) return true;
  }
  return false;
}
