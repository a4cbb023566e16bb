export type { Boxes } from "./boxes.ts";
export { type EstimateOptions, estimateBoxes } from "./estimate-boxes.ts";
