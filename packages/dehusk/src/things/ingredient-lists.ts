import { isElement, isShown, type Page, tagName } from "../page/index.ts";
import { namesOf, shapeOf } from "./part-names.ts";
import type { Line } from "./sections.ts";

/** Lines that belong together as the items of one list. */
export interface ItemList {
  readonly parent: number;
  readonly shape: string;
  readonly items: readonly { readonly text: string; readonly node: number }[];
  /** Indexes of its first and last lines. */
  readonly from: number;
  readonly to: number;
}

const mostItemLength = 250;

/**
 * The lists of a page, whatever their tags: items of lists, rows of tables, and elements with siblings of the same make.
 * An item's blocks are one text: amount and name may stand in elements of their own.
 */
export function findLists(page: Page, lines: readonly Line[]): ItemList[] {
  const siblings = new Map<number, Map<string, number>>();
  const lists: {
    parent: number;
    shape: string;
    items: { text: string; node: number }[];
    from: number;
    to: number;
  }[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.level > 0 && line.level < 7) continue;
    const node = itemOf(line.node);
    if (node < 0) continue;
    const parent = page.parent[node];
    const shape = shapeOf(page, node);
    const last = lists[lists.length - 1];
    if (last === undefined || last.parent !== parent || last.shape !== shape) {
      lists.push({ parent, shape, items: [{ text: line.text, node }], from: i, to: i });
      continue;
    }
    const item = last.items[last.items.length - 1];
    if (item.node === node) item.text = joined(item.text, line.text);
    else last.items.push({ text: line.text, node });
    last.to = i;
  }
  return lists;

  /** The item that a line is in: the nearest of a list or table, or else the ancestor with most siblings of its make. */
  function itemOf(node: number): number {
    let best = -1;
    let most = 2;
    for (let up = page.parent[node], step = 0; up > 0 && step < 7; up = page.parent[up], step++) {
      if (page.textTo[page.end[up]] - page.textFrom[up] > mostItemLength) break;
      const tag = tagName(page, up);
      if (tag === "li" || tag === "tr" || tag === "dd") return up;
      const count = alike(page.parent[up]).get(shapeOf(page, up)) ?? 0;
      if (count > most) {
        best = up;
        most = count;
      }
    }
    return best;
  }

  function alike(parent: number): Map<string, number> {
    const known = siblings.get(parent);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (let node = parent + 1; node < page.end[parent]; node = page.end[node]) {
      if (!isElement(page, node) || !isShown(page, node)) continue;
      const shape = shapeOf(page, node);
      counts.set(shape, (counts.get(shape) ?? 0) + 1);
    }
    siblings.set(parent, counts);
    return counts;
  }
}

/** A part that repeats what stands before it is for other readers: "6", "6 chicken breasts". */
function joined(text: string, more: string): string {
  return more.startsWith(text) ? more : text.includes(more) ? text : `${text} ${more}`;
}

const amount = "(?:\\d+(?:[.,/⁄–-]\\d+)?|[½¼¾⅓⅔⅛⅜⅝⅞])";
const unit =
  "(?:g|gr|grams?|gramm|gramas|grammes|kg|ml|cl|dl|l|liters?|litres?|oz|ounces?|lbs?|pounds?|cups?|c|tbsps?|tbs|tablespoons?|tsps?|teaspoons?|el|tl|esslöffel|teelöffel|msk|tsk|krm|st|stk|stück|pinch(?:es)?|prisen?|pincées?|cloves?|zehen?|cans?|dosen?|bunch|bund|slices?|scheiben?|sprigs?|sticks?|packages?|packung|becher|cuill\\p{L}*|cucchiai\\p{L}*|cucharad\\p{L}*|colher\\p{L}*|łyż\\p{L}*|szkl\\p{L}*|szt|ks|lžíc\\p{L}*|ek|tk|evőkanál|dkg|deka|unidades?|dientes?|dentes?|大さじ|小さじ|個|本|枚)";
const leadsWithAmount = new RegExp(`^(?:ca\\.?|about|approx\\.?|etwa|environ)?\\s?${amount}`, "u");
const hasMeasure = new RegExp(`${amount}\\s?${unit}(?![\\p{L}])|(?:大さじ|小さじ)\\s?\\d`, "iu");
const vague =
  /^(?:an? |some |a few |few |pinch|handful|dash|salt|pepper|sel |poivre|salz|pfeffer|sal |sale |etwas |freshly|kosher|zest|juice)/iu;
const notIngredient =
  /^(?:\d+\s?(?:min|h\b|hrs?|hours?|stunden|%|kcal|kj|servings?|people|pers|portion)|\d+(?:[.,]\d+)?\s?x\b|(?:prep|cook|total|serves|servings|yield|calories|protein|fat|carb|sodium|fiber|sugars?\s?:?\s?\d|kcal|energy|step)\b)/iu;

/** How much a text reads like an ingredient: 1 for "2 cups flour", 0.4 for a few words, below 0 for a sentence. */
export function ingredientLikeness(text: string): number {
  if (text.length < 2 || !/\p{L}/u.test(text) || notIngredient.test(text)) return -0.5;
  const words = text.split(" ").length;
  if (words > 30 || (words > 14 && /[.!]$/.test(text) && !leadsWithAmount.test(text))) return -1;
  if (hasMeasure.test(text)) return 1;
  if (leadsWithAmount.test(text) && words > 1) return 0.8;
  if (vague.test(text)) return 0.7;
  return words <= 6 ? 0.35 : 0;
}

const ingredientNames =
  / (?:ingredients?|ingredient|ingredientes|zutaten|zutat|ingredienti|ingrediens\p{L}*|skladniki|suroviny) /u;

/** Whether a list, one of its items or what holds it is named after ingredients. */
export function isNamedIngredients(page: Page, { parent, items }: ItemList): boolean {
  if (ingredientNames.test(namesOf(page, items[0].node))) return true;
  for (let up = parent, step = 0; up > 0 && step < 4; up = page.parent[up], step++)
    if (ingredientNames.test(namesOf(page, up))) return true;
  return false;
}
