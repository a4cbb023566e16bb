import {
  contentPartsOf,
  dateInUrl,
  type Extraction,
  type JsonObject,
  parseDate,
  readLinkedData,
} from "../extract/index.ts";
import { attribute, isElement, isShown, type Page, tagName, xpathsOf } from "../page/index.ts";
import { plainNumber } from "./product-price.ts";
import { things } from "./things.ts";

/** A place on the page that states a field's value. */
export interface FieldSource {
  readonly kind: "json-ld" | "microdata" | "meta" | "title" | "shown" | "address";
  /** The property or the name of the meta element; null for what is shown. */
  readonly name: string | null;
  /** XPath of the element; null for the page's address, and where the path would be too long. */
  readonly path: string | null;
}

/** A field with the places that state its value, machine-readable ones first. */
export interface ExplainedField {
  /** "date", "product.price". */
  readonly field: string;
  readonly value: string;
  /** Empty where the value was put together or concluded. */
  readonly sources: readonly FieldSource[];
}

const mostSources = 8;
const longestPath = 4096;

/**
 * Where the page states what was read from it: metadata, and the fields of its product, recipe and event.
 *
 * @example
 * const [title] = explainFields(extract(html));
 * console.log(title.sources); // [{ kind: "meta", name: "og:title", path: "/html/head/meta[3]" }, …]
 *
 * @throws DehuskError `bad-input` for anything but a result of `extract`.
 */
export function explainFields(result: Extraction): ExplainedField[] {
  const { page } = contentPartsOf(result);
  const found = things(result);
  const statements = statementsOf(page);
  const fields: [string, string | number | null | undefined][] = [
    ["title", result.title],
    ...result.authors.map((name): [string, string] => ["author", name]),
    ["date", result.date],
    ["modified", result.modified],
    ["siteName", result.siteName],
    ["description", result.description],
    ["product.name", found.product?.name],
    ["product.price", found.product?.price],
    ["product.currency", found.product?.currency],
    ["product.availability", found.product?.availability],
    ["product.rating", found.product?.rating?.value],
    ["recipe.name", found.recipe?.name],
    ["recipe.ingredients", found.recipe?.groups[0]?.ingredients[0]],
    ["recipe.steps", found.recipe?.steps[0]],
    ["recipe.yield", found.recipe?.yield],
    ["event.name", found.event?.name],
    ["event.start", found.event?.start],
    ["event.place", found.event?.place],
  ];
  return fields.flatMap(([field, given]) => {
    if (given === null || given === undefined) return [];
    const value = String(given);
    const key = keyFor(field, value);
    const sources = statements
      .filter(({ kind, text }) => {
        const own = keyFor(field, text);
        // The title of the document has the site's name beside the page's.
        return own === key || (kind === "title" && field === "title" && ` ${own} `.includes(` ${key} `));
      })
      .slice(0, mostSources);
    return [{ field, value, sources: sources.map(({ kind, name, path }) => ({ kind, name, path })) }];
  });
}

interface Statement extends FieldSource {
  readonly text: string;
}

/** Two texts with the same key say the same: the same day, the same number, the same words. */
function keyFor(field: string, text: string): string | null {
  if (/date|modified|start/.test(field)) return parseDate(text)?.slice(0, 10) ?? null;
  if (/price$|rating$/.test(field)) {
    const isNumber = text.length <= 40 && /^[^\d]{0,8}\d[\d.,’' ]*[^\d]{0,8}$/.test(text);
    const number = isNumber ? plainNumber(text) : null;
    return number === null ? null : String(Number(number));
  }
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join(" ").replace(/^(?:by|von|par|https? schema org) /, "") || null;
}

function statementsOf(page: Page): Statement[] {
  const statements: Statement[] = [];
  const paths = xpathsOf(page);
  const pathOf = (node: number) => (paths[node].length > longestPath ? null : paths[node]);
  for (const { value } of readLinkedData(page).entities) addMembers(value, statements);
  const head: Statement[] = [];
  const body: Statement[] = [];
  for (let node = 1; node < page.size; node++) {
    if (!isElement(page, node)) continue;
    const path = pathOf(node);
    const content = attribute(page, node, "content") ?? attribute(page, node, "datetime");
    const property = attribute(page, node, "itemprop");
    const own = page.text.slice(page.textFrom[node], page.textTo[page.end[node]]).trim();
    if (property !== undefined) statements.push({ kind: "microdata", name: property, path, text: content ?? own });
    else if (tagName(page, node) === "meta") {
      const name = attribute(page, node, "property") ?? attribute(page, node, "name");
      if (name !== undefined && content !== undefined) head.push({ kind: "meta", name, path, text: content });
    } else if (tagName(page, node) === "title")
      head.push({ kind: "title", name: null, path, text: textIn(page, node) });
    else if (own.length > 0 && own.length <= 1000 && isShown(page, node) && !holdsSame(page, node, own))
      body.push({ kind: "shown", name: null, path, text: own });
    if (tagName(page, node) === "time" && content !== undefined)
      body.push({ kind: "shown", name: "datetime", path, text: content });
  }
  const address: Statement = { kind: "address", name: null, path: null, text: dateInUrl(page.url) ?? "" };
  return [...statements, ...head, ...body, address];
}

function addMembers(value: JsonObject, statements: Statement[]): void {
  for (const [name, member] of Object.entries(value)) {
    for (const each of Array.isArray(member) ? member.slice(0, 100) : [member]) {
      if (typeof each === "string" || typeof each === "number")
        statements.push({ kind: "json-ld", name, path: null, text: String(each) });
      else if (typeof each === "object" && each !== null)
        for (const [inner, text] of Object.entries(each))
          if (typeof text === "string" || typeof text === "number")
            statements.push({ kind: "json-ld", name: `${name}.${inner}`, path: null, text: String(text) });
    }
  }
}

/** Whether an element has a child with the same text: that one states it. */
function holdsSame(page: Page, node: number, text: string): boolean {
  for (let child = node + 1; child < page.end[node]; child = page.end[child])
    if (isElement(page, child) && page.text.slice(page.textFrom[child], page.textTo[page.end[child]]).trim() === text)
      return true;
  return false;
}

function textIn(page: Page, node: number): string {
  let text = "";
  for (let i = node + 1; i < page.end[node]; i++) if (!isElement(page, i)) text += page.strings[i] ?? "";
  return text.replace(/\s+/g, " ").trim();
}
