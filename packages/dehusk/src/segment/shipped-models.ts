import estimateFile from "../../models/segment-estimate.json" with { type: "json" };
import renderedFile from "../../models/segment-rendered.json" with { type: "json" };
import type { SegmentModel } from "./segment-model.ts";

/** The models that are used unless another is given, by the kind of boxes that they were trained on. */
export const shippedSegmentModels = {
  estimate: estimateFile as unknown as SegmentModel,
  rendered: renderedFile as unknown as SegmentModel,
};
