import type { JsonObject } from "../extract/index.ts";
import type { Page } from "../page/index.ts";
import { textsIn } from "./marked-things.ts";
import { namesOf } from "./part-names.ts";
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
  /^(?:the )?(?:instructions?|directions?|method|preparation(?! time)|steps|how to (?:make|cook|prepare)|making|procedure|zubereitung|anleitung|préparation|étapes|preparación|elaboración|preparazione|procedimento|bereiding|bereidingswijze|fremgangsmåde|gör så här|sposób przygotowania|przygotowanie|приготовление|作り方|做法)(?:\b|$|\s|[:：(])/iu;
const otherHead =
  /^(?:notes?|tips?|nutrition|video|comments?|reviews?|related|you may also|more |equipment|did you make|faq|frequently|storage|substitut|variation|serving|about|share|print|rate|what to serve|leave a|reader|tags?|filed|categories|kommentare|tipps?|nährwerte|ähnliche|mehr)/iu;

const groupHead =
  /^(?:for (?:the |your )?|für (?:den|die|das) |pour (?:la|le|les) |para (?:la|el|los|las) |per (?:la|il) )[^\d]{2,40}$/iu;

/** A recipe from its headings and lists, completed by what is marked up; undefined where there is none. */
export function readRecipe(
  page: Page,
  lines: readonly Line[],
  marked: JsonObject | undefined,
  title: string | null,
): Recipe | undefined {
  const shown = namedParts(page, lines) ?? headedParts(lines);
  const declared = textsIn(marked?.["recipeIngredient"] ?? marked?.["ingredients"]);
  const ownSteps = textsIn(marked?.["recipeInstructions"], ["itemListElement", "text", "name"]);
  const count = shown.groups.reduce((sum, { ingredients }) => sum + ingredients.length, 0);
  const groups = count >= 2 || declared.length === 0 ? shown.groups : [{ name: "", ingredients: declared }];
  if (groups.reduce((sum, { ingredients }) => sum + ingredients.length, 0) < 2) return undefined;
  const steps = shown.steps.length > 0 ? shown.steps : ownSteps;
  if (marked === undefined && steps.length === 0) return undefined;
  const text = (key: string) => textsIn(marked?.[key])[0] ?? null;
  return {
    name: text("name") ?? title,
    groups,
    steps,
    yield:
      text("recipeYield") ?? shownFact(lines, /^(?:serves|servings|yields?|makes|portionen|portions|personen)\b/iu),
    prepTime: text("prepTime") ?? shownFact(lines, /^(?:prep(?:aration)?(?: time)?|vorbereitungszeit|arbeitszeit)\b/iu),
    cookTime: text("cookTime") ?? shownFact(lines, /^(?:cook(?:ing)?(?: time)?|kochzeit|backzeit|koch-\/backzeit)\b/iu),
    totalTime: text("totalTime") ?? shownFact(lines, /^(?:total(?: time)?|ready in|gesamtzeit)\b/iu),
  };
}

interface Parts {
  readonly groups: IngredientGroup[];
  readonly steps: string[];
}

/** Parts by the names of items: class="ingredient", itemprop="recipeIngredient". */
function namedParts(page: Page, lines: readonly Line[]): Parts | undefined {
  const groups: { name: string; ingredients: string[] }[] = [];
  const steps: Step[] = [];
  let lastItem = -1;
  let heading = "";
  for (const line of lines) {
    const item = line.item >= 0 ? line.item : page.parent[line.node];
    const own = namesOf(page, item) + namesOf(page, page.parent[item]);
    // "For the plums" between two lists is a heading, whatever its tag.
    if (line.item < 0 && groupHead.test(line.text)) {
      heading = line.text.replace(/:$/, "");
      continue;
    }
    if (/ (?:ingredients?|recipe ?ingredients?) /.test(own) && line.level === 0 && line.text.length < 250) {
      if (item === lastItem && line.item >= 0)
        groups[groups.length - 1].ingredients.push(`${groups[groups.length - 1].ingredients.pop()} ${line.text}`);
      else {
        if (groups.length === 0 || groups[groups.length - 1].name !== heading)
          groups.push({ name: heading, ingredients: [] });
        groups[groups.length - 1].ingredients.push(line.text);
      }
      lastItem = item;
    } else if (
      / (?:instructions?|directions?|recipe ?instructions?|steps?|preparation|method) /.test(own) &&
      line.level === 0
    ) {
      const last = steps[steps.length - 1];
      if (last !== undefined && line.item >= 0 && item === last.item) last.text += ` ${line.text}`;
      else if (line.text.length > 15) steps.push({ text: line.text, item: line.item });
    } else if (line.level > 0) heading = ingredientHead.test(line.text) ? "" : line.text.replace(/:$/, "");
  }
  const total = groups.reduce((sum, { ingredients }) => sum + ingredients.length, 0);
  return total >= 3 ? { groups, steps: steps.length > 0 ? itemsFirst(steps) : headedParts(lines).steps } : undefined;
}

/** What stands under one heading. */
interface Section {
  readonly isSteps: boolean;
  readonly groups: { name: string; ingredients: string[] }[];
  readonly steps: Step[];
}

interface Step {
  text: string;
  readonly item: number;
}

/** Parts by the headings above them: the longest list of ingredients, and the steps that follow it. */
function headedParts(lines: readonly Line[]): Parts {
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
    steps: after === undefined ? [] : itemsFirst(sections[after].steps),
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
    else if (line.text.length > 15) steps.push({ text: line.text, item: line.item });
  }
}

const notStep =
  /^(?:(?:prep|cook|total|rest|chill)\w* time|category|cuisine|method|author|yields?|diet|keywords?|serves|servings)\s*:/iu;

/** Where steps are items of a list, what stands between them is no step. */
function itemsFirst(steps: readonly Step[]): string[] {
  const own = steps.filter(({ text }) => !notStep.test(text));
  const items = own.filter(({ item }) => item >= 0);
  return (items.length >= 2 ? items : own).map(({ text }) => text);
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
