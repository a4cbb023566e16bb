import { describeNodeFeatures } from "../features/index.ts";
import { quantileOf } from "../learn/index.ts";
import { areaRangeOf } from "./log-odds.ts";
import type { ScoredPage } from "./scored-page.ts";

/** A feature that is evidence for or against a node being a template. */
export interface LeadingFeature {
  readonly name: string;
  readonly value: number;
  readonly why: string;
  /** Its contribution to the log-odds of a template, relative to the median of the training pages. */
  readonly adds: number;
}

/**
 * The strongest features for the page-level model's verdict on a node; none if that model was not used.
 *
 * @param place The node's place in the tree.
 * @param asTemplate Whether to list features for a template, or for content.
 */
export function leadingFeatures(
  scored: ScoredPage,
  place: number,
  asTemplate: boolean,
  count: number,
): LeadingFeature[] {
  if (scored.detector !== "page-level") return [];
  const { pageLevel, tree, view } = scored;
  const { model, rows } = pageLevel;
  const { weights } = model.areas[areaRangeOf(model, view.boxes, tree.nodes[place])];
  const described = describeNodeFeatures();
  const at = place * weights.length;
  const found = weights.map((weight, f): LeadingFeature => {
    const value = rows[at + f];
    const { name, why } = described[f];
    return { name, value, why, adds: weight * (quantileOf(model.scales[f], value) - 0.5) };
  });
  const sign = asTemplate ? 1 : -1;
  return found
    .filter(({ adds }) => sign * adds > 0)
    .sort((a, b) => sign * (b.adds - a.adds))
    .slice(0, count);
}
