/**
 * How close estimated boxes come to rendered ones.
 *
 * - area, vertical: Spearman's rank correlation over the elements below `<body>`, of the area of those that either side
 *   shows, and of the middle's vertical position of those that the browser shows.
 * - columns: share of the elements that directly hold shown text that lie in the same column. The page's width is taken
 *   from the leftmost to the rightmost rendered text inside the viewport; a box is "left" when it ends before 40 % of
 *   that, "right" when it begins after 60 %, and "main" otherwise. A box that one side does not show is wrong.
 *   Counted by element, and by characters of the element's own text.
 */

const NOT_SHOWN = "none";

/**
 * Compares the boxes of one page.
 *
 * @param {import("dehusk").Page} page
 * @param {{ x: ArrayLike<number>, y: ArrayLike<number>, w: ArrayLike<number>, h: ArrayLike<number> }} estimated
 * @param {number[]} rendered x, y, width, height of each node
 * @param {number} viewport
 */
export function compareBoxes(page, estimated, rendered, viewport) {
  const real = {
    x: rendered.filter((_, i) => i % 4 === 0),
    y: rendered.filter((_, i) => i % 4 === 1),
    w: rendered.filter((_, i) => i % 4 === 2),
    h: rendered.filter((_, i) => i % 4 === 3),
  };
  const body = page.tag.indexOf(page.tagNames.indexOf("body"));
  const areas = [];
  const middles = [];
  const texts = ownText(page);
  const extent = textExtent(real, texts, viewport);
  const columns = [];
  for (let node = body + 1; body >= 0 && node < page.end[body]; node++) {
    if (page.tag[node] <= 2) continue;
    const realArea = real.w[node] * real.h[node];
    const ourArea = estimated.w[node] * estimated.h[node];
    if (realArea > 0 || ourArea > 0) areas.push([ourArea, realArea, node]);
    if (realArea <= 0) continue;
    middles.push([estimated.y[node] + estimated.h[node] / 2, real.y[node] + real.h[node] / 2, node]);
    if (texts[node] > 0) {
      columns.push({
        node,
        characters: texts[node],
        ours: columnOf(estimated, node, extent),
        theirs: columnOf(real, node, extent),
      });
    }
  }
  const right = columns.filter(({ ours, theirs }) => ours === theirs);
  return {
    elements: areas.length,
    texts: columns.length,
    area: spearman(areas),
    vertical: spearman(middles),
    column: share(right.length, columns.length),
    columnByCharacters: share(sum(right), sum(columns)),
    details: { columns, extent },
  };
}

/**
 * Spearman's rank correlation of pairs, ties at their mean rank; null when one side does not vary.
 *
 * @param {number[][]} pairs
 */
export function spearman(pairs) {
  if (pairs.length < 3) return null;
  const first = ranks(pairs.map((pair) => pair[0]));
  const second = ranks(pairs.map((pair) => pair[1]));
  const mean = (pairs.length + 1) / 2;
  let both = 0;
  let one = 0;
  let other = 0;
  for (let i = 0; i < pairs.length; i++) {
    both += (first[i] - mean) * (second[i] - mean);
    one += (first[i] - mean) ** 2;
    other += (second[i] - mean) ** 2;
  }
  return one > 0 && other > 0 ? both / Math.sqrt(one * other) : null;
}

function ranks(values) {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const result = new Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let i = from; i < to; i++) result[order[i]] = (from + to + 1) / 2;
    from = to;
  }
  return result;
}

/** "left", "main" or "right"; "none" for a box without area. */
export function columnOf(boxes, node, [from, to]) {
  if (!(boxes.w[node] * boxes.h[node] > 0)) return NOT_SHOWN;
  if (boxes.x[node] + boxes.w[node] <= from + 0.4 * (to - from)) return "left";
  return boxes.x[node] >= from + 0.6 * (to - from) ? "right" : "main";
}

/** Characters of the text nodes directly in each element, white space not counted. */
function ownText(page) {
  const counts = new Int32Array(page.size);
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === 1) counts[page.parent[node]] += page.strings[node].replace(/\s+/g, "").length;
  }
  return counts;
}

function textExtent(real, texts, viewport) {
  let from = viewport;
  let to = 0;
  for (let node = 0; node < texts.length; node++) {
    if (texts[node] === 0 || !(real.w[node] * real.h[node] > 0)) continue;
    if (real.x[node] >= viewport || real.x[node] + real.w[node] <= 0) continue;
    from = Math.min(from, Math.max(0, real.x[node]));
    to = Math.max(to, Math.min(viewport, real.x[node] + real.w[node]));
  }
  return to > from ? [from, to] : [0, viewport];
}

function share(part, whole) {
  return whole > 0 ? part / whole : null;
}

function sum(columns) {
  return columns.reduce((total, { characters }) => total + characters, 0);
}
