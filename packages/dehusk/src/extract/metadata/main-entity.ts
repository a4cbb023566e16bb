import { fold, foldWords, similarity } from "./clean-text.ts";
import { type Entity, type Graph, type JsonObject, textsOf } from "./json-ld.ts";

/** Types of works that somebody wrote. */
export const writtenType =
  /(?:Article|Posting|Report|Story|Column|Critique|Recipe|HowTo|Guide|Thesis|Chapter|CreativeWork|Review|Quotation|Book|Question|Post)$/;
const thing =
  /^(?:Product\w*|VideoObject|AudioObject|PodcastEpisode|Event|\w+Event|Movie|TV\w+|Course|JobPosting|Dataset|SoftwareApplication|MobileApplication|WebApplication|MusicAlbum|MusicRecording|Game|VideoGame|Service|Place|Restaurant|ImageGallery|MediaObject)$/;
/** A page is about few things; more are repetitions. */
const mostEntities = 20;
const webPage = /^(?:WebPage|\w+Page)$/;

function rank({ types }: Entity): number {
  let best = 0;
  for (const type of types) {
    if (writtenType.test(type)) best = Math.max(best, 3);
    else if (thing.test(type)) best = Math.max(best, 2);
    else if (webPage.test(type)) best = Math.max(best, 1);
  }
  return best;
}

/**
 * The entities that a page is about, the likeliest first: written works, then other things, then the page itself.
 * Of several siblings of a kind, as in a list of articles, only one with the page's own URL or
 * title counts.
 */
export function mainEntities(graph: Graph, addresses: readonly string[], titles: readonly string[]): JsonObject[] {
  const ranked: JsonObject[] = [];
  const tops = graph.entities.filter(({ top }) => top);
  for (let level = 3; level >= 1; level--) {
    const group = tops.filter((entity) => rank(entity) === level).map(({ value }) => value);
    if (group.length <= 1) ranked.push(...group);
    else ranked.push(...chosen(group, graph, addresses, titles));
  }
  return ranked.slice(0, mostEntities);
}

function chosen(
  group: readonly JsonObject[],
  graph: Graph,
  addresses: readonly string[],
  titles: readonly string[],
): JsonObject[] {
  const own = group.filter((value) => addressesOf(value).some((address) => addresses.includes(plainAddress(address))));
  if (own.length > 0) return own;
  const words = titles.map((title) => foldWords(title.slice(0, 500)));
  let best: JsonObject | undefined;
  let bestScore = 0.6;
  for (const value of group.slice(0, 100)) {
    for (const text of [...textsOf(value["headline"], graph), ...textsOf(value["name"], graph)]) {
      const score = Math.max(0, ...words.map((other) => similarity(foldWords(text.slice(0, 500)), other)));
      if (score > bestScore) {
        best = value;
        bestScore = score;
      }
    }
  }
  if (best !== undefined) return [best];
  const names = new Set(
    group.map((value) => fold((textsOf(value["headline"] ?? value["name"], graph)[0] ?? "").slice(0, 500))),
  );
  return names.size <= 2 ? [...group] : [];
}

function addressesOf(value: JsonObject): string[] {
  const page = value["mainEntityOfPage"];
  const inner = typeof page === "object" && page !== null ? (page as JsonObject)["@id"] : page;
  return [value["url"], value["@id"], inner].filter((address) => typeof address === "string");
}

/** A URL for comparison: without scheme, "www.", query, fragment and trailing slash. */
export function plainAddress(address: string): string {
  return withoutQuery(address.trim())
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/\/$/, "");
}

/** A URL without query and fragment. */
export function withoutQuery(address: string): string {
  const end = address.search(/[?#]/);
  return end < 0 ? address : address.slice(0, end);
}
