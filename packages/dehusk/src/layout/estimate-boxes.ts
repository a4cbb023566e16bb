import { DehuskError } from "../basics/index.ts";
import type { Page } from "../page/index.ts";
import { Arena } from "./arena.ts";
import { BoxModel } from "./box-model.ts";
import type { Boxes } from "./boxes.ts";
import { computeStyles } from "./compute-styles.ts";
import { finishBoxes } from "./finish-boxes.ts";
import { intrinsicWidths } from "./intrinsic-widths.ts";
import { placeBoxes } from "./place-boxes.ts";

export interface EstimateOptions {
  /** Viewport width in pixels. Default 1280. */
  readonly viewport?: number | undefined;
}

const optionNames = new Set(["viewport"]);

/**
 * Estimates where a page's nodes lie, without a browser: text by average letter widths; blocks, lines, floats, tables,
 * flex rows and simple grids by the page's own styles. Linked style sheets are not loaded.
 *
 * Four passes over the page's arrays (styles, intrinsic widths, positions, shifts), each linear in nodes and text.
 *
 * @example
 * const boxes = estimateBoxes(parse("<p>Hello"));
 * boxes.y[3]; // top of the paragraph
 *
 * @throws DehuskError `bad-option`
 */
export function estimateBoxes(page: Page, options: EstimateOptions = {}): Boxes {
  const viewport = readViewport(options);
  const arena = new Arena(page.size);
  const model = new BoxModel(page, computeStyles(page, viewport, arena));
  const geometry = placeBoxes(model, intrinsicWidths(model, arena), viewport, arena);
  finishBoxes(model, geometry);
  arena.release();
  const { x, y, w, h } = geometry;
  return { geometry: "estimate", width: w[0], height: h[0], x, y, w, h };
}

function readViewport(options: EstimateOptions): number {
  if (typeof options !== "object" || options === null) {
    throw new DehuskError("bad-option", "Options must be an object.");
  }
  for (const name of Object.keys(options)) {
    if (!optionNames.has(name)) {
      throw new DehuskError("bad-option", `Unknown option "${name}"; expected one of ${[...optionNames].join(", ")}.`);
    }
  }
  const { viewport = 1280 } = options;
  if (!(typeof viewport === "number" && viewport >= 1 && viewport <= 100_000)) {
    throw new DehuskError(
      "bad-option",
      `Option "viewport" must be a width from 1 to 100000, not ${typeof viewport === "number" ? viewport : typeof viewport}.`,
    );
  }
  return viewport;
}
