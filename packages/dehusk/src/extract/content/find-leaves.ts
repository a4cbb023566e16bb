import { type Attribute, COMMENT, type Page, tagNumber } from "../../page/index.ts";
import { isFormulaScript } from "../kept-nodes.ts";
import { embedLink, mediaAttributes } from "./embeds.ts";
import { isEmptyFormula } from "./formula-source.ts";
import { pickImage, pickUnscripted } from "./pick-image.ts";

const AUDIO = tagNumber("audio");
const HR = tagNumber("hr");
const IFRAME = tagNumber("iframe");
const IMG = tagNumber("img");
const MATH = tagNumber("math math");
const NOSCRIPT = tagNumber("noscript");
const SCRIPT = tagNumber("script");
const VIDEO = tagNumber("video");

/**
 * The kept stand-alone elements with the attributes to write: pictures, videos, sounds, frames
 * that show something known, rules, formulas. One that cannot be written, such as a picture without a URL, is not
 * included, so that nothing is written around it either.
 */
export function findLeaves(page: Page, kept: Uint8Array): Map<number, readonly Attribute[]> {
  const leaves = new Map<number, readonly Attribute[]>();
  let lastPicture: string | undefined;
  for (let i = 0; i < page.size; i++) {
    if (kept[i] !== 1 || page.tag[i] <= COMMENT) continue;
    const attributes = leafAttributes(page, i);
    if (attributes === undefined) continue;
    if (page.tag[i] === IMG) {
      const src = attributes[0]?.value;
      // Without scripts, a page shows a picture and its copy for readers without scripts.
      if (src === lastPicture && isInNoscript(page, i)) continue;
      lastPicture = src;
    }
    leaves.set(i, attributes);
  }
  return leaves;
}

function isInNoscript(page: Page, node: number): boolean {
  for (let i = page.parent[node], level = 0; level < 3 && i > 0; i = page.parent[i], level++) {
    if (page.tag[i] === NOSCRIPT) return true;
  }
  return false;
}

function leafAttributes(page: Page, node: number): readonly Attribute[] | undefined {
  switch (page.tag[node]) {
    case IMG:
      return pickImage(page, node);
    case NOSCRIPT:
      return pickUnscripted(page, node);
    case VIDEO:
    case AUDIO:
      return mediaAttributes(page, node);
    case IFRAME:
      return embedLink(page, node);
    case HR:
    case MATH:
      return [];
    case SCRIPT:
      return isFormulaScript(page, node) ? [] : undefined;
    default:
      return isEmptyFormula(page, node) ? [] : undefined;
  }
}
