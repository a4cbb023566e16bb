export { type ClassifierModel, readClassifier, writeClassifier } from "./classifier-model.ts";
export { type Classification, createClassifier } from "./create-classifier.ts";
