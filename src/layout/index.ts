export type { Boxes } from "./boxes.ts";
export { type EstimateOptions, estimateBoxes } from "./estimate-boxes.ts";
export { estimateStyles } from "./estimate-styles.ts";
export { type MeasuredPage, measurePage } from "./measure-page.ts";
export type { NodeStyles } from "./node-styles.ts";
