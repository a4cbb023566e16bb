import { isShown, isText, type Page, sumOf, tagNumber } from "dehusk/internal/page";

/** The element that holds a page's content, and the range of its inside in the HTML. */
export interface MainPart {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  /** Words inside and outside of it. */
  readonly words: number;
  readonly frameWords: number;
  /** Words outside of it that are not template. */
  readonly looseWords: number;
}

/** Elements whose inside can be exchanged for that of another without breaking lists or tables. */
const containers = new Set(["div", "td", "article", "main", "section"].map(tagNumber));

/** As long as a child has this share of the page's content, the content is in the child. */
const nearlyAll = 0.85;

/** If more of the words inside are template, content and frame cannot be separated. */
const maxTemplate = 0.2;

/**
 * The smallest container with nearly all content of a page, given the known template nodes. Undefined if there is none,
 * or if too much template is inside as well.
 *
 * @param page Parsed with `sourceRanges`.
 * @param template 0 for nodes that are not template.
 */
export function mainPart(page: Page, template: Uint8Array): MainPart | undefined {
  const content = contentWords(page, template);
  const wanted = nearlyAll * content[page.size];
  let node = 0;
  for (let child = 1; child < page.size; ) {
    // Over the children of `node`; descends into the first that holds nearly all.
    if (sumOf(page, content, child) >= wanted && page.end[child] > child + 1) {
      node = child;
      child = node + 1;
    } else {
      child = page.end[child];
      if (child >= page.end[node]) break;
    }
  }
  while (node > 0 && !containers.has(page.tag[node])) node = page.parent[node];
  const words = sumOf(page, page.sums.words, node);
  if (node === 0 || wanted === 0 || words - sumOf(page, content, node) > maxTemplate * words) return undefined;
  const inside = insideOf(page, node);
  if (inside === undefined) return undefined;
  const frameWords = page.sums.words[page.size] - words;
  const looseWords = content[page.size] - sumOf(page, content, node);
  return { node, ...inside, words, frameWords, looseWords };
}

/** Running sum of the words outside templates. */
function contentWords(page: Page, template: Uint8Array): Int32Array {
  const sum = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const own = isText(page, i) && isShown(page, i) && template[i] === 0 ? sumOf(page, page.sums.words, i) : 0;
    sum[i + 1] = sum[i] + own;
  }
  return sum;
}

/** From the start of the first child in the HTML to the end of the last one. */
function insideOf(page: Page, node: number): { from: number; to: number } | undefined {
  const { start, end } = page.source ?? {};
  if (start === undefined || end === undefined) return undefined;
  let from = -1;
  let to = -1;
  for (let child = node + 1; child < page.end[node]; child = page.end[child]) {
    if (start[child] < 0 || end[child] < 0) continue;
    if (from < 0) from = start[child];
    to = Math.max(to, end[child]);
  }
  return from < 0 ? undefined : { from, to };
}
