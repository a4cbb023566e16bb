export { fillContext } from "./block-context.ts";
export {
  type BlockFeature,
  blockFeatureNames,
  blockRows,
  fillLexiconColumns,
  fillLexicons,
  firstLookWidth,
  type Lexicons,
  nameColumn,
} from "./block-rows.ts";
export { type BlockSetting, settingOf } from "./block-setting.ts";
export { type BlockView, leastInstanceWords, viewBlocks } from "./block-view.ts";
export { describeBlockFeatures } from "./descriptions/block-descriptions.ts";
export { describeNodeFeatures } from "./descriptions/node-descriptions.ts";
export { describeSegmentFeatures, describeSegmentPairFeatures } from "./descriptions/segment-descriptions.ts";
export { describeTemplateBlockFeatures } from "./descriptions/template-block-descriptions.ts";
export type { Feature } from "./feature.ts";
export { createLexicon, type Lexicon, weightOf } from "./lexicon.ts";
export { type NameLexicons, nameHashes, sumNames, unnamed as unnamedWeight, weighNames } from "./name-features.ts";
export { nodeFeatureNames, nodeFeatures } from "./node-features.ts";
export { type PageView, showsAllOfParent, viewPage } from "./page-view.ts";
export { type PageWords, pageWords, templateBlockWordHashes, templateBlockWordsRead } from "./page-words.ts";
export { type PartTree, type PartView, viewParts } from "./part-view.ts";
export { proseSums } from "./prose.ts";
export { segmentFeatureNames, segmentFeatures } from "./segment-features.ts";
export {
  type FillPair,
  segmentPairFeatureNames,
  segmentPairFeatures,
  segmentPairRows,
} from "./segment-pair-features.ts";
export {
  type TemplateBlockFamily,
  type TemplateBlockFeature,
  templateBlockFamilies,
  templateBlockFeatureNames,
  templateBlockFeatures,
} from "./template-block-features.ts";
export { weighHashes, wordFigures, wordsRead } from "./word-features.ts";
