import { levelOf } from "dehusk/internal/drawing";
import type { PageNodes } from "./page-nodes.ts";

const none = -1;

/**
 * Colours elements by heat, through an attribute that the frame's style sheet turns into a colour behind the text. Only
 * elements that directly contain text or images are coloured, and only if they differ from the colour around them, so
 * that colours do not stack. Touches only what changed.
 *
 * @returns A function that sets the heat of all nodes; null removes the colours.
 */
export function colourNodes(nodes: PageNodes): (heat: Float32Array | null) => void {
  const { elements, numbers, parents, holds } = nodes;
  const size = elements.length;
  const shown = new Int8Array(size).fill(none);
  /** Per element: its heat or its nearest ancestor's, and its effective colour. */
  const heats = new Float32Array(size);
  const grounds = new Int8Array(size);
  return (heat) => {
    for (let i = 0; i < size; i++) {
      const parent = parents[i];
      const own = heat?.[numbers[i]] ?? Number.NaN;
      const value = Number.isNaN(own) && parent >= 0 ? heats[parent] : own;
      heats[i] = value;
      const ground = parent >= 0 ? grounds[parent] : none;
      const level = holds[i] === 1 && !Number.isNaN(value) ? levelOf(value) : none;
      const drawn = level === ground ? none : level;
      grounds[i] = level === none ? ground : level;
      if (drawn === shown[i]) continue;
      shown[i] = drawn;
      const element = elements[i];
      if (drawn === none) element.removeAttribute("data-dh-heat");
      else element.setAttribute("data-dh-heat", String(drawn));
    }
  };
}

/** Whether a page has a dark background. */
export function isDark(body: Element): boolean {
  for (const element of [body, document.documentElement]) {
    const [red = 0, green = 0, blue = 0, alpha = 1] =
      getComputedStyle(element)
        .backgroundColor.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    if (alpha > 0.5) return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 110;
  }
  return false;
}
