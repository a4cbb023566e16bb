export {
  type FindUrlsOptions,
  type FoundIn,
  type FoundUrls,
  findUrls,
  type NamedUrl,
  type SearchState,
} from "../discover/index.ts";
