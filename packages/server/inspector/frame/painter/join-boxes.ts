/** Boxes of one part are drawn as one when little else lies between them: at most this much of their common box. */
const mostEmpty = 0.25;

/**
 * The fewest boxes, in order, that a part of the page can be outlined with: a run of boxes becomes one where they fill
 * most of it.
 */
export function joinBoxes(boxes: readonly DOMRect[]): DOMRect[] {
  const joined: DOMRect[] = [];
  let filled = 0;
  for (const box of boxes) {
    const last = joined.at(-1);
    const area = box.width * box.height;
    if (last !== undefined) {
      const both = around(last, box);
      const sum = Math.min(filled + area, both.width * both.height);
      if (sum >= both.width * both.height * (1 - mostEmpty)) {
        joined[joined.length - 1] = both;
        filled = sum;
        continue;
      }
    }
    joined.push(box);
    filled = area;
  }
  return joined;
}

function around(a: DOMRect, b: DOMRect): DOMRect {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top);
}
