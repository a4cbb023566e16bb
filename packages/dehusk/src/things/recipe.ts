import type { JsonObject } from "../extract/index.ts";
import type { Page } from "../page/index.ts";
import { findLists, ingredientLikeness, isNamedIngredients } from "./ingredient-lists.ts";
import { textsIn } from "./marked-things.ts";
import { namesOf, shapeOf } from "./part-names.ts";
import { type Step, stepsAlike } from "./recipe-steps.ts";
import type { Line } from "./sections.ts";

/** Ingredients under a heading of their own, "" for those under none. */
export interface IngredientGroup {
  readonly name: string;
  readonly ingredients: readonly string[];
}

export interface Recipe {
  readonly name: string | null;
  readonly groups: readonly IngredientGroup[];
  readonly steps: readonly string[];
  /** "4 servings", as the page words it. */
  readonly yield: string | null;
  /** As ISO 8601 durations where the page declares them, else as worded. */
  readonly prepTime: string | null;
  readonly cookTime: string | null;
  readonly totalTime: string | null;
}

const ingredientHead =
  /^(?:the )?(?:ingredients?|ingredient list|what you(?:['’]ll)? need|you will need|zutaten|ingrédients|ingredientes|ingredienti|ingrediënten|ingredienser|składniki|ингредиенты|材料|食材)(?:\b|$|\s|[:：(])/iu;
const stepHead =
  /^(?:the |recipe |cooking |step[- ]by[- ]step )?(?:instructions?|directions?|method|preparation(?! time)|steps|how to (?:make|cook|prepare)|making|procedure|zubereitung(?:sart|sschritte)?|anleitung|préparation|étapes|descriptif|preparación|elaboración|instrucciones|preparazione|procedimento|come fare|bereiding|bereidingswijze|instructies|zo maak je|fremgangsmåde|sådan gør du|slik gjør du|gör så här|instruktioner|tillagning|valmistus|sposób przygotowania|przygotowanie|wykonanie|postup|elkészítés|modo de (?:preparo|preparação|fazer)|como fazer|preparo|yapılışı|hazırlanışı|приготовление|作り方|做法)(?:\b|$|\s|[:：(])/iu;
const otherHead =
  /^(?:notes?|tips?|nutrition|video|comments?|reviews?|related|you may also|more |equipment|did you make|faq|frequently|storage|substitut|variation|serving|about|share|print|rate|what to serve|leave a|reader|tags?|filed|categories|kommentare|tipps?|nährwerte|ähnliche|mehr)/iu;

const groupHead =
  /^(?:for (?:the |your )?|für (?:den|die|das) |pour (?:la|le|les) |para (?:la|el|los|las) |per (?:la|il) )[^\d]{2,40}$/iu;

/** A recipe from its lists and headings, completed by what is marked up; undefined where there is none. */
export function readRecipe(
  page: Page,
  lines: readonly Line[],
  marked: JsonObject | undefined,
  title: string | null,
): Recipe | undefined {
  const listed = listedIngredients(page, lines);
  const headed = headedParts(page, lines);
  const groups = countOf(headed.groups) > countOf(listed.groups) && !listed.isSure ? headed.groups : listed.groups;
  const named = namedSteps(page, lines);
  const ownSteps = textsIn(marked?.["recipeInstructions"], ["itemListElement", "text", "name"]);
  const shownSteps = named.length > 1 ? named : headed.steps;
  const steps = shownSteps.length > 0 ? shownSteps : ownSteps;
  const declared = textsIn(marked?.["recipeIngredient"] ?? marked?.["ingredients"]);
  const isShown = countOf(groups) >= 2 && (marked !== undefined || listed.isSure || steps.length > 0);
  if (!isShown && declared.length < 2) return undefined;
  const text = (key: string) => textsIn(marked?.[key])[0] ?? null;
  return {
    name: text("name") ?? cardName(page, lines, listed.from, title) ?? title,
    groups: isShown ? groups : [{ name: "", ingredients: declared }],
    steps,
    yield:
      text("recipeYield") ?? shownFact(lines, /^(?:serves|servings|yields?|makes|portionen|portions|personen)\b/iu),
    prepTime: text("prepTime") ?? shownFact(lines, /^(?:prep(?:aration)?(?: time)?|vorbereitungszeit|arbeitszeit)\b/iu),
    cookTime: text("cookTime") ?? shownFact(lines, /^(?:cook(?:ing)?(?: time)?|kochzeit|backzeit|koch-\/backzeit)\b/iu),
    totalTime: text("totalTime") ?? shownFact(lines, /^(?:total(?: time)?|ready in|gesamtzeit)\b/iu),
  };
}

function countOf(groups: readonly IngredientGroup[]): number {
  return groups.reduce((sum, { ingredients }) => sum + ingredients.length, 0);
}

interface Listed {
  readonly groups: IngredientGroup[];
  /** Whether names, a heading or amounts say that these are ingredients. */
  readonly isSure: boolean;
  /** The index of the first line; -1 for none. */
  readonly from: number;
}

/**
 * The lists that read most like ingredients: by amounts and measures, by their names, and by the heading above them.
 * Lists of the same make next to the best one are its groups.
 */
function listedIngredients(page: Page, lines: readonly Line[]): Listed {
  const lists = findLists(page, lines);
  const weights = lists.map((list) => {
    const likeness = list.items.reduce((sum, { text }) => sum + ingredientLikeness(text), 0);
    const evidence = (isNamedIngredients(page, list) ? 1 : 0) + (isHeaded(lines, list.from) ? 1 : 0);
    return { mean: likeness / list.items.length, evidence, score: likeness * (1 + 2 * evidence) };
  });
  const isPart = (i: number) =>
    weights[i].mean >= (weights[i].evidence > 0 ? 0.2 : 0.6) && (lists[i].items.length >= 2 || weights[i].evidence > 0);
  const runs: { at: number[]; score: number; evidence: number }[] = [];
  for (const [i, list] of lists.entries()) {
    if (!isPart(i)) continue;
    const run = runs[runs.length - 1];
    const before = run === undefined ? undefined : lists[run.at[run.at.length - 1]];
    const isNext =
      before !== undefined &&
      before.shape === list.shape &&
      shapeOf(page, before.parent) === shapeOf(page, list.parent) &&
      list.from - before.to <= 6 &&
      !lines.slice(before.to + 1, list.from).some(({ text }) => text.length > 160 || stepHead.test(text));
    if (isNext) {
      run.at.push(i);
      run.score += weights[i].score;
      run.evidence = Math.max(run.evidence, weights[i].evidence);
    } else runs.push({ at: [i], score: weights[i].score, evidence: weights[i].evidence });
  }
  let best = runs[0];
  for (const run of runs) if (run.score > best.score * 1.05) best = run;
  if (best === undefined) return { groups: [], isSure: false, from: -1 };
  const groups: { name: string; ingredients: string[] }[] = [];
  const seen = new Set<string>();
  for (const [k, i] of best.at.entries()) {
    const { from, items } = lists[i];
    const floor = k === 0 ? Math.max(0, from - 3) : lists[best.at[k - 1]].to + 1;
    const name = groupName(lines, floor, from);
    const texts = items.map(({ text }) => text).filter((text) => ingredientLikeness(text) > -0.5 && !isHeadText(text));
    const key = texts.join("\n");
    if (texts.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const last = groups[groups.length - 1];
    if (last !== undefined && last.name === name) last.ingredients.push(...texts);
    else groups.push({ name, ingredients: texts });
  }
  const count = countOf(groups);
  const isSure = best.evidence > 0 ? count >= 2 : count >= 5 && best.score / count >= 0.75;
  return { groups, isSure, from: lists[best.at[0]].from };
}

function isHeadText(text: string): boolean {
  return text.length < 30 && (ingredientHead.test(text) || stepHead.test(text));
}

/** Whether the heading nearest above a line is one of ingredients. */
function isHeaded(lines: readonly Line[], from: number): boolean {
  for (let i = from - 1; i >= Math.max(0, from - 8); i--) {
    const { text, level } = lines[i];
    if (text.length < 40 && ingredientHead.test(text)) return true;
    if ((level > 0 && level < 7 && otherHead.test(text)) || (text.length < 30 && stepHead.test(text))) return false;
  }
  return false;
}

/** The short line right above a list, unless it says what all lists are. */
function groupName(lines: readonly Line[], floor: number, from: number): string {
  for (let i = from - 1; i >= floor; i--) {
    const { text, level } = lines[i];
    if (ingredientHead.test(text)) return "";
    if (text.length > 60 || /\d\s?x|cook mode|servings|units/i.test(text)) continue;
    if (level > 0 || groupHead.test(text) || /:$/.test(text)) return text.replace(/:$/, "");
  }
  return "";
}

/** The heading of the recipe's own card: above the ingredients, and with words of the title. */
function cardName(page: Page, lines: readonly Line[], from: number, title: string | null): string | null {
  const words = new Set((title ?? "").toLowerCase().match(/\p{L}{3,}/gu) ?? []);
  for (let i = from - 1; i >= Math.max(0, from - 60); i--) {
    const { text, level, node } = lines[i];
    if (level === 0 || level > 4 || text.length > 120 || ingredientHead.test(text) || groupHead.test(text)) continue;
    if (
      /\?$|^(?:how to|why|what|tips|notes?|more|variation|storage|serving|substitut|expert|recipe video|watch)\b/iu.test(
        text,
      )
    )
      continue;
    const own = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    const shared = own.filter((word) => words.has(word)).length;
    // A part of the recipe is named by fewer of the title's words, "Buttermilk glaze", unless it is called its name.
    const isNamed = / recipe (?:\w+ )*(?:name|title) /.test(namesOf(page, page.parent[node]));
    if (shared > 0 && shared * 2 >= own.length && (isNamed || shared * 2 >= words.size)) return text;
  }
  return null;
}

interface Parts {
  readonly groups: IngredientGroup[];
  readonly steps: string[];
}

/** Steps by the names of items: class="instruction". */
function namedSteps(page: Page, lines: readonly Line[]): string[] {
  const steps: Step[] = [];
  for (const line of lines) {
    const item = line.item >= 0 ? line.item : page.parent[line.node];
    const own = namesOf(page, item) + namesOf(page, page.parent[item]);
    if (line.level > 0 || !/ (?:instructions?|directions?|recipe ?instructions?|steps?|preparation|method) /.test(own))
      continue;
    const last = steps[steps.length - 1];
    if (last !== undefined && line.item >= 0 && item === last.item) last.text += ` ${line.text}`;
    else if (line.text.length > 15) steps.push({ text: line.text, node: line.node, item: line.item });
  }
  return stepsAlike(page, steps);
}

/** What stands under one heading. */
interface Section {
  readonly isSteps: boolean;
  readonly groups: { name: string; ingredients: string[] }[];
  readonly steps: Step[];
}

/** Parts by the headings above them: the longest list of ingredients, and the steps that follow it. */
function headedParts(page: Page, lines: readonly Line[]): Parts {
  const sections = readSections(lines);
  let best = -1;
  let bestCount = 1;
  for (const [i, { isSteps, groups }] of sections.entries()) {
    const count = groups.reduce((sum, { ingredients }) => sum + ingredients.length, 0);
    if (isSteps || count < bestCount) continue;
    best = i;
    bestCount = count;
  }
  const stepSections = sections.map(({ isSteps }, i) => (isSteps ? i : -1)).filter((i) => i >= 0);
  const after = stepSections.find((i) => i > best) ?? stepSections[stepSections.length - 1];
  return {
    groups: best < 0 ? [] : sections[best].groups,
    steps: after === undefined ? [] : stepsAlike(page, sections[after].steps),
  };
}

function readSections(lines: readonly Line[]): Section[] {
  const sections: Section[] = [];
  let open: Section | undefined;
  let level = 0;
  let group = "";
  let lastItem = -1;
  for (const line of lines) {
    const isHead =
      line.level > 0 ||
      (line.item < 0 && groupHead.test(line.text)) ||
      (line.text.length < 40 && /^[^.]*:$/.test(line.text));
    const isShort = (isHead || line.text.length < 25) && line.item < 0;
    const isSteps = isShort && stepHead.test(line.text);
    if (isSteps || (isShort && ingredientHead.test(line.text))) {
      open = { isSteps, groups: [], steps: [] };
      sections.push(open);
      level = line.level || 7;
      group = "";
      lastItem = -1;
    } else if (isHead && line.item < 0 && open !== undefined) {
      const isEmpty = open.groups.length === 0 && open.steps.length === 0;
      // A label that is no heading may stand above headings of its parts: "Step 1".
      if (isEmpty && level === 7 && line.level > 0) level = line.level;
      if (otherHead.test(line.text) || (line.level > 0 && line.level < level)) open = undefined;
      else group = line.text.replace(/:$/, "");
    } else if (open?.isSteps === false) {
      if (line.text.length > 200) open = undefined;
      else addIngredient(open, line, group);
    } else if (open !== undefined) addStep(open, line);
  }
  return sections;

  function addIngredient({ groups }: Section, line: Line, name: string): void {
    const last = groups[groups.length - 1];
    if (last !== undefined && line.item >= 0 && line.item === lastItem)
      last.ingredients.push(`${last.ingredients.pop()} ${line.text}`);
    else if (/\p{L}/u.test(line.text)) {
      if (last === undefined || last.name !== name) groups.push({ name, ingredients: [line.text] });
      else last.ingredients.push(line.text);
      lastItem = line.item;
    }
  }

  function addStep({ steps }: Section, line: Line): void {
    const last = steps[steps.length - 1];
    if (last !== undefined && line.item >= 0 && line.item === last.item) last.text += ` ${line.text}`;
    else if (line.text.length > 15) steps.push({ text: line.text, node: line.node, item: line.item });
  }
}

/** What follows a label, in its line or in the next. */
function shownFact(lines: readonly Line[], label: RegExp): string | null {
  for (const [i, { text }] of lines.entries()) {
    const match = text.length <= 60 ? label.exec(text) : null;
    if (match === null) continue;
    const rest = text.slice(match[0].length).replace(/^[\s:：–-]+/, "");
    const value = rest !== "" ? rest : (lines[i + 1]?.text ?? "");
    if (/\d/.test(value) && value.length <= 40) return value;
  }
  return null;
}
