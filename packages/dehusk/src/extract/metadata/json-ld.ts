/**
 * JSON-LD as plain entities. Real scripts are often invalid JSON; what a small repair cannot fix is skipped.
 * No recursion, and a cap on size and on objects visited: a hostile script costs a bounded amount of work.
 */

/** An object in JSON-LD, and its path. */
export interface Entity {
  readonly value: JsonObject;
  /** Types without a vocabulary's URL. */
  readonly types: readonly string[];
  /** Whether it represents the page, or is only a part of something else. */
  readonly top: boolean;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Graph {
  readonly entities: readonly Entity[];
  /** Objects by `@id`: the one with the most members. */
  readonly byId: ReadonlyMap<string, JsonObject>;
}

const maxLength = 2_000_000;
const maxObjects = 20_000;
const mostTexts = 200;

/** Members that lead to an entity that represents the page. */
const doors = new Set(["@graph", "mainEntity", "mainEntityOfPage", "@list", "@set"]);

/** Reads all scripts of a page. */
export function readJsonLd(scripts: readonly string[]): Graph {
  const entities: Entity[] = [];
  const byId = new Map<string, JsonObject>();
  /** The number of members of each. */
  const sizes = new Map<string, number>();
  let budget = maxObjects;
  let length = 0;
  for (const script of scripts) {
    length += script.length;
    if (length > maxLength) break;
    const pending: { value: unknown; top: boolean }[] = [{ value: parseLoose(script), top: true }];
    for (let next = pending.pop(); next !== undefined && budget > 0; next = pending.pop()) {
      const { value, top } = next;
      if (typeof value !== "object" || value === null) continue;
      budget--;
      if (Array.isArray(value)) {
        for (let i = Math.min(value.length, maxObjects) - 1; i >= 0; i--) pending.push({ value: value[i], top });
        continue;
      }
      const object = value as JsonObject;
      const types = typesOf(object);
      if (types.length > 0) entities.push({ value: object, types, top });
      const keys = Object.keys(object);
      const id = object["@id"];
      if (typeof id === "string" && (sizes.get(id) ?? -1) < keys.length) {
        byId.set(id, object);
        sizes.set(id, keys.length);
      }
      for (const key of keys.reverse()) {
        const inside = object[key];
        if (typeof inside === "object" && inside !== null) pending.push({ value: inside, top: top && doors.has(key) });
      }
    }
  }
  return { entities, byId };
}

/** The types of an object, without a vocabulary's URL. */
export function typesOf(object: JsonObject): string[] {
  const type = object["@type"];
  const list = Array.isArray(type) ? type.slice(0, 10) : [type];
  return list
    .filter((name) => typeof name === "string")
    .map((name) => name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf(":"), name.lastIndexOf("#")) + 1));
}

/** The value of JSON, repaired if needed; undefined if that fails. */
export function parseLoose(script: string): unknown {
  return tryParse(script) ?? tryParse(repair(unwrap(script.trim())));
}

/** A script without the comment or CDATA marks around it. */
function unwrap(script: string): string {
  const opening = /^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[\s*(?:\*\/)?)/.exec(script);
  const tail = script.slice(-20);
  const closing = /(?:-->|(?:\/\/|\/\*)?\s*\]\]>\s*(?:\*\/)?)$/.exec(tail);
  return script.slice(opening?.[0].length ?? 0, script.length - (closing?.[0].length ?? 0)).trim();
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Drops comments, trailing commas and semicolons, escapes line breaks in strings, decodes `&quot;` used as quotes. */
function repair(text: string): string {
  const source = /^[[{]\s*&quot;/.test(text) ? text.replace(/&quot;/g, '"').replace(/&amp;/g, "&") : text;
  let out = "";
  let i = 0;
  while (i < source.length) {
    const character = source[i];
    if (character === '"') {
      const end = endOfString(source, i);
      out += source
        .slice(i, end)
        .replace(/[\u0000-\u001f]/g, escapeControl)
        .replace(/\\(?!["\\/bfnrtu])/g, "\\\\");
      i = end;
    } else if (source.startsWith("//", i)) {
      const end = source.indexOf("\n", i);
      i = end < 0 ? source.length : end;
    } else if (source.startsWith("/*", i)) {
      const end = source.indexOf("*/", i + 2);
      i = end < 0 ? source.length : end + 2;
    } else if (character === "," && /^,\s*[,\]}]/.test(source.slice(i, i + 200))) i++;
    else {
      out += character;
      i++;
    }
  }
  let end = out.length;
  while (end > 0 && /[;\s]/.test(out[end - 1])) end--;
  return out.slice(0, end);
}

/** One past the closing quote. A quote closes a string only if followed by what may follow one; others were not escaped. */
function endOfString(source: string, start: number): number {
  for (let i = start + 1; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (code === 0x5c) i++;
    else if (code === 0x22) return i + 1;
  }
  return source.length;
}

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The texts of a member: a string, a number, an object's `name` or `@value`, or a list of those. */
export function textsOf(value: unknown, graph: Graph): string[] {
  const texts: string[] = [];
  const list = Array.isArray(value) ? value.slice(0, 100) : [value];
  for (const item of list) {
    if (texts.length >= mostTexts) break;
    if (typeof item === "string") texts.push(item);
    else if (typeof item === "number") texts.push(String(item));
    else if (typeof item === "object" && item !== null && !Array.isArray(item)) {
      const object = resolve(item as JsonObject, graph);
      const name = object["name"] ?? object["@value"];
      if (typeof name === "string") texts.push(name);
      else if (Array.isArray(name)) texts.push(...name.filter((one) => typeof one === "string").slice(0, 20));
    }
  }
  return texts;
}

/** Resolves a reference by `@id`. */
export function resolve(object: JsonObject, graph: Graph): JsonObject {
  const id = object["@id"];
  if (typeof id !== "string") return object;
  const target = graph.byId.get(id);
  return target !== undefined && object["name"] === undefined ? target : object;
}
