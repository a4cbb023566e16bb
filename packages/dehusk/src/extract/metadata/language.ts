import { textsOf } from "./json-ld.ts";
import { metaTexts, type Sources } from "./sources.ts";

const tag = /^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4}$/i;
const languageMetas = [
  "content-language",
  "og:locale",
  "language",
  "dc.language",
  "dcterms.language",
  "inlanguage",
  "lang",
  "citation_language",
];

/** The language that a page declares, as a BCP 47 tag. */
export function readLanguage(sources: Sources): string | null {
  const { found, entities, graph } = sources;
  const declared = [found.language ?? "", ...metaTexts(sources, languageMetas)];
  for (const entity of entities) declared.push(...textsOf(entity["inLanguage"], graph));
  for (const text of declared) {
    const first = text.split(/[,;\s]/, 1)[0].trim();
    if (tag.test(first)) return normalise(first);
  }
  return null;
}

function normalise(text: string): string {
  const [language, ...rest] = text.replace(/_/g, "-").split("-") as [string, ...string[]];
  const parts = rest.map((part) => {
    if (part.length === 4 && /^[a-z]+$/i.test(part)) return part[0].toUpperCase() + part.slice(1).toLowerCase();
    return part.length === 2 ? part.toUpperCase() : part.toLowerCase();
  });
  return [language.toLowerCase(), ...parts].join("-");
}
