import estimateFile from "../../models/segment-estimate.json" with { type: "json" };
import renderedFile from "../../models/segment-rendered.json" with { type: "json" };
import type { SegmentModel } from "./segment-model.ts";

/** The default models, by the kind of boxes they were trained on. */
export const shippedSegmentModels = {
  estimate: estimateFile as unknown as SegmentModel,
  rendered: renderedFile as unknown as SegmentModel,
};
