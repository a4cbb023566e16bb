import { type ContentTree, contentPartsOf, type Extraction, htmlOf, isContainer, Kind } from "dehusk/internal/extract";
import { attribute, isText, type Page, parse, tagName, textOf } from "dehusk/internal/page";
import { framePage } from "../frame/frame-page.ts";
import type { ResultPage } from "./messages.ts";

const sheet = `html { color-scheme: light dark } body { font: 16px/1.55 system-ui, sans-serif; margin: 1rem 1.25rem; max-width: 46rem;
overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 } h2 { font-size: 1.25rem } img { max-width: 100%; max-height: 12rem } pre { overflow: auto }
table { border-collapse: collapse } td, th { border: 1px solid #8888; padding: 0.2em 0.5em } figure { margin: 1rem 0 }
:is(li, td, th, dd, dt, summary, figcaption) > p:only-of-type { margin: 0 }`;

/** Carries the page's node through clean HTML, which has no data attributes of its own. */
const mark = "data-source";

/** The content as an inert page, with the guarantees of pages in the frame; each block knows what it was made of. */
export function resultOf(extraction: Extraction): ResultPage {
  const { page, tree } = contentPartsOf(extraction);
  const sources = sourcesOf(page, tree);
  const marked = tree.map((node, i) => {
    const source = hasBox(node.kind) ? sources[i] : -1;
    return source < 0 ? node : { ...node, attributes: [...node.attributes, { name: mark, value: String(source) }] };
  });
  const head = `<head><style>${sheet}</style></head>`;
  const shown = parse(`<!doctype html><html>${head}<body>${htmlOf(page, marked)}</body></html>`);
  const source = new Int32Array(shown.size).fill(-1);
  for (let node = 1; node < shown.size; node++) {
    const own = attribute(shown, node, mark);
    source[node] = own === undefined ? source[shown.parent[node]] : Number(own);
  }
  return { html: framePage(shown).html, source };
}

function hasBox(kind: Kind): boolean {
  return isContainer(kind) || kind <= Kind.MathBlock || kind === Kind.Image;
}

/** Most ancestors to look at for one that holds all of a piece of content. */
const maxSteps = 100;

/**
 * For each piece of content the smallest node of the page that holds all that it was made of, -1 for none. Linear in the
 * content.
 */
function sourcesOf(page: Page, tree: ContentTree): Int32Array {
  const from = Int32Array.from(tree, ({ source }) => (source < 0 ? page.size : source));
  // A piece of text may be made of several nodes; all of them are in its block.
  const to = Int32Array.from(tree, ({ kind, source }) => (kind === Kind.Text ? endOfBlock(page, source) : source));
  const open: number[] = [];
  const close = (before: number): void => {
    while (open.length > 0 && tree[open[open.length - 1]].end <= before) {
      const child = open.pop() as number;
      const parent = open.at(-1);
      if (parent === undefined) continue;
      from[parent] = Math.min(from[parent], from[child]);
      to[parent] = Math.max(to[parent], to[child]);
    }
  };
  for (let i = 0; i < tree.length; i++) {
    close(i);
    open.push(i);
  }
  close(tree.length);
  return from.map((start, i) => {
    if (to[i] < 0) return tree[i].kind === Kind.Heading ? titleOf(page, tree, i) : -1;
    let around = start;
    for (let step = 0; around > 0 && page.end[around] <= to[i]; step++)
      around = step < maxSteps ? page.parent[around] : 0;
    // What was gathered from all over the page, such as notes, is found where it begins.
    return elementOf(page, isRoot(page, around) ? start : around);
  });
}

function isRoot(page: Page, node: number): boolean {
  return node === 0 || /^(?:html|body)$/.test(tagName(page, node));
}

/** Of a text, the element that holds nothing else. */
function elementOf(page: Page, node: number): number {
  const parent = page.parent[node];
  if (!isText(page, node) || isRoot(page, parent)) return node;
  const { words } = page.sums;
  const isAlone = words[page.end[parent]] - words[parent] === words[node + 1] - words[node];
  return isAlone ? parent : node;
}

/** The last node of the block of text that a node is in. */
function endOfBlock({ blocks: { first, last, count } }: Page, node: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (last[middle] < node) low = middle + 1;
    else high = middle;
  }
  return low < count && first[low] <= node ? last[low] : node;
}

/** The page's own heading with the text of the headline, which comes from the metadata. */
function titleOf(page: Page, tree: ContentTree, at: number): number {
  const text = tree
    .slice(at, tree[at].end)
    .map((node) => node.text)
    .join("");
  for (let node = 1; node < page.size; node++) {
    if (/^h[1-6]$/.test(tagName(page, node)) && plain(textOf(page, node)) === plain(text)) return node;
  }
  return -1;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
