import type { Penalty, Weighting } from "dehusk/internal/detect";
import type { Preset } from "dehusk/internal/extract";

/** How a page is looked at: everything that a person can turn. */
export interface Settings {
  /** Id of a model: `shipped`, `plain`, or that of a file that was added. */
  readonly model: string;
  readonly preset: Preset;
  readonly penalty: Penalty;
  /** What the penalty is multiplied with, from 0 on. */
  readonly penaltyFactor: number;
  /** The most that a section has to pay, from 0 on. */
  readonly penaltyMost: number;
  readonly weighting: Weighting;
  /** λ of the segmentation, from 0 on. */
  readonly lambda: number;
  /** Id of the model of the segmentation: `shipped`, `plain`, or that of a file. */
  readonly segmentModel: string;
}

/** What the library does when it is told nothing. */
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

/** A text that is the same for settings under which a page is judged alike; the segmentation has no part in it. */
export function judgingKey(settings: Settings): string {
  const { model, preset, penalty, penaltyFactor, penaltyMost, weighting } = settings;
  return JSON.stringify([model, preset, penalty, penaltyFactor, penaltyMost, weighting]);
}
