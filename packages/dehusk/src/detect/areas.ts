import type { Boxes } from "../layout/index.ts";
import { type Page, sumOf } from "../page/index.ts";

/** The area of a page's nodes on the screen, in square pixels. */
export interface Areas {
  of(node: number): number;
  readonly page: number;
}

export function areasOfBoxes({ w, h, width, height }: Boxes): Areas {
  return { of: (node) => w[node] * h[node], page: width * height };
}

/** Approximate areas of a character, an image and a form control. */
const characterArea = 160;
const imageArea = 20_000;
const controlArea = 2000;

/** Areas estimated from the content of nodes, without a layout. */
export function areasOfText(page: Page): Areas {
  const { characters, images, controls } = page.sums;
  const of = (node: number) =>
    characterArea * sumOf(page, characters, node) +
    imageArea * sumOf(page, images, node) +
    controlArea * sumOf(page, controls, node);
  return { of, page: of(0) };
}
