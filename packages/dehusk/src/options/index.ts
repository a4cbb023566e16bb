export {
  flagOf,
  type OfferedHelp,
  type Option,
  type OptionHelp,
  type OptionList,
  type OptionValues,
  type ParsedSpec,
} from "./offer.ts";
export {
  chunkHelp,
  detectHelp,
  extractHelp,
  operatingPointHelp,
  planHelp,
  segmentHelp,
  verbOptions,
} from "./verb-options.ts";
