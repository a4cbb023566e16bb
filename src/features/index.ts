export type { Feature } from "./feature.ts";
export { nodeFeatureList, nodeFeatures } from "./node-features.ts";
export { proseSums } from "./prose.ts";
