export type { Boxes, PlainBox } from "./boxes.ts";
export { type EstimateOptions, estimateBoxes } from "./estimate-boxes.ts";
export { estimateStyles } from "./estimate-styles.ts";
export { type MeasuredPage, measurePage } from "./measure-page.ts";
export { emptyBoxes, enclose, finishMeasured } from "./measured-boxes.ts";
export type { NodeStyles } from "./node-styles.ts";
export { type DisplayKind, displayKinds } from "./node-styles.ts";
