export { type ClassifierModel, readClassifier, writeClassifier } from "./classifier-model.ts";
export { ClassifierTrainer, type TrainingOptions } from "./classifier-trainer.ts";
export { type Classification, createClassifier } from "./create-classifier.ts";
