/** Boxes of one part are merged if at most this share of their union is empty. */
const maxEmpty = 0.25;

/**
 * The fewest boxes, in order, that outline a part of the page: runs of boxes are merged where they fill most of their
 * union.
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
      if (sum >= both.width * both.height * (1 - maxEmpty)) {
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
