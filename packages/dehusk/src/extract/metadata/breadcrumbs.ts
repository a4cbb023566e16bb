import { attribute, isShown, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { cleanText, collapse } from "./clean-text.ts";
import { type JsonObject, textsOf } from "./json-ld.ts";
import type { Sources } from "./sources.ts";

const A = tagNumber("a");
const most = 12;
const longest = 400;

/** The path from the site's top to the page: a declared `BreadcrumbList`, or an element named breadcrumbs. */
export function readBreadcrumbs({ page, graph }: Sources): string[] {
  for (const { value, types } of graph.entities) {
    if (!types.includes("BreadcrumbList")) continue;
    const items = value["itemListElement"];
    if (!Array.isArray(items)) continue;
    const steps = (items.slice(0, most) as (JsonObject | null)[]).map((item) => {
      const [name] = textsOf(item?.["name"] ?? item?.["item"], graph);
      return cleanText(name ?? "");
    });
    if (steps.length > 0 && steps.every((step) => step !== "")) return steps;
  }
  return shownSteps(page);
}

/** The links in the first element named breadcrumbs. */
function shownSteps(page: Page): string[] {
  for (let node = 1; node < page.size; node++) {
    const names = page.attributes[node];
    if (names.length === 0 || !names.some(isTrail)) continue;
    const end = page.end[node];
    if (!isShown(page, node) || sumOf(page, page.sums.characters, node) > longest) continue;
    const steps: string[] = [];
    for (let i = node; i < end && steps.length < most; i++) {
      if (page.tag[i] !== A || attribute(page, i, "href") === undefined) continue;
      const step = collapse(page.text.slice(page.textFrom[i], page.textTo[page.end[i]]));
      if (/[\p{L}\p{N}]/u.test(step)) steps.push(step);
    }
    if (steps.length > 0) return steps;
  }
  return [];
}

function isTrail({ name, value }: { name: string; value: string }): boolean {
  return (name === "class" || name === "id" || name === "aria-label") && /bread-?crumb/i.test(value);
}
