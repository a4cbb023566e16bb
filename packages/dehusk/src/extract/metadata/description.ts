import { cleanText } from "./clean-text.ts";
import { textsOf } from "./json-ld.ts";
import { metaTexts, propertyText, type Sources } from "./sources.ts";

const metas = [
  "og:description",
  "description",
  "twitter:description",
  "dc.description",
  "dcterms.description",
  "dcterms.abstract",
  "citation_abstract",
  "sailthru.description",
  "parsely-description",
];

/** The page's own description in a sentence or two. */
export function readDescription(sources: Sources): string | null {
  const { page, found, entities, graph } = sources;
  const [meta] = metaTexts(sources, metas);
  if (meta !== undefined) return meta;
  for (const entity of entities) {
    const text = cleanText(textsOf(entity["description"], graph)[0] ?? textsOf(entity["abstract"], graph)[0] ?? "");
    if (text !== "") return text;
  }
  for (const { name, node, aside } of found.properties) {
    if (name !== "description" || aside) continue;
    const text = propertyText(page, node);
    if (text !== "" && text.length <= 1000) return text;
  }
  return null;
}
