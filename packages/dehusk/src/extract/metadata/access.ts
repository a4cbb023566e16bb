import type { JsonObject } from "./json-ld.ts";
import { metaTexts, type Sources } from "./sources.ts";

/** Whether everyone may read the page: `isAccessibleForFree` of its entity or of a part of it, or a meta element. */
export function readAccess(sources: Sources): boolean | null {
  for (const entity of sources.entities) {
    const parts = entity["hasPart"];
    const list = [entity, ...(Array.isArray(parts) ? parts.slice(0, 20) : [parts])] as (JsonObject | undefined)[];
    const said = list.map((part) => truthOf(part?.["isAccessibleForFree"])).filter((value) => value !== null);
    if (said.length > 0) return !said.includes(false);
  }
  const [tier] = metaTexts(sources, ["article:content_tier", "og:article:content_tier"]);
  if (tier !== undefined) return /^free$/i.test(tier);
  const property = sources.found.properties.find(({ name }) => name === "isaccessibleforfree");
  if (property === undefined) return null;
  const content = sources.page.attributes[property.node].find(({ name }) => name === "content");
  return truthOf(content?.value);
}

function truthOf(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase().replace(/^.*\//, "") : "";
  return word === "true" ? true : word === "false" ? false : null;
}
