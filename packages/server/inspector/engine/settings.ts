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
  /** Whether links lead anywhere, pictures and tables are written, the title stands on top. */
  readonly links: boolean;
  readonly images: boolean;
  readonly tables: boolean;
  readonly headline: boolean;
  /** Whether parameters that track readers are taken out of links. */
  readonly cleanLinks: boolean;
  /** Whether the Markdown begins with the metadata as YAML. */
  readonly frontmatter: boolean;
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
  links: true,
  images: true,
  tables: true,
  headline: true,
  cleanLinks: false,
  frontmatter: false,
  lambda: 1,
  segmentModel: "shipped",
};

/** A key shared by settings that give the same result; segmentation settings are ignored. */
export function judgingKey({ lambda: _, segmentModel: __, ...settings }: Settings): string {
  return JSON.stringify(settings);
}
