import { type JsonObject, readLinkedData } from "../extract/index.ts";
import { attribute, isElement, type Page, textOf } from "../page/index.ts";

const most = 200;

/** What a page marks up by schema.org, as JSON-LD or microdata, with types without an address: JSON-LD comes first. */
export function markedThings(page: Page): JsonObject[] {
  const { entities, byId } = readLinkedData(page);
  const things = entities.map(({ value, types }) => {
    const whole = byId.get(String(value["@id"])) ?? value;
    return { ...whole, "@type": types };
  });
  for (let node = 1; node < page.size && things.length < most; node++) {
    if (attribute(page, node, "itemtype") === undefined || attribute(page, node, "itemprop") !== undefined) continue;
    things.push(readItem(page, node) as JsonObject & { "@type": string[] });
  }
  return things;
}

/** The first thing of a type: "Product", or a kind of it such as "SomeProducts". */
export function thingOf(things: readonly JsonObject[], type: RegExp): JsonObject | undefined {
  return things.find((thing) => (thing["@type"] as readonly string[]).some((name) => type.test(name)));
}

/** The first thing of a type, unless the page lists several of them: then it is about none. */
export function onlyThingOf(things: readonly JsonObject[], type: RegExp): JsonObject | undefined {
  const own = things.filter((thing) => thingOf([thing], type) !== undefined);
  return new Set(own.map((thing) => textsIn(thing["name"])[0])).size > mostNames ? undefined : own[0];
}

/** A product may be marked up with its variants, or with a few others beside it. */
const mostNames = 4;

/** An item of microdata as the JSON-LD that says the same. */
function readItem(page: Page, root: number): JsonObject {
  const item: Record<string, unknown> = { "@type": typesOf(page, root) };
  const open: { end: number; item: Record<string, unknown> }[] = [{ end: page.end[root], item }];
  for (let node = root + 1; node < page.end[root]; node++) {
    if (!isElement(page, node)) continue;
    while (open[open.length - 1].end <= node) open.pop();
    const names = attribute(page, node, "itemprop");
    if (names === undefined) {
      if (attribute(page, node, "itemscope") !== undefined) node = page.end[node] - 1;
      continue;
    }
    const isItem = attribute(page, node, "itemscope") !== undefined;
    const value = isItem ? { "@type": typesOf(page, node) } : propertyOf(page, node);
    for (const name of names.split(/\s+/)) add(open[open.length - 1].item, name, value);
    if (isItem) open.push({ end: page.end[node], item: value as Record<string, unknown> });
  }
  return item;
}

function typesOf(page: Page, node: number): string[] {
  const types = attribute(page, node, "itemtype") ?? "";
  return types.split(/\s+/).map((type) => type.slice(type.lastIndexOf("/") + 1));
}

function propertyOf(page: Page, node: number): string {
  for (const name of ["content", "datetime", "src", "href"]) {
    const value = attribute(page, node, name);
    if (value !== undefined && value.trim() !== "" && (name !== "href" || textOf(page, node).trim() === ""))
      return value.trim();
  }
  return textOf(page, node).replace(/\s+/g, " ").trim();
}

function add(item: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__" || name === "") return;
  const known = item[name];
  if (known === undefined) item[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else item[name] = [known, value];
}

/** The texts of a member: strings, or the names and texts of objects, at any depth of lists. */
export function textsIn(value: unknown, keys: readonly string[] = ["name", "text", "@value", "url", "@id"]): string[] {
  const texts: string[] = [];
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined && texts.length < most; next = pending.pop()) {
    if (typeof next === "string" || typeof next === "number") texts.push(clean(String(next)));
    else if (Array.isArray(next)) for (let i = Math.min(next.length, most) - 1; i >= 0; i--) pending.push(next[i]);
    else if (typeof next === "object" && next !== null) {
      const key = keys.find((name) => (next as JsonObject)[name] !== undefined);
      if (key !== undefined) pending.push((next as JsonObject)[key]);
    }
  }
  return texts.filter((text) => text !== "");
}

/** Markup and white space in data are not part of the text. */
function clean(text: string): string {
  return text
    .slice(0, 20_000)
    .replace(/<[^<>]{0,300}>/g, " ")
    .replace(/&(?:nbsp|#160);/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&#0?39;|&rsquo;|&#8217;/g, "’")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}

/** A member that is an object, or the first of a list. */
export function objectIn(value: unknown): JsonObject | undefined {
  const first = Array.isArray(value) ? value.find((own) => typeof own === "object" && own !== null) : value;
  return typeof first === "object" && first !== null ? (first as JsonObject) : undefined;
}
