export { type FindUrlsOptions, type FoundUrls, findUrls, type SearchState } from "./find-urls.ts";
export type { FoundIn, NamedUrl } from "./read-list.ts";
