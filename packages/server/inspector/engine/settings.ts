import type { Penalty, Weighting } from "dehusk/internal/detect";
import type { Preset } from "dehusk/internal/extract";

/** Everything a user can set. */
export interface Settings {
  /** Id of a model: `shipped`, `plain`, or that of an added file. */
  readonly model: string;
  readonly preset: Preset;
  readonly penalty: Penalty;
  /** Factor of the penalty, non-negative. */
  readonly penaltyFactor: number;
  /** Maximum penalty of a section, non-negative. */
  readonly penaltyMost: number;
  readonly weighting: Weighting;
  /** λ of the segmentation, non-negative. */
  readonly lambda: number;
  /** Id of the segmentation model: `shipped`, `plain`, or that of a file. */
  readonly segmentModel: string;
}

/** The library's defaults. */
export const defaultSettings: Settings = {
  model: "shipped",
  preset: "balanced",
  penalty: "area",
  penaltyFactor: 0.01,
  penaltyMost: 0.7,
  weighting: "text",
  lambda: 1,
  segmentModel: "shipped",
};

/** A key shared by settings under which a page is judged the same; segmentation settings are ignored. */
export function judgingKey(settings: Settings): string {
  const { model, preset, penalty, penaltyFactor, penaltyMost, weighting } = settings;
  return JSON.stringify([model, preset, penalty, penaltyFactor, penaltyMost, weighting]);
}
