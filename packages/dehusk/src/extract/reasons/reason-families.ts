import type { BlockFeature } from "../../features/index.ts";
import { contextFamilies } from "./context-reasons.ts";
import { markupFamilies } from "./markup-reasons.ts";
import { placeFamilies } from "./place-reasons.ts";
import type { ReasonFamily } from "./reason-family.ts";
import { surroundingFamilies } from "./surrounding-reasons.ts";
import { textFamilies } from "./text-reasons.ts";

export const reasonFamilies: readonly ReasonFamily[] = [
  ...textFamilies,
  ...markupFamilies,
  ...placeFamilies,
  ...surroundingFamilies,
  ...contextFamilies,
];

/** Features from the first look at the block itself: their contribution goes to the features that the first look used. */
export const ownLook: readonly BlockFeature[] = ["firstLook", "rank"];

/** The families that a feature belongs to: one, unless the table is wrong. */
export function familiesOf(feature: BlockFeature): ReasonFamily[] {
  return reasonFamilies.filter(({ features }) =>
    features.some((name) => (typeof name === "string" ? name === feature : name.test(feature))),
  );
}
