export {
  type Classification,
  type ClassifierModel,
  ClassifierTrainer,
  createClassifier,
  readClassifier,
  type TrainingOptions,
  writeClassifier,
} from "./classify/index.ts";
export {
  type Clean,
  type Cleaning,
  cleanings,
  cleanNone,
  cleanPage,
  cleanPageWith,
  cleanWith,
  SiteCleaner,
} from "./clean.ts";
export {
  type DuplicateGroup,
  DuplicateIndex,
  type DuplicateIndexOptions,
  isDuplicate,
  type ShingleOptions,
  shinglesOf,
} from "./duplicates/index.ts";
