import { DehuskError } from "dehusk/internal/basics";
import {
  type BlockClassifier,
  blockClassifiers,
  blockDetector,
  type DetectionModel,
  type OperatingPoint,
  pageLevelModel,
  shippedBlockModel,
} from "dehusk/internal/detect";

/**
 * A model that comes with dehusk, by the name that requests have for it; undefined for the default.
 *
 * @throws DehuskError `bad-option` for an operating point that only block models have.
 */
export async function shippedModel(
  name: string,
  { recall, precision }: OperatingPoint,
): Promise<DetectionModel | undefined> {
  const classifier = blockClassifiers.find((each) => name === `blocks-${each}`) as BlockClassifier | undefined;
  if (classifier !== undefined) return blockDetector(await shippedBlockModel(), classifier, { recall, precision });
  if (recall !== undefined || precision !== undefined) {
    throw new DehuskError("bad-option", 'Options "recall" and "precision" are for block models only, as blocks-rf.');
  }
  return name === "page-level" ? pageLevelModel : undefined;
}
