import { attribute, parse } from "../../page/index.ts";
import { type EstimateOptions, estimateBoxes } from "../estimate-boxes.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The estimated boxes of elements with an id, by id. */
export function boxesById(html: string, options?: EstimateOptions): Record<string, Box> {
  const page = parse(`<!DOCTYPE html>${html}`, { scripting: false });
  const boxes = estimateBoxes(page, options);
  const result: Record<string, Box> = {};
  for (let node = 1; node < page.size; node++) {
    const id = attribute(page, node, "id");
    if (id === undefined) continue;
    result[id] = {
      x: boxes.x[node],
      y: boxes.y[node],
      w: boxes.w[node],
      h: boxes.h[node],
    };
  }
  return result;
}
