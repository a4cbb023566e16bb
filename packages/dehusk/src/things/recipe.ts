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
  const steps: string[] = [];
  let lastItem = -1;
  let lastStep = -1;
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
      if (line.item >= 0 && item === lastStep) steps.push(`${steps.pop()} ${line.text}`);
      else if (line.text.length > 15) steps.push(line.text);
      lastStep = item;
    } else if (line.level > 0) heading = ingredientHead.test(line.text) ? "" : line.text.replace(/:$/, "");
  }
  const total = groups.reduce((sum, { ingredients }) => sum + ingredients.length, 0);
  return total >= 3 ? { groups, steps: steps.length > 0 ? steps : headedParts(lines).steps } : undefined;
}

/** Parts by the headings above them. */
function headedParts(lines: readonly Line[]): Parts {
  const groups: { name: string; ingredients: string[] }[] = [];
  const steps: string[] = [];
  let mode: "none" | "ingredients" | "steps" = "none";
  let level = 0;
  let group = "";
  let lastItem = -1;
  for (const line of lines) {
    const isHead =
      line.level > 0 ||
      (line.item < 0 && groupHead.test(line.text)) ||
      (line.text.length < 40 && /^[^.]*:$/.test(line.text));
    if ((isHead || line.text.length < 25) && line.item < 0 && ingredientHead.test(line.text)) {
      if (groups.length > 0 && steps.length > 0) break;
      mode = "ingredients";
      level = line.level || 7;
      group = "";
    } else if ((isHead || line.text.length < 25) && line.item < 0 && stepHead.test(line.text)) {
      mode = steps.length > 0 && mode !== "steps" ? "none" : "steps";
      level = line.level || 7;
    } else if (isHead && line.item < 0 && mode !== "none") {
      if (otherHead.test(line.text) || (line.level > 0 && line.level < level)) mode = "none";
      else if (mode === "ingredients") group = line.text.replace(/:$/, "");
    } else if (mode === "ingredients") {
      if (line.text.length > 200) mode = "none";
      else if (line.item >= 0 && line.item === lastItem) {
        const last = groups[groups.length - 1].ingredients;
        last.push(`${last.pop()} ${line.text}`);
      } else if (/[\p{L}]/u.test(line.text)) {
        if (groups.length === 0 || groups[groups.length - 1].name !== group)
          groups.push({ name: group, ingredients: [] });
        groups[groups.length - 1].ingredients.push(line.text);
        lastItem = line.item;
      }
    } else if (mode === "steps") {
      if (line.item >= 0 && line.item === lastItem) steps.push(`${steps.pop()} ${line.text}`);
      else if (line.text.length > 15) steps.push(line.text);
      lastItem = line.item;
    }
  }
  return { groups, steps };
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
