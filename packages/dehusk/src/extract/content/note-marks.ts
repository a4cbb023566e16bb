import { attribute, Gap, type Page, tagNumber, textOf } from "../../page/index.ts";
import { classNames } from "./class-names.ts";

const CITE = tagNumber("cite");
const LI = tagNumber("li");
const OL = tagNumber("ol");
const SUP = tagNumber("sup");

/** The element itself if it is a block, else the block around it: ids are often on an empty `<a>` at its start. */
export function blockOf(page: Page, node: number): number {
  let block = node;
  for (let level = 0; level < 5; level++) {
    if (page.gap[block] >= Gap.Line) return block;
    const parent = page.parent[block];
    if (parent <= 0) break;
    block = parent;
  }
  return node;
}

/** The mark of a possible link to a note: "1", "a", "†", without brackets. */
export function markOf(page: Page, link: number): string | undefined {
  const text = textOf(page, link).trim();
  const mark = /^[[(]?\s*((?:\p{L}{1,5}\s)?[\p{L}\p{N}]{1,4}|[*†‡§¶]{1,3})\s*[\])]?$/u.exec(text)?.[1];
  if (mark === undefined || text.length > 12) return undefined;
  if (/^\[\d+\]$/.test(text)) return mark;
  const names = ["class", "role", "rel", "data-type"].map((name) => attribute(page, link, name)?.slice(0, 200));
  if (/note|reference/i.test(names.join(" "))) return mark;
  for (let i = link, level = 0; level < 3 && i > 0; i = page.parent[i], level++) {
    if (page.tag[i] === SUP || page.tag[i] === CITE) return mark;
  }
  const first = link + 1;
  return page.tag[first] === SUP && page.end[first] <= page.end[link] ? mark : undefined;
}

/** Whether an element or its parent is named a note. */
export function isNamedNote(page: Page, node: number): boolean {
  for (let i = node, level = 0; level < 4 && i > 0; i = page.parent[i], level++) {
    const names = ["id", "role", "data-type"].map((name) => attribute(page, i, name)?.slice(0, 100));
    if (/(?:foot|end)-?notes?(?![a-z])|doc-biblioentry/i.test(`${classNames(page, i)} ${names.join(" ")}`)) return true;
  }
  return false;
}

/** Whether a block begins with a mark, or is the item of that number in its list. */
export function saysMark(page: Page, block: number, mark: string): boolean {
  if (markAtStart(page, block) === mark) return true;
  return page.tag[block] === LI && page.tag[page.parent[block]] === OL && String(ordinalOf(page, block)) === mark;
}

/** The mark at the start of a block, undefined for none. */
export function markAtStart(page: Page, block: number): string | undefined {
  const start = page.textFrom[block];
  const text = page.text.slice(start, Math.min(start + 12, page.textTo[page.end[block]]));
  return /^\s*[[(]?(\d{1,3}|[*†‡§]{1,3})(?:[\])]|[.:]\s|\s|(?=\p{Lu}))/u.exec(text)?.[1];
}

/** Maximum length of lists of notes, so that counting in hostile ones stays cheap. */
const mostItems = 500;

function ordinalOf(page: Page, item: number): number {
  const list = page.parent[item];
  let count = 0;
  for (let i = list + 1; i <= item && count < mostItems; i = page.end[i]) if (page.tag[i] === LI) count++;
  return count - 1 + Number(attribute(page, list, "start") ?? 1);
}

/** Makes labels unique: a page may restart the numbers of notes in each chapter. */
export function labelMaker(): (mark: string) => string {
  const uses = new Map<string, number>();
  return (mark) => {
    const base = mark.replace(/[^\p{L}\p{N}]/gu, "") || "n";
    const use = (uses.get(base) ?? 0) + 1;
    uses.set(base, use);
    return use === 1 && base !== "n" ? base : `${base}-${use}`;
  };
}
