import type { PageNodes } from "./page-nodes.ts";

/**
 * Index of the element visible at a point, -1 for none. Usually the topmost; but an element over other text that shows
 * nothing there itself, such as a transparent box over the whole page, is skipped.
 */
export function elementAt(nodes: PageNodes, x: number, y: number): number {
  const stack = document.elementsFromPoint(x, y);
  let first = -1;
  let top: Element | undefined;
  for (const element of stack) {
    const index = nodes.indexOf(element);
    if (index < 0) continue;
    if (first < 0) first = index;
    if (nodes.shows[index] === 0 || !isVisible(element)) continue;
    if (top === undefined) {
      if (!isSeeThrough(element, x, y)) return index;
      top = element;
      first = index;
    } else if (!element.contains(top) && hasTextAt(element, x, y)) return index;
  }
  return first;
}

function isVisible(element: Element): boolean {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

/** Whether an element shows nothing of its own at a point. The roots' background counts as the page's. */
function isSeeThrough(element: Element, x: number, y: number): boolean {
  if (element === document.documentElement || element === document.body) return true;
  if (hasTextAt(element, x, y) || element.matches("img,input,svg,svg *,[data-dh-label]")) return false;
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return backgroundImage === "none" && /^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor);
}

/** Whether an element directly contains text at a point. */
function hasTextAt(element: Element, x: number, y: number): boolean {
  const range = document.createRange();
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (!(child instanceof Text)) continue;
    range.selectNodeContents(child);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (x >= left && x <= right && y >= top && y <= bottom) return true;
    }
  }
  return false;
}
