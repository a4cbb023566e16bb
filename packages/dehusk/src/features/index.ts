export {
  blockFeatureList,
  blockRows,
  fillLexiconColumns,
  fillLexicons,
  firstLookWidth,
  type Lexicons,
  nameColumn,
} from "./block-rows.ts";
export { type BlockView, viewBlocks } from "./block-view.ts";
export { type BlockSetting, fillContext, settingOf } from "./context-of-blocks.ts";
export type { Feature } from "./feature.ts";
export { createLexicon, type Lexicon, weightOf } from "./lexicon.ts";
export { type NameLexicons, nameHashes, sumNames, unnamed as unnamedWeight, weighNames } from "./name-features.ts";
export { nodeFeatureList, nodeFeatures } from "./node-features.ts";
export { type PageView, viewPage } from "./page-view.ts";
export { blockWordHashes, blockWordsRead, type PageWords, pageWords } from "./page-words.ts";
export { type PartTree, type PartView, viewParts } from "./part-view.ts";
export { proseSums } from "./prose.ts";
export { segmentFeatureList, segmentFeatures } from "./segment-features.ts";
export {
  type FillPair,
  segmentPairFeatureList,
  segmentPairFeatures,
  segmentPairRows,
} from "./segment-pair-features.ts";
export {
  type TemplateBlockFamily,
  templateBlockFamilies,
  templateBlockFeatureList,
  templateBlockFeatures,
} from "./template-block-features.ts";
export { weighHashes, wordsRead } from "./word-features.ts";
