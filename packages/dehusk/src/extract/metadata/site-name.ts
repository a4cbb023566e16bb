import { cleanText } from "./clean-text.ts";
import { textsOf } from "./json-ld.ts";
import { namesSite, type Site, siteOf } from "./site.ts";
import { metaTexts, type Sources } from "./sources.ts";
import { siteInTitle } from "./strip-site.ts";

const ogMetas = ["og:site_name", "og:sitename"];
const otherMetas = [
  "dc.publisher",
  "dcterms.publisher",
  "citation_publisher",
  "application-name",
  "apple-mobile-web-app-title",
  "publisher",
];

const mostNames = 50;
/** With tags and character references in it. */
const longestName = 1000;

/** All names that the page gives its site. */
export function readSite(sources: Sources): Site {
  const { graph, entities, host } = sources;
  const names = metaTexts(sources, ogMetas);
  for (const { value, types, top } of graph.entities) {
    if (names.length >= mostNames) break;
    if (types.includes("WebSite") || (top && types.some((type) => /Organization$|^NewsMedia/.test(type))))
      names.push(...textsOf(value["name"], graph));
  }
  for (const entity of entities) names.push(...textsOf(entity["publisher"], graph));
  names.push(...metaTexts(sources, otherMetas));
  const tail = siteInTitle(cleanText(sources.found.title));
  if (names.length === 0 && tail !== null && (host === "" || namesSite(tail, siteOf([], host)))) names.push(tail);
  const likely = names.filter(({ length }) => length <= longestName).slice(0, mostNames);
  const clean = likely.map(cleanText).filter((name) => name !== "" && name.length <= 100 && !/^https?:\/\//.test(name));
  return siteOf([...new Set(clean)].slice(0, 12), host);
}
