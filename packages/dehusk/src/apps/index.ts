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
  keepOutsideFrame,
  SiteKeeper,
  templateBlockNodes,
} from "./clean.ts";
export {
  type ContentSegmentOptions,
  keepContentSegments,
  keepLargestSegment,
  type SegmentKeepOptions,
} from "./clean-segments.ts";
export {
  DuplicateFinder,
  type DuplicateGroup,
  DuplicateIndex,
  type DuplicateIndexOptions,
  hostFrame,
  isDuplicate,
  ownSketches,
  type PageSketch,
  type SampledPage,
  type ShingleOptions,
  sampleSize,
  shinglesOf,
  sketchPage,
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
  type PhraseCounts,
  type Phrases,
  plainKeyword,
  readFrequencies,
  readKeywordModel,
  readPhraseCounts,
  readWords,
  type TrimOptions,
  topNScore,
  writeFrequencies,
  writeKeywordModel,
} from "./keywords/index.ts";
export { keywordFeatureCount } from "./keywords/keyword-features.ts";
export { scaleRow } from "./keywords/keyword-model.ts";
export { commonWord, keywordRows, plainPhrase } from "./keywords/keyword-rows.ts";
export { shippedFrequencies, shippedModel } from "./keywords/shipped.ts";
