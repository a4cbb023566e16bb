import defaultFile from "../../models/default.json" with { type: "json" };
import { isRecord } from "../basics/index.ts";
import type { ContentModel } from "./content-model.ts";
import { broughtPageLevelModel } from "./layout-scorer.ts";
import type { DetectionModel } from "./scored-page.ts";

/** The default model: trained on repetition and on pages that people labelled. */
export const defaultModel = defaultFile as unknown as ContentModel;

/** Models that are loaded with the library: verbs take their names as `model`. */
export const bundledModelNames = ["default", "page-level"] as const;
export type BundledModelName = (typeof bundledModelNames)[number];

const kinds: readonly unknown[] = ["dehusk-content-model", "dehusk-page-level-model"];

/** Whether a value can be a verb's `model`. */
export function isModel(value: unknown): value is DetectionModel | BundledModelName {
  if (typeof value === "string") return bundledModelNames.some((name) => name === value);
  if (!isRecord(value) || typeof value["name"] !== "string") return false;
  if (value["kind"] === "dehusk-block-detector") return typeof value["judge"] === "function";
  return kinds.includes(value["kind"]);
}

/** The model that a verb's option refers to. */
export function modelOf(given: DetectionModel | BundledModelName | undefined): DetectionModel {
  if (given === "page-level") return broughtPageLevelModel();
  return given === undefined || given === "default" ? defaultModel : given;
}
