import { knownTagNames } from "../tags.ts";
import { NameTable } from "./name-table.ts";

/**
 * Numbers of tag names as tokens. Known HTML names have the number of their element; the names below, which start foreign
 * content or matter only inside it, follow; then the page's own names.
 */
const seed = new NameTable();
for (const name of knownTagNames) seed.internString(name);

export const SVG = seed.internString("svg");
export const MATH = seed.internString("math");
export const MGLYPH = seed.internString("mglyph");
export const MALIGNMARK = seed.internString("malignmark");

export function createTagTokens(): NameTable {
  return new NameTable(seed);
}

const attributeSeed = new NameTable();
const commonAttributes =
  "class id href style src alt title type name content rel target width height value data-src srcset sizes loading " +
  "role tabindex lang dir hidden property itemprop itemtype itemscope datetime action method for placeholder " +
  "aria-label aria-hidden aria-labelledby aria-controls aria-expanded data-id onclick colspan rowspan border cellpadding " +
  "cellspacing align valign bgcolor color face size async defer charset media http-equiv xmlns viewbox fill stroke d " +
  "xlink:href encoding";
for (const name of commonAttributes.split(" ")) attributeSeed.internString(name);

export const ENCODING = attributeSeed.internString("encoding");
export const TYPE = attributeSeed.internString("type");
/** Attributes with which a `<font>` ends foreign content. */
export const fontAttributes = ["color", "face", "size"].map((name) => attributeSeed.internString(name));

export function createAttributeNames(): NameTable {
  return new NameTable(attributeSeed);
}
