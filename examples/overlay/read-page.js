import { detect, extract, isShown, isText, measurePage, sumOf, tagName } from "dehusk/browser";

/** Elements that show something without a text. */
const media = new Set(["img", "video", "canvas", "svg svg", "iframe", "object", "embed"]);

/** Media smaller than this, in square pixels, are decoration. */
const leastArea = 2000;

/**
 * What is to be shown of a page: its content, and a mark for each run of text and each picture, where the window has it,
 * with how much of a template it is. The scores are those of the default model, which knows estimated places only; what
 * the window gives is where the marks go, and that what has no place gets none.
 */
export function readPage(document) {
  const { page, boxes, nodes } = measurePage(document);
  const { templateness } = detect(page);
  const marks = [];
  const add = (box, node) => {
    if (box.w === 0 || box.h === 0 || !isVisible(nodes[node])) return;
    marks.push({ ...box, templateness: templateness[node] });
  };
  const { first, last, count } = page.blocks;
  for (let block = 0; block < count; block++) add(around(page, boxes, first[block], last[block]), first[block]);
  for (let node = 0; node < page.size; node++) {
    const area = boxes.w[node] * boxes.h[node];
    if (area >= leastArea && media.has(tagName(page, node)) && isShown(page, node)) {
      add({ x: boxes.x[node], y: boxes.y[node], w: boxes.w[node], h: boxes.h[node] }, node);
    }
  }
  return { marks, extraction: extract(page), words: sumOf(page, page.sums.words, 0) };
}

/** The box around the texts of a block. */
function around(page, { x, y, w, h }, first, last) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let node = first; node <= last; node++) {
    if (!isText(page, node) || w[node] === 0 || h[node] === 0) continue;
    left = Math.min(left, x[node]);
    top = Math.min(top, y[node]);
    right = Math.max(right, x[node] + w[node]);
    bottom = Math.max(bottom, y[node] + h[node]);
  }
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) };
}

/** Whether the window shows a node that has a place in it. */
function isVisible(node) {
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}
