/** The formulas of a page: their elements, and the TeX they were made from. */

import { attribute, descendants, hasClass, textOf } from "./tree.mjs";

const HOLDERS = /^(?:katex|katex-display|mwe-math-element|MathJax|MathJax_\w+|math-container)$/;
const IMAGES = /^(?:tex|latex|mwe-math-fallback-image-\w+)$/;
/** Services that render the TeX in their URL. */
const SERVICES = /(?:mimetex|mathtex|codecogs|latex)[^?]*\?(.+)$/is;
const DELIMITED = /^\s*(?:\$\$?|\\\(|\\\[)([\s\S]*?)(?:\$\$?|\\\)|\\\])\s*$/;

/**
 * Whether an element, with everything in it, is a formula.
 *
 * @param {any} element
 */
export function isFormula(element) {
  const name = element.tagName;
  if (name === "script") return /^math\/tex/.test(attribute(element, "type") ?? "");
  if (name === "math" || name === "mjx-container") return true;
  if (name === "img") return hasClass(element, IMAGES) || SERVICES.test(attribute(element, "src") ?? "");
  if (hasClass(element, /^math$/)) return DELIMITED.test(textOf(element));
  return hasClass(element, HOLDERS) && !isDrawnScript(element);
}

/** MathJax writes its output, or a preview, beside the script that holds the TeX: the script is the formula. */
export function isDrawnScript(element) {
  if (!hasClass(element, /^MathJax/)) return false;
  if (hasClass(element, /^MathJax_Preview$/)) return true;
  const siblings = element.parentNode?.childNodes ?? [];
  const at = siblings.indexOf(element);
  return siblings.slice(at + 1, at + 4).some((node) => node.tagName === "script" && isFormula(node));
}

/**
 * The TeX of a formula, null where the page does not have it.
 *
 * @param {any} element
 * @returns {string | null}
 */
export function texOf(element) {
  if (element.tagName === "script") return bareTex(textOf(element));
  const parts = [element, ...descendants(element, () => true)];
  for (const part of parts) {
    if (part.tagName === "annotation" && /tex/i.test(attribute(part, "encoding") ?? "")) return bareTex(textOf(part));
    if (part.tagName === "script" && isFormula(part)) return bareTex(textOf(part));
    const given = attribute(part, "data-tex") ?? attribute(part, "data-latex") ?? attribute(part, "alttext");
    if (given) return bareTex(given);
  }
  const alt = parts.map((part) => (part.tagName === "img" ? attribute(part, "alt") : undefined)).find(Boolean);
  if (alt) return bareTex(alt);
  if (element.tagName === "img") return null;
  const written = DELIMITED.exec(textOf(element));
  return written ? bareTex(written[1]) : null;
}

/**
 * TeX without white space and outer wrappers.
 *
 * @param {string} tex
 * @returns {string | null} null for none
 */
export function bareTex(tex) {
  let bare = tex.replace(/\s+|%\s*$/gu, "");
  for (const wrapper of [/^\$\$(.*)\$\$$/s, /^\$(.*)\$$/s, /^\\\((.*)\\\)$/s, /^\\\[(.*)\\\]$/s]) {
    bare = wrapper.exec(bare)?.[1] ?? bare;
  }
  bare = /^\{\\(?:displaystyle|textstyle)(.*)\}$/s.exec(bare)?.[1] ?? bare.replace(/^\\(?:displaystyle|textstyle)/, "");
  return bare === "" ? null : bare;
}
