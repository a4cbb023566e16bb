/** The footnotes of a page: marks, and the notes they link to. */

import { words } from "../measures/words.mjs";
import { isShown } from "../structure/source-outline.mjs";
import { isFragment } from "./addresses.mjs";
import { attribute, fold, hasClass, textOf } from "./tree.mjs";

const NOTE = /^(?:footnote|fn|note-?ref|cite_?ref)/i;
const LONGEST_MARK = 6;

/**
 * The note that a link refers to: a superscript or named mark whose target is on the page.
 *
 * @param {any} element
 * @param {{ base: string | null, targets: Map<string, any> }} page
 * @returns {{ id: string, text: string } | null}
 */
export function noteOf(element, { base, targets }) {
  const href = attribute(element, "href") ?? "";
  const id = /#(.+)$/.exec(href)?.[1];
  if (id === undefined || !isFragment(href, base)) return null;
  const isMark =
    [element, element.parentNode, ...element.childNodes].some(({ tagName }) => tagName === "sup") ||
    [element, element.parentNode].some((part) => hasClass(part, NOTE)) ||
    /noteref/.test(attribute(element, "role") ?? "");
  const target =
    isMark && textOf(element).trim().length <= LONGEST_MARK
      ? (targets.get(decodeId(id)) ?? targets.get(id))
      : undefined;
  if (target === undefined || isBefore(target, element)) return null;
  const text = noteText(target);
  return words(text).length < 2 ? null : { id, text };
}

/** Whether an element begins before another: a link to it is a note's back link. */
function isBefore(element, other) {
  return (element.sourceCodeLocation?.startOffset ?? 0) < (other.sourceCodeLocation?.startOffset ?? 0);
}

/** The note at an address: the element, or the block around an empty or short anchor; without its back link. */
function noteText(target) {
  const read = (element) =>
    fold(textOf(element, (part) => (/^#/.test(attribute(part, "href") ?? "") || !isShown(part) ? " " : undefined)));
  const text = read(target);
  if (words(text).length >= 2 || !target.parentNode?.tagName || target.parentNode.tagName === "body") return text;
  return read(target.parentNode);
}

function decodeId(id) {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
