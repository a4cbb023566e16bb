export { countWords } from "./classify/count-words.ts";
export {
  type Classification,
  type ClassifierModel,
  createClassifier,
  readClassifier,
  writeClassifier,
} from "./classify/index.ts";
export {
  type Cleaning,
  cleanings,
  cleanText,
  type Keep,
  keepAll,
  keepMain,
  keepOutside,
  keepOutsideBlocks,
  SiteKeeper,
} from "./clean.ts";
export {
  type ContentSegmentOptions,
  keepContentSegments,
  keepLargestSegment,
  type SegmentKeepOptions,
} from "./clean-segments.ts";
export {
  type DuplicateGroup,
  DuplicateIndex,
  type DuplicateIndexOptions,
  isDuplicate,
  type ShingleOptions,
  shinglesOf,
} from "./duplicates/index.ts";
export {
  DocumentFrequencies,
  declaredKeywords,
  type FrequencyEntry,
  type FrequencyOptions,
  type FrequencyTable,
  findKeywords,
  findPhrases,
  type Keyword,
  type KeywordModel,
  type KeywordOptions,
  type KeywordTrainingSummary,
  type KnownFrequencies,
  keywordFeatureList,
  type PageWords,
  type Phrases,
  plainKeyword,
  readFrequencies,
  readKeywordModel,
  readWords,
  type TrimOptions,
  topNScore,
  writeFrequencies,
  writeKeywordModel,
} from "./keywords/index.ts";
export { keywordFeatureCount } from "./keywords/keyword-features.ts";
export { scaleRow } from "./keywords/keyword-model.ts";
export { commonWord, keywordRows, plainPhrase } from "./keywords/keyword-rows.ts";
export { shippedFrequencies } from "./keywords/shipped.ts";
