import { attribute, findTag, type Page, splitWords, tagNumber } from "../../page/index.ts";
import { readJsonLd, textsOf } from "../metadata/json-ld.ts";
import type { JudgedText } from "./judged-text.ts";
import { type UnitTree, unitKind } from "./unit-tree.ts";

const SCRIPT = tagNumber("script");
const LIST = unitKind("list");
const ITEM = unitKind("item");

/** What a page declares item by item. */
const declaring = "recipeIngredient";

/** A list of fewer items, or with a smaller share of declared words, is another. */
const leastItems = 3;
const leastShare = 0.7;

/** How likely a declared list is at least. */
const leastChance = 0.9;

/**
 * Raises the chance of lists whose items the page's JSON-LD declares: the ingredients of a recipe.
 *
 * @param chance Changed in place.
 * @returns 1 for each block whose chance was raised.
 */
export function liftDeclared({ page, words }: JudgedText, units: UnitTree, chance: Float64Array): Uint8Array {
  const isLifted = new Uint8Array(chance.length);
  const declared = declaredWords(page);
  if (declared.size === 0) return isLifted;
  const { kind, parent, unit } = units;
  const all = new Float64Array(kind.length);
  const known = new Float64Array(kind.length);
  const items = new Int32Array(kind.length);
  for (let u = 1; u < kind.length; u++) if (kind[u] === ITEM) items[parent[u]]++;
  for (let b = 0; b < chance.length; b++) {
    const list = listOf(b);
    if (list < 0) continue;
    const own = splitWords(textOfBlock(page, b).toLowerCase());
    all[list] += own.length;
    known[list] += own.filter((word) => declared.has(word)).length;
  }
  for (let b = 0; b < chance.length; b++) {
    const list = listOf(b);
    if (list < 0 || items[list] < leastItems || known[list] < leastShare * all[list]) continue;
    if (chance[b] >= leastChance || words[b] === 0) continue;
    chance[b] = leastChance;
    isLifted[b] = 1;
  }
  return isLifted;

  /** The list that a block is in an item of, -1 for none. */
  function listOf(block: number): number {
    const item = unit[block];
    return kind[item] === ITEM && kind[parent[item]] === LIST ? parent[item] : -1;
  }
}

function declaredWords(page: Page): Set<string> {
  const found = new Set<string>();
  for (let i = findTag(page, SCRIPT); i >= 0; i = findTag(page, SCRIPT, i + 1)) {
    if (attribute(page, i, "type")?.trim().toLowerCase() !== "application/ld+json") continue;
    const script = page.strings.slice(i + 1, page.end[i]).join("");
    if (!script.includes(declaring)) continue;
    const graph = readJsonLd([script]);
    for (const { value } of graph.entities) {
      for (const text of textsOf(value[declaring], graph)) {
        for (const word of splitWords(text.toLowerCase())) found.add(word);
      }
    }
  }
  return found;
}

function textOfBlock(page: Page, block: number): string {
  const { first, last } = page.blocks;
  return page.text.slice(page.textFrom[first[block]], page.textTo[last[block] + 1]);
}
