import type { Place } from "./page-nodes.ts";

/**
 * Scrolls the frame, and any scroll container in it, to show a place. `scrollIntoView` would also scroll the inspector
 * around the frame.
 */
export function reveal(place: Place): void {
  for (let around = place.element.parentElement; around !== null; around = around.parentElement) {
    if (around === document.documentElement || around === document.body) break;
    const scrolls = around.scrollHeight > around.clientHeight && /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (!scrolls) continue;
    const [box] = place.boxes();
    if (box === undefined) return;
    const frame = around.getBoundingClientRect();
    around.scrollTop += distance(box.top - frame.top, box.bottom - frame.top, around.clientHeight);
  }
  const [box] = place.boxes();
  if (box === undefined) return;
  scrollBy(distance(box.left, box.right, innerWidth), distance(box.top, box.bottom, innerHeight));
}

/** How far to scroll to show a range: 0 if it is visible, otherwise to centre it or to its start. */
function distance(from: number, to: number, size: number): number {
  const isSeen = from < size && to > 0 && ((from >= 0 && to <= size) || to - from > size);
  if (isSeen) return 0;
  return from - Math.max(16, (size - (to - from)) / 2);
}
