import { isRecord } from "../basics/index.ts";
import type { Boxes } from "../layout/index.ts";
import { plainSegmentModel } from "./plain-model.ts";
import type { SegmentModel } from "./segment-model.ts";
import { shippedSegmentModels } from "./shipped-models.ts";

/** Segment models that come with the package: the trained one, and one in which nothing is learned. */
export const segmentModelNames = ["default", "plain"] as const;
export type SegmentModelName = (typeof segmentModelNames)[number];

/** Whether a value can be the `model` of `segment`; its fields are checked when it is used. */
export function isSegmentModel(value: unknown): value is SegmentModel | SegmentModelName {
  return (segmentModelNames as readonly unknown[]).includes(value) || (isRecord(value) && "kind" in value);
}

/** The model that is meant by the option, for boxes of this kind. */
export function segmentModelOf(
  given: SegmentModel | SegmentModelName = "default",
  geometry: Boxes["geometry"],
): SegmentModel {
  if (given === "default") return shippedSegmentModels[geometry];
  return given === "plain" ? plainSegmentModel(geometry) : given;
}
