export { addedByFeatures, modelReasons } from "./model-reasons.ts";
export { percent } from "./say.ts";
