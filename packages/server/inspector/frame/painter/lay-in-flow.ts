import type { PageNodes } from "./page-nodes.ts";

/** Share of the window that a veil covers at least. */
const veilShare = 0.5;

/**
 * Lays out in the flow what a page fixes to the window: consent bars, sticky headers, dialogs over a veil. They stand
 * where they are in the document, and cover nothing. Veils that show nothing themselves are taken away.
 */
export function layInFlow(nodes: PageNodes): void {
  const found = [...nodes.elements.keys()].filter((i) => {
    const element = nodes.elements[i];
    return (
      element !== document.documentElement && element !== document.body && isOverlay(element, nodes.shows[i] === 1)
    );
  });
  for (const i of found) {
    const { style } = nodes.elements[i] as HTMLElement;
    const isVeil = nodes.shows[i] === 0;
    for (const [property, value] of isVeil ? gone : inFlow) style.setProperty(property, value, "important");
  }
  // What lies in it at some offset from its edges would otherwise hang out over the page.
  for (const i of found) {
    const element = nodes.elements[i] as HTMLElement;
    const missing = element.scrollHeight - element.clientHeight;
    if (missing > 0) element.style.setProperty("min-height", `${element.scrollHeight}px`, "important");
  }
}

/** Fixed or sticky, or a veil over the window; nothing that is only placed. */
function isOverlay(element: Element, shows: boolean): boolean {
  if (!(element instanceof HTMLElement)) return false;
  const { position, zIndex } = getComputedStyle(element);
  // What lies behind the page is its background.
  if (position === "fixed" || position === "sticky") return shows || Number(zIndex) >= 0 || zIndex === "auto";
  if (position !== "absolute" || shows || !(Number(zIndex) > 0)) return false;
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, innerWidth) * Math.min(height, innerHeight) >= veilShare * innerWidth * innerHeight;
}

const gone: readonly (readonly [string, string])[] = [["display", "none"]];

const inFlow: readonly (readonly [string, string])[] = Object.entries({
  position: "relative",
  inset: "auto",
  transform: "none",
  translate: "none",
  "z-index": "auto",
  height: "auto",
  "max-height": "none",
  overflow: "visible",
});
