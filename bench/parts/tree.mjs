/** Helpers to read parse5's elements. */

import { INLINE } from "../structure/source-outline.mjs";

/** @returns {string | undefined} */
export function attribute(element, wanted) {
  return element.attrs?.find(({ name }) => name === wanted)?.value;
}

/** Whether one of an element's classes matches. */
export function hasClass(element, pattern) {
  const classes = attribute(element, "class");
  return classes?.split(/\s+/u).some((name) => pattern.test(name)) ?? false;
}

/** The elements below an element, in order, that a test accepts. */
export function* descendants(element, test) {
  const waiting = [...(element.childNodes ?? [])].reverse();
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node.tagName === undefined) continue;
    if (test(node)) yield node;
    const children = (node.content ?? node).childNodes;
    for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at]);
  }
}

/**
 * The text of an element; blocks and line breaks keep words apart.
 *
 * @param {any} element
 * @param {(element: any) => string | undefined} [instead] text that stands in for an element; undefined to read it
 * @returns {string}
 */
export function textOf(element, instead = () => undefined) {
  let text = "";
  const waiting = [element];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node === "string") text += node;
    else if (node.nodeName === "#text") text += node.value;
    else {
      const given = node === element ? undefined : instead(node);
      if (given !== undefined) {
        text += given;
        continue;
      }
      const gap = node.tagName === undefined || INLINE.has(node.tagName) ? "" : " ";
      text += gap;
      waiting.push(gap);
      for (let at = (node.childNodes?.length ?? 0) - 1; at >= 0; at--) waiting.push(node.childNodes[at]);
    }
  }
  return text;
}

/** A text with one space for each run of white space. */
export function fold(text) {
  return text.replace(/\s+/gu, " ").trim();
}
