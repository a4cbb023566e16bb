import { tagNumbers } from "./tags.ts";
import type { Attribute } from "./tree-builder.ts";

/** Elements whose text belongs to the word before it, or is code. */
const joined = new Set(tagNumbers("code", "kbd", "samp", "sub", "sup", "tt", "var"));

/** Levels above a text that are searched for such elements. */
const mostLevels = 5;

/** Word boundaries that do not occur within a word: end, bar, beginning. */
const wordEnds = /[\p{Ll}\d]\|\p{Lu}|\p{Lu}{2}\|\p{Lu}\p{Ll}|\p{Ll}\|[\d$€£¥]|\D:\|[\p{L}\d]|\p{L}{2}[.!?]\|\p{Lu}/u;

/** Elements that only change how letters look, unless a class says otherwise. */
const formats = new Set(tagNumbers("b", "big", "em", "font", "i", "s", "small", "strong", "u"));

const phrase = /\S\s\S/;

/** A display in an inline style, or a class of a usual style sheet, that makes boxes of all children. */
const flex = /(?:^|[\s:])(?:d-)?(?:inline-)?(?:flex|grid)(?:$|[\s;!])/;

/** The same for an element that is a box in its line. */
const inlineBox = /(?:^|[\s:])(?:d-)?inline-block(?:$|[\s;!])/;

/**
 * The element at whose start two adjacent words are separate to a reader, as style sheets set labels, prices and titles
 * apart without white space between them: "4 beds" and "2 baths". Words are parted only where two elements meet and the
 * letters say so, never within a word that is partly marked up. Each element is visited once.
 *
 * @param last The text before, with nothing between that breaks the line.
 * @returns 0 for none.
 */
export function findSeam(
  parent: Int32Array,
  tag: Int32Array,
  attributes: readonly (readonly Attribute[])[],
  strings: readonly string[],
  last: number,
  text: number,
): number {
  let element = text;
  while (parent[element] > last) element = parent[element];
  const before = strings[last];
  const after = strings[text];
  if (element === text) return 0;
  const outer = parent[element];
  if (isAmount(parent, attributes, last, element, before, after)) return element;
  // Single letters are an animated word.
  if (before.length < 2 || after.length < 2) return 0;
  const isBox = isStyled(attributes[outer], flex) || isBetweenBoxes();
  if (!isBox) {
    if (!wordEnds.test(`${before.slice(-3)}|${after.slice(0, 2)}`)) return 0;
    // A text that continues into an element may be a word whose end is marked up.
    if (parent[last] === outer && !(phrase.test(before) && phrase.test(after))) return 0;
    // "<i>Open</i><b>BSD</b>", and the parts of a name: "codecs." and "Codec".
    const isOneWord = !phrase.test(before) && !phrase.test(after);
    if (isOneWord && (before.endsWith(".") || (isFormat(element) && isFormat(parent[last])))) return 0;
  }
  return isJoined(parent, tag, element) || isJoined(parent, tag, parent[last]) ? 0 : element;

  /** Inline boxes touch except for margins; a word in boxes has one for each of its parts. */
  function isBetweenBoxes(): boolean {
    if (!isStyled(attributes[element], inlineBox) || !(phrase.test(before) || phrase.test(after))) return false;
    let other = last;
    while (parent[other] > outer) other = parent[other];
    return other !== last && isStyled(attributes[other], inlineBox);
  }

  function isFormat(node: number): boolean {
    return formats.has(tag[node]) && attributes[node].length === 0;
  }
}

function isJoined(parent: Int32Array, tag: Int32Array, node: number): boolean {
  for (let up = node, level = 0; up > 0 && level < mostLevels; up = parent[up], level++) {
    if (joined.has(tag[up])) return true;
  }
  return false;
}

/** Whether an amount and its thing are in two named elements: "2" and "eggs", "1 cup" and "flour". */
function isAmount(
  parent: Int32Array,
  attributes: readonly (readonly Attribute[])[],
  last: number,
  element: number,
  before: string,
  after: string,
): boolean {
  if (before.length > longestAmount || !/^[\d½¼¾⅓⅔⅛]/.test(before) || !/^\p{L}{3}/u.test(after)) return false;
  const outer = parent[element];
  let other = last;
  while (parent[other] > outer) other = parent[other];
  const name = nameOf(attributes[element]);
  const otherName = other === last ? "" : nameOf(attributes[other]);
  return name !== "" && otherName !== "" && name !== otherName;
}

const longestAmount = 20;

function isStyled(attributes: readonly Attribute[], style: RegExp): boolean {
  return attributes.some(({ name, value }) => (name === "style" || name === "class") && style.test(value));
}

function nameOf(attributes: readonly Attribute[]): string {
  return attributes.find(({ name }) => name === "class")?.value ?? "";
}
