import type { Boxes } from "../../layout/index.ts";
import { attribute, isText, type Page } from "../../page/index.ts";

/**
 * Boxes of elements with an id, as x, y, width, height; texts have the box of what they stand in, and all else the box
 * of the page.
 */
export function boxesWith(
  page: Page,
  places: Readonly<Record<string, readonly [number, number, number, number]>>,
  width = 1000,
  height = 1000,
): Boxes {
  const side = () => new Float32Array(page.size);
  const boxes = { geometry: "estimate" as const, width, height, x: side(), y: side(), w: side(), h: side() };
  for (let i = 0; i < page.size; i++) {
    const holder = isText(page, i) ? page.parent[i] : i;
    const [x, y, w, h] = places[attribute(page, holder, "id") ?? ""] ?? [0, 0, width, height];
    boxes.x[i] = x;
    boxes.y[i] = y;
    boxes.w[i] = w;
    boxes.h[i] = h;
  }
  return boxes;
}
