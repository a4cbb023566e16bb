import { attribute, type Page, textOf } from "../../page/index.ts";
import { cleanText, collapse } from "./clean-text.ts";
import { type Collected, collect } from "./collect.ts";
import { type Graph, type JsonObject, readJsonLd } from "./json-ld.ts";
import { mainEntities, plainAddress } from "./main-entity.ts";

/** A page with all sources of its metadata. */
export interface Sources {
  readonly page: Page;
  readonly found: Collected;
  readonly graph: Graph;
  /** The page's entities by its JSON-LD, the likeliest first. */
  readonly entities: readonly JsonObject[];
  /** The page's host without "www."; "" if unknown. */
  readonly host: string;
}

/** Collects a page's sources. */
export function readSources(page: Page): Sources {
  const found = collect(page);
  const graph = readJsonLd(found.jsonLd);
  const addresses = [page.url, ...(found.links.get("canonical") ?? []), ...(found.metas.get("og:url") ?? [])]
    .filter((address) => address !== undefined)
    .map(plainAddress);
  const titles = [found.title, ...(found.metas.get("og:title") ?? [])].map(cleanText);
  const entities = mainEntities(graph, addresses, titles);
  const host = (addresses[0] ?? "").split(/[/:]/, 1)[0];
  return { page, found, graph, entities, host: host.includes(".") ? host : "" };
}

/** The contents of meta elements, in the order of the names, cleaned, without empty ones. */
export function metaTexts({ found }: Sources, names: readonly string[]): string[] {
  const texts: string[] = [];
  for (const name of names) {
    const contents = found.metas.get(name);
    if (contents === undefined) continue;
    for (const content of contents) {
      const text = cleanText(content);
      if (text !== "") texts.push(text);
    }
  }
  return texts;
}

/** The value of a microdata property, the machine-readable one if there is one. */
export function propertyText(page: Page, node: number): string {
  const value = attribute(page, node, "content") ?? attribute(page, node, "datetime");
  return cleanText(value !== undefined && value.trim() !== "" ? value : textOf(page, node));
}

/** The visible text of an element, cleaned. */
export function shownText(page: Page, node: number): string {
  return collapse(textOf(page, node));
}

/** All entities of a page's JSON-LD. */
export function readLinkedData(page: Page): Graph {
  return readJsonLd(collect(page).jsonLd);
}
