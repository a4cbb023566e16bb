import { type Page, tagName } from "../page/index.ts";
import { ingredientLikeness } from "./ingredient-lists.ts";
import { shapeOf } from "./part-names.ts";

/** A line that may be a step of a recipe. */
export interface Step {
  text: string;
  readonly node: number;
  /** The item or row that it is in; -1 for none. */
  readonly item: number;
}

const notStep =
  /^(?:(?:prep|cook|total|rest|chill)\w* time|category|cuisine|method|author|yields?|diet|keywords?|serves|servings)\s*:/iu;
/** Words of one line that count: one long text is not many steps. */
const mostWords = 40;
/** Other lines between two steps at most. */
const mostBetween = 12;

/**
 * Steps are made alike: of the lines under a heading those in elements of one make that hold most words in sentences.
 * What is made in another way is a caption, a note, an advertisement, or what follows the recipe.
 */
export function stepsAlike(page: Page, steps: readonly Step[]): string[] {
  const own = steps.filter(({ text }) => !notStep.test(text));
  const keys = own.map((step) => makeOf(page, step));
  const words = new Map<string, number>();
  for (const [i, { text }] of own.entries()) {
    const count = text.split(" ").length;
    if (isSentence(text, count)) words.set(keys[i], (words.get(keys[i]) ?? 0) + Math.min(count, mostWords));
  }
  const [usual] = [...words].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (usual === undefined) return own.map(({ text }) => text);
  const texts: string[] = [];
  let last = -1;
  for (const [i, { text }] of own.entries()) {
    if (keys[i] !== usual || ingredientLikeness(text) >= 0.8) continue;
    if (last >= 0 && i - last > mostBetween) break;
    texts.push(text);
    last = i;
  }
  return texts;
}

function isSentence(text: string, words: number): boolean {
  return (words >= 4 && /[.!。…][)\]"”’]*$/u.test(text)) || words >= 12 || /[。、]/u.test(text);
}

const inline = new Set(["a", "abbr", "b", "em", "font", "i", "label", "mark", "s", "small", "span", "strong", "u"]);

/** The make of the item, or else of the nearest block that a line is in. */
function makeOf(page: Page, { node, item }: Step): string {
  let block = item >= 0 ? item : page.parent[node];
  while (item < 0 && block > 0 && inline.has(tagName(page, block))) block = page.parent[block];
  return `${shapeOf(page, block)}<${shapeOf(page, page.parent[block])}`;
}
