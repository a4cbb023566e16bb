import { type Boxes, estimateBoxes } from "../../layout/index.ts";
import { attribute, type Page } from "../../page/index.ts";
import { nodeFeatureNames, nodeFeatures } from "../node-features.ts";
import { viewPage } from "../page-view.ts";

/** The features of one node by name. */
export function featuresOf(page: Page, node: number, boxes: Boxes = estimateBoxes(page)): Record<string, number> {
  const row = nodeFeatures(viewPage(page, boxes), Int32Array.of(node));
  return Object.fromEntries(nodeFeatureNames.map((name, f) => [name, row[f]]));
}

/** The element with an id. */
export function byId(page: Page, id: string): number {
  for (let i = 1; i < page.size; i++) if (attribute(page, i, "id") === id) return i;
  throw new Error(`There is no element with the id ${id}.`);
}
