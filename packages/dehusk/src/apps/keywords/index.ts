export {
  DocumentFrequencies,
  type FrequencyEntry,
  type FrequencyOptions,
  type FrequencyTable,
  type KnownFrequencies,
  type TrimOptions,
} from "./document-frequencies.ts";
export { findKeywords, type Keyword, type KeywordOptions } from "./find-keywords.ts";
export { findPhrases, type Phrases } from "./find-phrases.ts";
export { readFrequencies, writeFrequencies } from "./frequencies-file.ts";
export { keywordFeatureList } from "./keyword-features.ts";
export {
  type KeywordModel,
  type KeywordTrainingSummary,
  readKeywordModel,
  writeKeywordModel,
} from "./keyword-model.ts";
export { type PhraseCounts, readPhraseCounts } from "./phrase-counts.ts";
export { declaredKeywords } from "./phrase-statistics.ts";
export { type PageWords, readWords } from "./read-words.ts";
export { plainKeyword, topNScore } from "./top-n-score.ts";
