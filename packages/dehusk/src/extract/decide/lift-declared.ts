import { attribute, findTag, type Page, splitWords, tagNumber } from "../../page/index.ts";
import { type Graph, readJsonLd, textsOf } from "../metadata/json-ld.ts";
import type { JudgedText } from "./judged-text.ts";

const SCRIPT = tagNumber("script");

/** A block matches the declaration if this share of its words is declared: amounts may be written differently. */
const leastShare = { ingredients: 0.6, steps: 0.9 };

/** A run with fewer matching blocks, or with less than this share of the declaration, is something else. */
const leastBlocks = 3;
const leastSaid = 0.4;

/** Maximum consecutive undeclared blocks within a run, and their words: names of groups. */
const mostBetween = 2;
const longestBetween = 6;

/** Minimum probability of declared text. */
const leastChance = 0.9;

/**
 * Raises the probability of text that the page's JSON-LD declares: the ingredients and steps of a recipe, in lists,
 * tables or rows of boxes.
 *
 * @param chance Changed in place.
 * @returns 1 for each block whose probability was raised.
 */
export function liftDeclared({ page, words }: JudgedText, chance: Float64Array): Uint8Array {
  const isLifted = new Uint8Array(chance.length);
  const graph = declarations(page);
  if (graph === undefined) return isLifted;
  const own = Array.from(chance, (_, b) => letterWords(textOfBlock(page, b)));
  liftRuns(declaredWords(graph, "ingredients"), leastShare.ingredients);
  liftRuns(declaredWords(graph, "steps"), leastShare.steps);
  return isLifted;

  function liftRuns(declared: ReadonlySet<string>, share: number): void {
    if (declared.size === 0) return;
    for (let from = 0; from < own.length; from++) {
      if (!saysDeclared(from)) continue;
      let last = from;
      let count = 0;
      const said = new Set<string>();
      for (let b = from; b < own.length; b++) {
        if (saysDeclared(b)) {
          last = b;
          count++;
          for (const word of own[b]) if (declared.has(word)) said.add(word);
        } else if (own[b].length > longestBetween || b - last > mostBetween) break;
      }
      if (count >= leastBlocks && said.size >= leastSaid * declared.size) lift(from, last);
      from = last;
    }

    function saysDeclared(block: number): boolean {
      const known = own[block].reduce((sum, word) => sum + (declared.has(word) ? 1 : 0), 0);
      return known > 0 && known >= share * own[block].length;
    }
  }

  function lift(from: number, last: number): void {
    for (let b = from; b <= last; b++) {
      if (chance[b] >= leastChance || words[b] === 0) continue;
      chance[b] = leastChance;
      isLifted[b] = 1;
    }
  }
}

/** The page's JSON-LD, if it declares a recipe. */
function declarations(page: Page): Graph | undefined {
  const scripts: string[] = [];
  for (let i = findTag(page, SCRIPT); i >= 0; i = findTag(page, SCRIPT, i + 1)) {
    if (attribute(page, i, "type")?.trim().toLowerCase() !== "application/ld+json") continue;
    const script = page.strings.slice(i + 1, page.end[i]).join("");
    if (/recipeIngredient|HowToStep/.test(script)) scripts.push(script);
  }
  return scripts.length === 0 ? undefined : readJsonLd(scripts);
}

function declaredWords(graph: Graph, what: "ingredients" | "steps"): Set<string> {
  const found = new Set<string>();
  for (const { value, types } of graph.entities) {
    const declared =
      what === "ingredients" ? value["recipeIngredient"] : types.includes("HowToStep") ? value["text"] : undefined;
    for (const text of textsOf(declared, graph)) for (const word of letterWords(text)) found.add(word);
  }
  return found;
}

/** Words that are not numbers, in lower case. */
function letterWords(text: string): string[] {
  return splitWords(text.toLowerCase()).filter((word) => !/^\p{N}+$/u.test(word));
}

function textOfBlock(page: Page, block: number): string {
  const { first, last } = page.blocks;
  return page.text.slice(page.textFrom[first[block]], page.textTo[last[block] + 1]);
}
