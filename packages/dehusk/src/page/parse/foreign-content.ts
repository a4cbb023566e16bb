import { knownTagNames, tagNumber, tagNumbers } from "../tags.ts";
import type { Construction } from "./construction.ts";
import { ElementClass, foreign } from "./element-classes.ts";
import { insertForeign } from "./foreign-elements.ts";
import { fontAttributes, MALIGNMARK, MGLYPH, SVG } from "./tag-tokens.ts";

const [BR, FONT, P] = tagNumbers("br", "font", "p");
const ANNOTATION_XML = tagNumber("math annotation-xml");

/** HTML tags that end foreign content. */
const exits = new Uint8Array(knownTagNames.length);
const exitNames =
  "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr " +
  "ol p pre ruby s small span strong strike sub sup table tt u ul var";
for (const name of exitNames.split(" ")) exits[tagNumber(name)] = 1;

/**
 * The rules for foreign content: start tags where the current node is an SVG or MathML element.
 *
 * @returns Whether the tag is to be processed by the rules of the insertion mode.
 */
export function startTagInForeign(p: Construction): boolean {
  const { open, token } = p;
  const { name } = token;
  if (!p.inForeignOnly) {
    const isText = (open.classes[open.top] & ElementClass.TextPoint) !== 0;
    if (!isText || (name !== MGLYPH && name !== MALIGNMARK)) return true;
  }
  if (name === SVG && open.currentTag === ANNOTATION_XML) return true;
  if (endsForeign(p)) {
    leaveForeign(p);
    return true;
  }
  insertForeign(p, (open.classes[open.top] & ElementClass.Svg) !== 0);
  return false;
}

function endsForeign({ token }: Construction): boolean {
  if (token.name === FONT) return fontAttributes.some((attribute) => token.has(attribute));
  return token.name < exits.length && exits[token.name] === 1;
}

/** Closes elements up to an HTML element or an integration point. */
function leaveForeign(p: Construction): void {
  const { open } = p;
  while ((open.classes[open.top] & foreign) !== 0 && !p.isIntegrationPoint()) p.pop();
}

/**
 * The same for end tags.
 *
 * @returns Whether the tag is to be processed by the rules of the insertion mode.
 */
export function endTagInForeign(p: Construction): boolean {
  const { open, tags } = p;
  const { name } = p.token;
  if (name === P || name === BR) {
    leaveForeign(p);
    return true;
  }
  const slot = Math.max(open.find(tags.knownForeign(name, true)), open.find(tags.knownForeign(name, false)));
  if (slot <= open.topHtml) return true;
  p.popTo(slot);
  return false;
}
