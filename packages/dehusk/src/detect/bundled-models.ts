import defaultFile from "../../models/default.json" with { type: "json" };
import pageLevelFile from "../../models/page-level.json" with { type: "json" };
import { isRecord } from "../basics/index.ts";
import type { ContentModel } from "./content-model.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import type { DetectionModel } from "./scored-page.ts";

/** The model of the paper: trained on repetition alone. */
export const pageLevelModel = pageLevelFile as unknown as PageLevelModel;

/** The model that is used unless another is given: trained on repetition and on pages that people labelled. */
export const defaultModel = defaultFile as unknown as ContentModel;

/** Models that are loaded with the library: verbs take their names in place of the models. */
export const bundledModelNames = ["default", "page-level"] as const;
export type BundledModelName = (typeof bundledModelNames)[number];

const bundled: Readonly<Record<BundledModelName, DetectionModel>> = {
  default: defaultModel,
  "page-level": pageLevelModel,
};

const kinds: readonly unknown[] = ["dehusk-content-model", "dehusk-page-level-model"];

/** Whether a value can be a verb's `model`. */
export function isModel(value: unknown): value is DetectionModel | BundledModelName {
  if (typeof value === "string") return Object.hasOwn(bundled, value);
  if (!isRecord(value) || typeof value["name"] !== "string") return false;
  if (value["kind"] === "dehusk-block-detector") return typeof value["judge"] === "function";
  return kinds.includes(value["kind"]);
}

/** The model that is meant by the option of a verb. */
export function modelOf(given: DetectionModel | BundledModelName | undefined): DetectionModel {
  return typeof given === "string" ? bundled[given] : (given ?? defaultModel);
}
