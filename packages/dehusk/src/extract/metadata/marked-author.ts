import { isShown, isText, Mark, type Page } from "../../page/index.ts";
import { collapse } from "./clean-text.ts";
import type { Spot } from "./collect.ts";
import { isCreditBefore } from "./credit-before.ts";
import { cleanNames, gradeName, isLead, NameGrade, stripLead } from "./names.ts";

/** A marked element with more text is a box about something, not a byline. */
const longest = 300;

/** The names in the first of some elements that has any; `least` is the minimum grade of a single name. */
export function namesInSpots(page: Page, spots: readonly Spot[], least: number): string[] {
  for (const { node } of spots) {
    if (!isShown(page, node) || isCreditBefore(page, node)) continue;
    const names = namesInside(page, node, least);
    if (names.length > 0) return names;
  }
  return [];
}

/** Separators of names in a list. */
const connector = /^(?:[\p{P}\p{S}\s]|and|und|et|y|e|og|och|en|by|von|with|mit)+$/iu;

/**
 * The names inside an element, text node by text node: a name, its role and a date are in separate elements far
 * more often than in one sentence. Text before the first name is skipped; a further name must be joined to
 * it, or be a link as well.
 */
function namesInside(page: Page, node: number, least: number): string[] {
  const end = page.end[node];
  const length = page.textTo[end] - page.textFrom[node];
  if (length <= 0 || length > longest) return [];
  const names: string[] = [];
  let joined = false;
  let led = false;
  let linked = false;
  for (let i = node; i < end && names.length < 12; i++) {
    if (!isText(page, i) || !isShown(page, i)) continue;
    const text = collapse(page.strings[i]);
    if (text === "") continue;
    if (isLead(text) || connector.test(text)) {
      joined = true;
      led ||= isLead(text);
      continue;
    }
    const inLink = (page.marks[i] & Mark.InLink) !== 0;
    const found = cleanNames(text, led || undefined).filter((name) => gradeName(name) >= least);
    if (names.length > 0 && (found.length === 0 || !(joined || (linked && inLink) || /^[,&]/.test(text)))) break;
    // A single word is a name only after "by", as a link, or alone.
    if (names.length === 0 && found.length > 0 && !found.some(isFull)) {
      if (!(joined || inLink || stripLead(text) !== text || text.length >= length - 1)) continue;
    }
    if (found.length > 0) linked = inLink;
    for (const name of found) if (!names.includes(name)) names.push(name);
    joined = /(?:[,&]|\sand|\sund)$/.test(text);
  }
  return names;
}

function isFull(name: string): boolean {
  return gradeName(name) === NameGrade.Full;
}
